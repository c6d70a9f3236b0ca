import { useId, useState } from 'react';
import type { AskedQuestion } from '#shared/permissions/questions';
import { Visible } from '../chat/Visible';

interface Chosen {
  readonly labels: readonly string[];
  /** What the person wrote in place of an option; counts when it is not empty. */
  readonly other: string;
}

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
      {questions.map((question) => (
        <OneQuestion
          key={question.question}
          question={question}
          chosen={of(question)}
          choose={(next) => {
            setChosen({ ...chosen, [question.question]: next });
          }}
        />
      ))}
      <div className="ask-buttons">
        <button type="submit" className="button-primary" disabled={disabled || !complete}>
          Answer
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
  chosen,
  choose,
}: {
  readonly question: AskedQuestion;
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
      {question.options.map(({ label, description }) => (
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
            <Visible text={label} />
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
