import { memo } from 'react';
import type { TextRow } from '#shared/chat/rows';
import { CodeBlock } from './CodeBlock';
import { Markdown } from './Markdown';

/** Of an unfinished piece that is longer, only the end is drawn until it is finished. In UTF-16 units. */
const MOST_DRAWN = 16_000;

/** The piece that is being written. It alone is read again with each part that comes. */
export const StreamedText = memo(function StreamedText({ row }: { readonly row: TextRow }) {
  const { tail, inFence, key, pieces } = row;
  if (tail === '') return null;
  const foldId = `${key}|${String(pieces.length)}`;
  if (tail.length > MOST_DRAWN)
    return (
      <div className="chat-piece">
        <p className="chat-hint">Its beginning is shown when this part is finished.</p>
        <pre className="chat-tail">{tail.slice(-MOST_DRAWN)}</pre>
      </div>
    );
  const fence = inFence ? openFence(tail) : null;
  return (
    <div className="chat-piece">
      {fence === null ? (
        <Markdown text={tail} foldId={foldId} growing />
      ) : (
        <>
          {fence.before !== '' && <Markdown text={fence.before} foldId={foldId} growing />}
          <CodeBlock code={fence.code} language={fence.language} foldId={`${foldId}|code`} growing />
        </>
      )}
    </div>
  );
});

/** The code block at the end of a piece: there is no need to read it as Markdown while it grows. */
function openFence(tail: string): { before: string; language: string; code: string } | null {
  const found = [...tail.matchAll(/^ {0,3}(?:`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*\n/gm)].at(-1);
  if (found === undefined) return null;
  return {
    before: tail.slice(0, found.index),
    language: found[1] ?? '',
    code: tail.slice(found.index + found[0].length),
  };
}
