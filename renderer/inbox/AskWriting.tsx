import { useState } from 'react';
import type { PermissionAsk } from '#shared/model/permission';
import { answerAsks } from './ask-actions';

/** What Claude is told with a denial. */
export function Denial({
  asks,
  done,
}: {
  readonly asks: readonly PermissionAsk[];
  readonly done: () => void;
}) {
  const [message, setMessage] = useState('');
  return (
    <form
      className="ask-writing"
      onSubmit={(event) => {
        event.preventDefault();
        answerAsks(asks, { decision: 'deny', message });
        done();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        done();
      }}
    >
      <input
        type="text"
        className="text-field"
        aria-label="What Claude is told with the denial"
        placeholder="Tell Claude what to do instead"
        value={message}
        autoFocus
        onChange={(event) => {
          setMessage(event.target.value);
        }}
      />
      <button type="submit" className="button">
        Deny
      </button>
      <button type="button" className="button-quiet" onClick={done}>
        Back
      </button>
    </form>
  );
}

/** What the tool is given in place of what it asked for. */
export function OtherInput({ ask, done }: { readonly ask: PermissionAsk; readonly done: () => void }) {
  const command = ask.input['command'];
  const simple = typeof command === 'string';
  const [text, setText] = useState(simple ? command : JSON.stringify(ask.input, null, 2));
  const input = simple ? { ...ask.input, command: text } : parsed(text);
  return (
    <form
      className="ask-writing ask-writing-long"
      onSubmit={(event) => {
        event.preventDefault();
        if (input === null) return;
        answerAsks([ask], { decision: 'allow', input });
        done();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          done();
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
          event.currentTarget.requestSubmit();
      }}
    >
      <textarea
        className="text-field"
        aria-label={simple ? 'The command to run in its place' : 'The input in its place, as JSON'}
        spellCheck={false}
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <div className="ask-buttons">
        <button type="button" className="button-quiet" onClick={done}>
          Back
        </button>
        <button type="submit" className="button-primary" disabled={input === null}>
          Allow this instead
        </button>
        {input === null && <p className="muted">This is no JSON object.</p>}
      </div>
    </form>
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null; // It is still being written.
  }
}
