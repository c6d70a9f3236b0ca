import type { LucideIcon } from 'lucide-react';
import { CircleQuestionMark, ClipboardCheck, Plug, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { AskKind, PermissionAsk } from '#shared/model/permission';
import { paneLabel } from '#shared/model/pane';
import { fieldsIn, questionsIn } from '#shared/permissions/questions';
import { alikeTo, alwaysRule } from '#shared/state/inbox';
import { plainLine } from '#shared/state/attention';
import { Visible } from '../chat/Visible';
import { spanOfTime } from '../status/span-of-time';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { goToPane } from '../terminal/go-to-pane';
import { answerAsks, deferAsk } from './ask-actions';
import { AskInput } from './AskInput';
import { Denial, OtherInput } from './AskWriting';
import { FieldsForm } from './FieldsForm';
import { QuestionForm, chooseByKey } from './QuestionForm';
import { useArmed } from './use-armed';

const KINDS: Readonly<Record<AskKind, { readonly icon: LucideIcon; readonly words: string }>> = {
  permission: { icon: ShieldQuestionMark, words: 'wants to use' },
  question: { icon: CircleQuestionMark, words: 'asks you' },
  plan: { icon: ClipboardCheck, words: 'has a plan' },
  elicitation: { icon: Plug, words: 'is asked by' },
};

/** What each kind takes by keys: told when one is pressed that means nothing here, and does at another card. */
const KEYS: Readonly<Record<AskKind, string>> = {
  permission: '',
  question:
    'A question has no key to allow it: a number chooses an answer, Enter gives it. d leaves it unanswered, m says why, l puts it off.',
  plan: 'A plan takes a or A to go ahead, d to keep planning, m to say why, and l to put it off.',
  elicitation:
    'This has no key to allow it: Tab goes to the fields, Enter answers. d denies it, m says why, l puts it off.',
};
const ELSEWHERE = /^[aAe*]$/;

interface Properties {
  readonly ask: PermissionAsk;
  /** It stands in the pane that asks, which needs no name there. */
  readonly inPane?: boolean;
}

/** One thing that a Claude asks, with all that can be answered. Each key in brackets does the same as its button. */
export function AskCard({ ask, inPane = false }: Properties) {
  const armed = useArmed(ask.id);
  const [writing, setWriting] = useState<'nothing' | 'denial' | 'input'>('nothing');
  const [strayKey, setStrayKey] = useState(false);
  const alike = useAppState(useShallow((state) => alikeTo(state, ask)));
  const label = useAppState((state) => {
    const pane = state.panes[ask.paneId];
    return pane === undefined ? 'a pane' : paneLabel(pane);
  });
  const { icon: Icon, words } = KINDS[ask.kind];
  return (
    <section
      className="ask"
      data-testid={`ask-${ask.id}`}
      data-ask={ask.id}
      data-kind={ask.kind}
      data-deferred={ask.deferred || undefined}
      aria-label={plainLine(`${label}: ${ask.summary}`, 200)}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (
          !armed ||
          event.repeat ||
          event.ctrlKey ||
          event.altKey ||
          event.metaKey ||
          isTyping(event.target)
        )
          return;
        if (chooseByKey(event.currentTarget, event.key) || press(event.key, ask, alike, setWriting)) {
          event.preventDefault();
          event.stopPropagation();
          setStrayKey(false);
        } else if (ELSEWHERE.test(event.key)) setStrayKey(true);
      }}
    >
      <header className="ask-head">
        <Icon size={14} aria-hidden />
        <span className="ask-title">
          {!inPane && (
            <>
              <b>
                <Visible text={label} />
              </b>{' '}
            </>
          )}
          <span>{inPane ? `Claude ${words}` : words}</span>{' '}
          {ask.kind !== 'question' && ask.kind !== 'plan' && (
            <b>
              <Visible text={ask.tool} />
            </b>
          )}
          {ask.agentId !== null && <span className="muted"> (a subagent)</span>}
        </span>
        <Left ask={ask} />
        {!inPane && (
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              goToPane(ask.paneId);
            }}
          >
            Show the pane
          </button>
        )}
      </header>
      {ask.reason !== null && ask.reason !== ask.input['description'] && (
        <p className="ask-reason">
          <Visible text={ask.reason} />
        </p>
      )}
      <Body ask={ask} armed={armed} alike={alike} writing={writing} setWriting={setWriting} />
      {strayKey && (
        <p
          ref={(line) => {
            line?.scrollIntoView({ block: 'nearest' });
          }}
          className="ask-rule muted"
          role="status"
        >
          {KEYS[ask.kind]}
        </p>
      )}
    </section>
  );
}

type Writing = 'nothing' | 'denial' | 'input';

function Body({
  ask,
  armed,
  alike,
  writing,
  setWriting,
}: {
  readonly ask: PermissionAsk;
  readonly armed: boolean;
  readonly alike: readonly PermissionAsk[];
  readonly writing: Writing;
  readonly setWriting: (writing: Writing) => void;
}) {
  const questions = ask.kind === 'question' ? questionsIn(ask.input) : [];
  const fields =
    ask.kind === 'elicitation'
      ? fieldsIn((ask.input['schema'] ?? {}) as Readonly<Record<string, unknown>>)
      : [];
  return (
    <>
      {questions.length > 0 ? (
        <QuestionForm
          questions={questions}
          disabled={!armed}
          answer={(answers) => {
            answerAsks([ask], { decision: 'allow', answers });
          }}
        />
      ) : ask.kind === 'elicitation' ? (
        <>
          <p className="ask-reason">
            <Visible text={ask.summary} />
          </p>
          <FieldsForm
            fields={fields}
            disabled={!armed}
            answer={(input) => {
              answerAsks([ask], { decision: 'allow', input });
            }}
          />
        </>
      ) : (
        <AskInput ask={ask} />
      )}
      {writing === 'denial' && <Denial asks={[ask]} done={() => setWriting('nothing')} />}
      {writing === 'input' && <OtherInput ask={ask} done={() => setWriting('nothing')} />}
      {writing === 'nothing' && <Buttons ask={ask} armed={armed} alike={alike} setWriting={setWriting} />}
    </>
  );
}

function Buttons({
  ask,
  armed,
  alike,
  setWriting,
}: {
  readonly ask: PermissionAsk;
  readonly armed: boolean;
  readonly alike: readonly PermissionAsk[];
  readonly setWriting: (writing: Writing) => void;
}) {
  const rule = alwaysRule(ask);
  const button = (
    name: string,
    key: string,
    run: () => void,
    look: 'button' | 'button-primary' | 'button-quiet' = 'button',
    title?: string,
  ) => (
    <button
      type="button"
      className={look}
      disabled={!armed}
      onClick={run}
      title={title}
      aria-keyshortcuts={key}
    >
      {name}
      <kbd className="ask-key" aria-hidden>
        {key}
      </kbd>
    </button>
  );
  return (
    <div className="ask-buttons">
      {/* The harmless answer first. */}
      {button(
        ask.kind === 'question' ? 'Do not answer' : ask.kind === 'plan' ? 'Keep planning' : 'Deny',
        'd',
        () => {
          answerAsks([ask], { decision: 'deny' });
        },
      )}
      {button(
        'Deny and say…',
        'm',
        () => {
          setWriting('denial');
        },
        'button-quiet',
      )}
      {ask.kind === 'permission' && (
        <>
          {button(
            'Allow once',
            'a',
            () => {
              answerAsks([ask], { decision: 'allow' });
            },
            'button-primary',
          )}
          {button(
            'Always allow',
            'A',
            () => {
              answerAsks([ask], { decision: 'allow', always: true });
            },
            'button',
            rule === null ? 'Exactly this input, in this conversation' : `${rule}, in this conversation`,
          )}
          {button(
            'Edit…',
            'e',
            () => {
              setWriting('input');
            },
            'button-quiet',
          )}
          {alike.length > 1 &&
            button(`Allow all ${String(alike.length)} alike`, '*', () => {
              answerAsks(alike, { decision: 'allow' });
            })}
        </>
      )}
      {ask.kind === 'plan' && (
        <>
          {button(
            'Go ahead, ask for edits',
            'a',
            () => {
              answerAsks([ask], { decision: 'allow', mode: 'default' });
            },
            'button-primary',
          )}
          {button('Go ahead, edit unasked', 'A', () => {
            answerAsks([ask], { decision: 'allow', mode: 'acceptEdits' });
          })}
        </>
      )}
      {button(
        ask.deferred ? 'Take up again' : 'Later',
        'l',
        () => {
          deferAsk(ask);
        },
        'button-quiet',
      )}
      {ask.kind === 'permission' && (
        <p className="ask-rule muted">
          Always: {rule === null ? 'exactly this input' : <code>{plainLine(rule, 300)}</code>}, in this
          conversation
        </p>
      )}
    </div>
  );
}

/** The keys of the buttons; true when one was meant. */
function press(
  key: string,
  ask: PermissionAsk,
  alike: readonly PermissionAsk[],
  setWriting: (writing: Writing) => void,
): boolean {
  const isPlan = ask.kind === 'plan';
  const isPermission = ask.kind === 'permission';
  switch (key) {
    case 'd':
      answerAsks([ask], { decision: 'deny' });
      return true;
    case 'm':
      setWriting('denial');
      return true;
    case 'l':
      deferAsk(ask);
      return true;
    case 'a':
      if (!isPermission && !isPlan) return false;
      answerAsks([ask], { decision: 'allow', ...(isPlan ? { mode: 'default' as const } : {}) });
      return true;
    case 'A':
      if (!isPermission && !isPlan) return false;
      answerAsks([ask], {
        decision: 'allow',
        ...(isPlan ? { mode: 'acceptEdits' as const } : { always: true }),
      });
      return true;
    case 'e':
      if (isPermission) setWriting('input');
      return isPermission;
    case '*':
      if (isPermission) answerAsks(alike, { decision: 'allow' });
      return isPermission;
    default:
      return false;
  }
}

function Left({ ask }: { readonly ask: PermissionAsk }) {
  const left = ask.until - useNow();
  const isHook = ask.way === 'hook';
  const time = spanOfTime(left);
  const then = isHook ? 'then its terminal alone asks' : 'then it counts as denied';
  return (
    <span className="ask-left muted" title={`${time} left, ${then}`}>
      {left <= 0 ? 'ending' : isHook ? `${time} to answer here` : `denied in ${time}`}
    </span>
  );
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest('input[type="text"], textarea, select') !== null || target.isContentEditable)
  );
}
