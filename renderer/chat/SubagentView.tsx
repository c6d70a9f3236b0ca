import type { SubagentRows } from '#shared/chat/rows';
import { useFold } from './chat-context';
import { RowView } from './RowView';

/** So many of a subagent's newest rows are shown first. */
const NEWEST = 30;
const MOST = 500;

/** What a subagent said and did, inside of the card that started it. */
export function SubagentView({ rows, foldId }: { readonly rows: SubagentRows; readonly foldId: string }) {
  const [open, setOpen] = useFold(`${foldId}|open`, true);
  const [all, setAll] = useFold(`${foldId}|all`);
  const shown = rows.rows.slice(all ? -MOST : -NEWEST);
  const rest = rows.count - shown.length;
  return (
    <div className="chat-subagent">
      <button
        type="button"
        className="chat-more"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {open ? 'Hide' : 'Show'} {rows.count === 1 ? 'its step' : `its ${String(rows.count)} steps`}
      </button>
      {open && (
        <div className="chat-subagent-rows">
          {rest > 0 && !all && (
            <button
              type="button"
              className="chat-more"
              onClick={() => {
                setAll(true);
              }}
            >
              Show {rest} earlier steps
            </button>
          )}
          {rest > 0 && all && <p className="chat-hint">{rest} earlier steps are not drawn here.</p>}
          {shown.map((row) => (
            <RowView key={row.key} row={row} />
          ))}
        </div>
      )}
    </div>
  );
}
