import { Bell, Keyboard, Mail, Settings, ShieldQuestionMark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { statusLine } from '#shared/state/attention';
import { countWaiting } from '#shared/state/messages';
import { openRequests } from '#shared/state/requests';
import { ChannelsButton } from '../channels/ChannelsButton';
import { keyBindings } from '../commands/keyboard';
import { showKey } from '#shared/commands/key-names';
import { focusRequest } from '../commands/ui-actions';
import { InboxButton } from '../inbox/InboxButton';
import { HistoryButton } from '../history/HistoryButton';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { setUi, showMessages, useUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';

export function StatusBar() {
  const { session, claudes, panes, attention } = useAppState(useShallow(statusLine));
  const requests = useAppState((state) => openRequests(state).length);
  const notices = useAppState((state) => state.notices.length) - requests;
  const waiting = useAppState(countWaiting);
  return (
    <footer className="status-bar" data-testid="status-bar" aria-label="Status">
      <div className="status-facts">
        {session !== null && (
          <>
            <span className="status-session">Session: {session}</span>
            <Separator />
          </>
        )}
        {claudes !== null && (
          <>
            {attention === 0 ? (
              <span className="status-agent">Claude: {claudes}</span>
            ) : (
              <button
                type="button"
                className="status-agent status-attention"
                data-testid="status-attention"
                title="Go to the next one that needs you"
                onClick={() => void goToNext()}
              >
                Claude: {claudes}
              </button>
            )}
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
      {requests > 0 && (
        <button
          type="button"
          className="status-button status-requests"
          data-testid="requests-button"
          title="Go to what an agent asks to be allowed"
          onClick={focusRequest}
        >
          <ShieldQuestionMark size={12} aria-hidden />
          {requests} to allow
        </button>
      )}
      <InboxButton />
      <HistoryButton />
      <ChannelsButton />
      <button
        type="button"
        className="status-button"
        aria-label={
          waiting === 0 ? 'Messages' : `Messages, ${String(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`
        }
        title="Messages between Claudes"
        data-testid="messages-button"
        data-some={waiting > 0 || undefined}
        onClick={() => {
          showMessages(null);
        }}
      >
        <Mail size={12} aria-hidden />
        {waiting > 0 && <span>{waiting}</span>}
      </button>
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
      <button
        type="button"
        className="status-button"
        aria-label="Settings"
        title="Settings"
        data-testid="settings-button"
        onClick={() => {
          setUi({ settingsShown: 'values' });
        }}
      >
        <Settings size={12} aria-hidden />
      </button>
    </footer>
  );
}

function Separator() {
  return <span className="status-separator"> | </span>;
}

async function goToNext(): Promise<void> {
  if (await runCommand('focus_next_attention', {})) focusActiveTerminal();
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
