import { memo, useMemo } from 'react';
import { withoutEscapes } from '#shared/chat/side-lines';
import { useFold } from './chat-context';

const FOLDED_LINES = 20;
const FOLDED_CHARACTERS = 4000;
/** So much is drawn at most, in UTF-16 units. */
const MOST_DRAWN = 200_000;

interface Properties {
  readonly text: string;
  readonly foldId: string;
  readonly label: string;
  readonly failed?: boolean;
}

/** What a program printed: exactly, without what steers a terminal, and folded where it is long. */
export const Output = memo(function Output({ text, foldId, label, failed = false }: Properties) {
  const [open, setOpen] = useFold(foldId);
  const plain = useMemo(() => withoutEscapes(text).replace(/\s+$/, ''), [text]);
  const folded = useMemo(() => foldedText(plain), [plain]);
  if (plain === '') return null;
  const shown = folded === null || open ? plain.slice(0, MOST_DRAWN) : folded;
  return (
    <div className="chat-output" data-failed={failed || undefined}>
      <pre tabIndex={0} aria-label={label}>
        {shown}
      </pre>
      {open && plain.length > MOST_DRAWN && (
        <p className="chat-hint">The rest is not drawn; it stands in the raw line.</p>
      )}
      {folded !== null && (
        <button
          type="button"
          className="chat-more"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Show less' : `Show all ${lineCount(plain)}`}
        </button>
      )}
    </div>
  );
});

/** The beginning of a long text; null for one that is short. */
function foldedText(text: string): string | null {
  let end = -1;
  for (let line = 0; line < FOLDED_LINES; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length > FOLDED_CHARACTERS * 1.5 ? text.slice(0, FOLDED_CHARACTERS) : null;
  }
  return text.slice(0, Math.min(end, FOLDED_CHARACTERS));
}

function lineCount(text: string): string {
  const count = text.split('\n').length;
  return count > 1 ? `${String(count)} lines` : `${String(text.length)} characters`;
}
