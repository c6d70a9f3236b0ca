import { useId, useState } from 'react';
import { CHANNEL_NAME } from '#shared/delivery/channel-line';
import { runCommand } from '../store/run-command';

interface Properties {
  readonly channel: string;
  readonly setChannel: (channel: string) => void;
  readonly message: React.RefObject<HTMLInputElement | null>;
}

/** Sends a line as if an adapter had written it. The channel need not be there. */
export function TestMessage({ channel, setChannel, message }: Properties) {
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  const faultId = useId();
  const valid = CHANNEL_NAME.test(channel);
  const send = async (): Promise<void> => {
    if (!valid || text.trim() === '') return;
    setSent('');
    if (!(await runCommand('send_channel_message', { channel, message: text }))) return;
    setText('');
    setSent('Sent. What becomes of it stands in the log.');
  };
  return (
    <section className="channels-section" aria-label="Test message">
      <h3>Test message</h3>
      <form
        className="test-message"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label>
          <span>Channel</span>
          <input
            value={channel}
            spellCheck={false}
            maxLength={32}
            aria-invalid={!valid}
            aria-describedby={valid ? undefined : faultId}
            onChange={(event) => {
              setChannel(event.target.value);
            }}
          />
        </label>
        <label className="test-message-text">
          <span>Text</span>
          <input
            ref={message}
            value={text}
            placeholder="as if a program had written it"
            maxLength={4000}
            onChange={(event) => {
              setText(event.target.value);
              setSent('');
            }}
          />
        </label>
        <button type="submit" className="button" disabled={!valid || text.trim() === ''}>
          Send
        </button>
      </form>
      <p className="channels-hint" role="status">
        {valid ? (
          sent
        ) : (
          <span id={faultId} className="channels-problem">
            A name is small letters, digits, dash and _, at most 32.
          </span>
        )}
      </p>
    </section>
  );
}
