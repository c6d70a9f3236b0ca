import { memo } from 'react';
import type { DiffLine } from '#shared/chat/diff-lines';
import { useFold } from './chat-context';
import { VisibleLines } from './Visible';

const FOLDED_LINES = 40;
const MOST_LINES = 4000;

const SIGNS = { same: ' ', added: '+', removed: '-', gap: '' } as const;
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ', gap: '' } as const;

/** The lines of a change, with their numbers where these are known. */
export const DiffView = memo(function DiffView({
  lines,
  foldId,
}: {
  readonly lines: readonly DiffLine[];
  readonly foldId: string;
}) {
  const [open, setOpen] = useFold(foldId);
  const long = lines.length > FOLDED_LINES * 1.5;
  const shown = long && !open ? lines.slice(0, FOLDED_LINES) : lines.slice(0, MOST_LINES);
  const numbered = lines.some(({ before, after }) => before !== null || after !== null);
  return (
    <div className="chat-diff">
      <div className="chat-diff-lines" tabIndex={0} role="group" aria-label="Changed lines">
        {shown.map((line, index) => (
          <div key={index} className="chat-diff-line" data-kind={line.kind}>
            {numbered && (
              <span className="chat-diff-number" aria-hidden>
                {line.after ?? line.before ?? ''}
              </span>
            )}
            <span className="chat-diff-sign" aria-hidden>
              {SIGNS[line.kind]}
            </span>
            <span className="chat-diff-text">
              {SPOKEN[line.kind] !== '' && <span className="visually-hidden">{SPOKEN[line.kind]}</span>}
              {line.kind === 'gap' ? '⋯' : <VisibleLines text={line.text} />}
            </span>
          </div>
        ))}
      </div>
      {lines.length > MOST_LINES && open && (
        <p className="chat-hint">The rest is not drawn; it stands in the raw line.</p>
      )}
      {long && (
        <button
          type="button"
          className="chat-more"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Show less' : `Show all ${String(lines.length)} lines`}
        </button>
      )}
    </div>
  );
});
