import { useId, useState } from 'react';
import type { AskedQuestion } from '#shared/permissions/questions';
import { Visible } from '../chat/Visible';

interface Chosen {
  readonly labels: readonly string[];
  /** What the person wrote in place of an option; counts when it is not empty. */
  readonly other: string;
}

/** Options that have a key of their own: 1 to 9. */
const KEYS = 9;

const NOTHING: Chosen = { labels: [], other: '' };

/** The questions of a Claude with their options, and a field for an answer of one's own. */
export function QuestionForm({
  questions,
  disabled,
  answer,
}: {
  readonly questions: readonly AskedQuestion[];
  readonly disabled: boolean;
  readonly answer: (answers: Readonly<Record<string, string>>) => void;
}) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Chosen>>>({});
  const of = (question: AskedQuestion): Chosen => chosen[question.question] ?? NOTHING;
  const complete = questions.every((question) => answerTo(of(question)) !== '');
  return (
    <form
      className="ask-questions"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !disabled)
          answer(Object.fromEntries(questions.map((each) => [each.question, answerTo(of(each))])));
      }}
    >
      {questions.map((question, index) => (
        <OneQuestion
          key={question.question}
          question={question}
          before={questions.slice(0, index).reduce((sum, { options }) => sum + options.length, 0)}
          chosen={of(question)}
          choose={(next) => {
            setChosen({ ...chosen, [question.question]: next });
          }}
        />
      ))}
      <div className="ask-buttons">
        <button type="submit" className="button-primary" disabled={disabled || !complete}>
          Answer
          <kbd className="ask-key" aria-hidden>
            ↵
          </kbd>
        </button>
      </div>
    </form>
  );
}

function answerTo({ labels, other }: Chosen): string {
  return [...labels, ...(other.trim() === '' ? [] : [other.trim()])].join(', ');
}

function OneQuestion({
  question,
  before,
  chosen,
  choose,
}: {
  readonly question: AskedQuestion;
  /** How many options the questions above it have: the keys count all of the card. */
  readonly before: number;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}) {
  const name = useId();
  const { multiSelect: several } = question;
  const toggle = (label: string, on: boolean): void => {
    if (!several) choose({ labels: on ? [label] : [], other: '' });
    else
      choose({
        ...chosen,
        labels: question.options
          .map((option) => option.label)
          .filter((each) => (each === label ? on : chosen.labels.includes(each))),
      });
  };
  return (
    <fieldset className="ask-question">
      <legend>
        <Visible text={question.question} />
      </legend>
      {question.options.map(({ label, description }, index) => (
        <label key={label} className="ask-option">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.labels.includes(label)}
            onChange={(event) => {
              toggle(label, event.target.checked);
            }}
          />
          <span className="ask-option-text">
            <span>
              <Visible text={label} />
              {before + index < KEYS && (
                <kbd className="ask-key" aria-hidden>
                  {before + index + 1}
                </kbd>
              )}
            </span>
            {description !== '' && (
              <span className="muted">
                <Visible text={description} />
              </span>
            )}
          </span>
        </label>
      ))}
      <input
        type="text"
        className="text-field"
        aria-label={`Another answer to: ${question.question}`}
        placeholder="Another answer"
        value={chosen.other}
        onChange={(event) => {
          choose({ labels: several ? chosen.labels : [], other: event.target.value });
        }}
      />
    </fieldset>
  );
}

/** Presses the option of a card that has this key, and leaves the keyboard there, where Enter answers. */
export function chooseByKey(card: HTMLElement, key: string): boolean {
  if (!/^[1-9]$/.test(key)) return false;
  const option = card.querySelectorAll<HTMLInputElement>('.ask-option > input')[Number(key) - 1];
  option?.focus();
  option?.click();
  return option !== undefined;
}
