import { Bell, Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AgentStatus } from '#shared/model/agent-state';
import { AGENT_STATE_PRESENTATION } from '#shared/model/agent-state';
import { activePane, activeSession, panesOfSession } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { keyBindings } from '../commands/keyboard';
import { showKey } from '../commands/key-names';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';

export function StatusBar() {
  const session = useAppState((state) => activeSession(state)?.name ?? null);
  const agent = useAppState(shownAgent);
  const panes = useAppState((state) => {
    const current = activeSession(state);
    return current === null ? 0 : panesOfSession(state, current.id).length;
  });
  const notices = useAppState((state) => state.notices.length);
  return (
    <footer className="status-bar" data-testid="status-bar" aria-label="Status">
      <div className="status-facts">
        {session !== null && (
          <>
            <span className="status-session">Session: {session}</span>
            <Separator />
          </>
        )}
        {agent !== null && (
          <>
            <span className="status-agent" data-state={agent.state} title={agent.reason}>
              Claude: {AGENT_STATE_PRESENTATION[agent.state].icon}{' '}
              {AGENT_STATE_PRESENTATION[agent.state].label}
            </span>
            <Separator />
          </>
        )}
        {session !== null && (
          <>
            <span>Panes: {panes}</span>
            <Separator />
          </>
        )}
        <Clock />
      </div>
      <KeyState />
      <button
        type="button"
        className="status-button"
        aria-label={notices === 0 ? 'Notices' : `Notices, ${String(notices)} to read`}
        data-testid="notices-button"
        data-some={notices > 0 || undefined}
        onClick={() => {
          setUi({ noticesShown: true });
        }}
      >
        <Bell size={12} aria-hidden />
        {notices > 0 && <span>{notices}</span>}
      </button>
      <button
        type="button"
        className="status-button"
        aria-label="Keys"
        title="Keys"
        onClick={() => {
          setUi({ keyHelp: true });
        }}
      >
        <Keyboard size={12} aria-hidden />
      </button>
    </footer>
  );
}

function Separator() {
  return <span className="status-separator"> | </span>;
}

/** The Claude of the active pane; else one of its session that matters most now. */
function shownAgent(state: AppState): AgentStatus | null {
  const here = activePane(state)?.agent;
  if (here !== null && here !== undefined) return here;
  const session = activeSession(state);
  if (session === null) return null;
  const order = ['waiting', 'thinking', 'tool', 'streaming', 'complete', 'crashed', 'limited', 'idle'];
  const agents = panesOfSession(state, session.id).flatMap((pane) => pane.agent ?? []);
  return (
    order.flatMap((wanted) => agents.filter((agent) => agent.state === wanted)).at(0) ?? agents.at(0) ?? null
  );
}

function KeyState() {
  const configuration = useAppState((state) => state.configuration);
  const pending = useUi((state) => state.prefixPending);
  const hint = useUi((state) => state.keyHint);
  const prefix = showKey(keyBindings(configuration).prefixName);
  return (
    <span className="status-keys" role="status" data-testid="key-state" data-pending={pending || undefined}>
      {pending ? `${prefix} … press a key, ? for all` : (hint ?? '')}
    </span>
  );
}

function Clock() {
  const [time, setTime] = useState(() => clockText(new Date()));
  useEffect(() => {
    let timer = 0;
    const tick = (): void => {
      const now = new Date();
      setTime(clockText(now));
      // On the second, so that the clock never skips one.
      timer = window.setTimeout(tick, 1000 - now.getMilliseconds());
    };
    tick();
    return () => {
      window.clearTimeout(timer);
    };
  }, []);
  return <time>{time}</time>;
}

function clockText(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
