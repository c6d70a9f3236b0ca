import { useEffect, useState } from 'react';
import { useChat, useFold } from './chat-context';
import { CopyButton } from './CopyButton';

/** Opens and closes what Claude wrote of a row, exactly. */
export function RawButton({ foldId }: { readonly foldId: string }) {
  const [open, setOpen] = useFold(foldId);
  return (
    <button
      type="button"
      className="button-icon chat-raw-button"
      aria-label="Raw JSON"
      title="Raw JSON"
      aria-expanded={open}
      onClick={() => {
        setOpen(!open);
      }}
    >
      <span aria-hidden>{'{}'}</span>
    </button>
  );
}

const MOST_DRAWN = 200_000;

/** The lines of a row as Claude wrote them. */
export function Raw({ lines, foldId }: { readonly lines: readonly string[]; readonly foldId: string }) {
  const [open] = useFold(foldId);
  return open ? <RawLines lines={lines} /> : null;
}

function RawLines({ lines }: { readonly lines: readonly string[] }) {
  const { readLine } = useChat();
  const [texts, setTexts] = useState<readonly (string | null)[] | null>(null);
  useEffect(() => {
    let gone = false;
    void Promise.all(lines.map((id) => readLine(id))).then((read) => {
      if (!gone) setTexts(read);
    });
    return () => {
      gone = true;
    };
  }, [lines, readLine]);
  if (texts === null) return <p className="chat-hint">Reading…</p>;
  const known = texts.filter((text) => text !== null);
  const shown = known.map(indented).join('\n');
  return (
    <div className="chat-code">
      <div className="chat-code-head">
        <span>As Claude wrote it</span>
        <CopyButton name="Copy raw JSON" text={() => known.join('\n')} />
      </div>
      {known.length === 0 ? (
        <p className="chat-hint">It can not be read any more.</p>
      ) : (
        <pre tabIndex={0} aria-label="Raw JSON">
          {shown.slice(0, MOST_DRAWN)}
        </pre>
      )}
    </div>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // no JSON: as it is
  }
}
