import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AGENT_STATE_PRESENTATION } from '#shared/model/agent-state';
import type { Notice } from '#shared/model/notice';
import { paneLabel } from '#shared/model/pane';
import type { PaneId } from '#shared/model/ids';
import type { InboxItem } from '#shared/state/inbox';
import { inboxItems } from '#shared/state/inbox';
import { plainLine } from '#shared/state/attention';
import { Visible, VisibleLines } from '../chat/Visible';
import { Overlay } from '../dialogs/Overlay';
import { timeOf } from '../status/time-of';
import { useAppState } from '../store/replica';
import { runCommand, runRaw } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { goToPane } from '../terminal/go-to-pane';
import { AskCard } from './AskCard';
import { DecisionList } from './DecisionList';
import { useArmed } from './use-armed';

/** Everything that waits for the person, of all panes, in one place. */
export function InboxPanel() {
  const shown = useUi((state) => state.inboxShown);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ inboxShown: false });
      }}
      title="Inbox"
      titleShown
      className="inbox"
      testId="inbox"
      initialFocus={() => list.current?.querySelector<HTMLElement>('.ask, .inbox-item') ?? list.current}
    >
      <Body list={list} />
    </Overlay>
  );
}

function Body({ list }: { readonly list: React.RefObject<HTMLDivElement | null> }) {
  const items = useAppState(inboxItems);
  const [decisions, setDecisions] = useState(false);
  /** What got the keyboard here, and not from the person. */
  const givenTo = useRef<HTMLElement | null>(null);
  const wasEmpty = useRef(false);
  useEffect(() => {
    // What had the keyboard has been answered, and took it along.
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body || focused.classList.contains('inbox');
    // The list itself has the keyboard after the last answer, until the next one asks. So has a row that needs no answer, when nobody chose it: what asks comes before it.
    const given = focused !== null && focused === givenTo.current && !focused.classList.contains('ask');
    const first = wasEmpty.current && focused === list.current;
    wasEmpty.current = items.length === 0;
    if (!lost && !given && !first) return;
    const next =
      list.current?.querySelector<HTMLElement>('.ask') ??
      list.current?.querySelector<HTMLElement>('.inbox-item') ??
      list.current;
    next?.focus();
    givenTo.current = next ?? null;
  }, [items, list]);
  return (
    <>
      <p className="inbox-words muted">
        {items.length === 0 ? '' : 'Up and Down go from one to the next; each key does what its button says.'}
        <button
          type="button"
          className="button-quiet"
          aria-expanded={decisions}
          onClick={() => {
            setDecisions(!decisions);
          }}
        >
          {decisions ? 'What waits' : 'What was decided'}
        </button>
      </p>
      <div
        ref={list}
        className="inbox-list"
        role="region"
        aria-label={decisions ? 'What was decided' : 'What waits for you'}
        tabIndex={0}
        onKeyDown={move}
      >
        {decisions ? (
          <DecisionList />
        ) : items.length === 0 ? (
          <div className="inbox-empty">
            <Inbox size={28} aria-hidden />
            <p>Nothing waits for you.</p>
            <p className="muted">
              Permissions, questions, plans, and Claudes that have finished or crashed come here, from all
              panes.
            </p>
          </div>
        ) : (
          items.map((item) => <Item key={item.id} item={item} />)
        )}
      </div>
    </>
  );
}

/** From one item to the next, which leaves the keys inside of forms alone. */
function move(event: React.KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const target = event.target as HTMLElement;
  if (step === 0 || target.closest('input, textarea, select, pre') !== null) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.ask, .inbox-item')];
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const next = items[Math.min(items.length - 1, Math.max(0, current + step))];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

function Item({ item }: { readonly item: InboxItem }) {
  switch (item.kind) {
    case 'ask':
      return <AskCard ask={item.ask} />;
    case 'request':
      return <Request notice={item.notice} />;
    case 'help':
      return (
        <Row paneId={item.paneId} at={item.at} what="asks for help">
          <p className="inbox-text">
            <VisibleLines text={item.text} />
          </p>
        </Row>
      );
    case 'claude': {
      const { agent, paneId } = item;
      const { label, icon } = AGENT_STATE_PRESENTATION[agent.state];
      return (
        <Row paneId={paneId} at={item.at} what={`${icon} ${label}`} restart={agent.state === 'crashed'}>
          <p className="inbox-text muted">
            <Visible text={plainLine(agent.reason, 300)} />
          </p>
        </Row>
      );
    }
  }
}

function Row({
  paneId,
  at,
  what,
  restart = false,
  children,
}: {
  readonly paneId: PaneId;
  readonly at: number;
  readonly what: string;
  readonly restart?: boolean;
  readonly children: React.ReactNode;
}) {
  const label = useAppState((state) => {
    const pane = state.panes[paneId];
    return pane === undefined ? '' : paneLabel(pane);
  });
  const show = (): void => {
    setUi({ inboxShown: false });
    goToPane(paneId);
  };
  return (
    <section
      className="inbox-item"
      aria-label={plainLine(`${label}: ${what}`, 200)}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        show();
      }}
    >
      <header className="ask-head">
        <span className="ask-title">
          <b>
            <Visible text={label} />
          </b>{' '}
          <span>{what}</span>
        </span>
        <time className="ask-left muted">{timeOf(at)}</time>
        {restart && (
          <button
            type="button"
            className="button"
            onClick={() => void runCommand('restart_pane', { pane_id: paneId })}
          >
            Start again
          </button>
        )}
        <button type="button" className="button-quiet" onClick={show}>
          Show the pane
        </button>
      </header>
      {children}
    </section>
  );
}

/** What an agent wants of Fugue: to start a pane, to type, to close. */
function Request({ notice }: { readonly notice: Notice }) {
  const armed = useArmed(notice.id);
  const [what = '', ...rest] = notice.details;
  return (
    <section className="inbox-item" aria-label={plainLine(notice.title, 200)} tabIndex={-1}>
      <header className="ask-head">
        <span className="ask-title">
          <b>
            <Visible text={notice.title} />
          </b>
        </span>
        <time className="ask-left muted">{timeOf(notice.at)}</time>
      </header>
      <pre className="ask-block" tabIndex={0} role="group" aria-label="Exactly what it would do">
        <VisibleLines text={what} />
      </pre>
      {rest.map((line, index) => (
        <p key={index} className="inbox-text muted">
          <Visible text={line} />
        </p>
      ))}
      <div className="ask-buttons">
        {[...notice.actions].reverse().map((action, index) => (
          <button
            key={action.label}
            type="button"
            className={index === 0 ? 'button' : 'button-primary'}
            disabled={!armed}
            onClick={() => {
              void runRaw(action.command, action.input);
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
    </section>
  );
}
