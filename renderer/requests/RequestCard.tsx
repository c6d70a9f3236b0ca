import { ShieldQuestionMark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Notice, NoticeAction } from '#shared/model/notice';
import { REQUEST_LIMIT } from '#shared/model/notice';
import { plainLine } from '#shared/state/attention';
import { openRequests } from '#shared/state/requests';
import { keyBindings } from '../commands/keyboard';
import { Exactly } from '../chat/Visible';
import { KeyCaps } from '../commands/KeyCaps';
import { useArmed } from '../inbox/use-armed';
import { spanOfTime } from '../status/span-of-time';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { runRaw } from '../store/run-command';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { goToPane } from '../terminal/go-to-pane';

const LONG = 400;

/**
 * What an agent wants to do and may not without the person: it stands in front of the panes until it is answered,
 * one request at a time, and takes no keyboard by itself. It can be neither put away unseen nor covered by notices.
 */
export function RequestCard() {
  const requests = useAppState(useShallow(openRequests));
  const [first] = requests;
  const keptFocus = useRef(false);
  const id = first?.id;
  useEffect(() => {
    if (!keptFocus.current) return;
    // Its predecessor was answered by keyboard or click, and took the focus away with it.
    keptFocus.current = false;
    if (id === undefined) focusActiveTerminal();
    else document.querySelector<HTMLElement>('.request')?.focus();
  }, [id]);
  return (
    <>
      {/* Always there, as what announces must be, and with the words of the newest request alone. */}
      <p role="alert" className="visually-hidden">
        {first === undefined ? '' : `An agent asks you: ${plainLine(first.title, 200)}`}
      </p>
      {first !== undefined && (
        <Request
          key={first.id}
          request={first}
          more={requests.length - 1}
          answered={() => {
            keptFocus.current = true;
          }}
        />
      )}
    </>
  );
}

function Request({
  request,
  more,
  answered,
}: {
  readonly request: Notice;
  readonly more: number;
  readonly answered: () => void;
}) {
  const armed = useArmed(request.id);
  const left = request.at + REQUEST_LIMIT - useNow();
  const [what = '', ...rest] = request.details;
  const { paneId } = request;
  const answer = (action: NoticeAction): void => {
    answered();
    void runRaw(action.command, action.input);
  };
  return (
    <section
      className="request"
      data-testid="request"
      aria-label={plainLine(request.title, 200)}
      tabIndex={-1}
      onKeyDown={(event) => {
        // A key that is held down is no answer.
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
        if (event.key === 'Escape') focusActiveTerminal();
      }}
    >
      <h2>
        <ShieldQuestionMark size={14} aria-hidden />
        <span>{plainLine(request.title, 200)}</span>
      </h2>
      <pre className="request-what" tabIndex={0} role="region" aria-label="Exactly what it would do">
        <Exactly text={what} />
      </pre>
      {what.length > LONG && (
        <p className="muted">{what.length} characters: scroll to see all of them before you decide.</p>
      )}
      {rest.length > 0 && (
        <ul>
          {rest.map((detail, index) => (
            <li key={`${String(index)} ${detail}`}>
              <Exactly text={detail} />
            </li>
          ))}
        </ul>
      )}
      <div className="request-answers">
        {/* The harmless answer first. */}
        {[...request.actions].reverse().map((action, index) => (
          <button
            key={action.label}
            type="button"
            className={index === 0 ? 'button' : 'button-primary'}
            disabled={!armed}
            onClick={() => {
              answer(action);
            }}
          >
            {action.label}
          </button>
        ))}
        {paneId !== null && (
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              goToPane(paneId);
            }}
          >
            Show the pane
          </button>
        )}
      </div>
      <p className="request-end muted">
        <span>
          {left > 0 ? `Refused by itself in ${spanOfTime(left)}` : 'Being refused'}
          {more > 0 && `; ${String(more)} more after it`}
        </span>
        <Keys />
      </p>
    </section>
  );
}

/** The key that leads here, if there is one. */
function Keys() {
  const configuration = useAppState((state) => state.configuration);
  const { prefixName, prefixed } = keyBindings(configuration);
  const binding = [...prefixed.values()].find(
    ({ effect }) => effect.kind === 'ui' && effect.action === 'requests',
  );
  if (binding === undefined) return null;
  return (
    <span className="request-keys">
      <KeyCaps name={prefixName} /> <KeyCaps name={binding.key} />
    </span>
  );
}
