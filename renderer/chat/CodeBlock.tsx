import { memo, useEffect, useMemo, useState } from 'react';
import { useFold } from './chat-context';
import { CopyButton } from './CopyButton';
import { loadHighlighter, LONGEST_HIGHLIGHTED, presentHighlighter } from './highlight';

/** Longer blocks are folded to so many lines. */
const FOLDED_LINES = 60;
/** So much is drawn of a block at most, in UTF-16 units. All of it can be copied. */
const MOST_DRAWN = 400_000;

interface Properties {
  readonly code: string;
  readonly language: string;
  /** Names the block among all parts that can be folded. */
  readonly foldId: string;
  /** It is still being written: drawn plain, and whole. */
  readonly growing?: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, foldId, growing = false }: Properties) {
  const [open, setOpen] = useFold(foldId);
  const lines = useMemo(() => (growing ? 0 : code.split('\n').length), [code, growing]);
  const long = lines > FOLDED_LINES * 1.5;
  const drawn =
    long && !open ? code.split('\n').slice(0, FOLDED_LINES).join('\n') : code.slice(0, MOST_DRAWN);
  return (
    <div className="chat-code">
      <div className="chat-code-head">
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton name="Copy code" text={() => code} />
      </div>
      <pre tabIndex={0} aria-label={`Code${language === '' ? '' : ` in ${language}`}`}>
        <code>{growing ? drawn : <Highlighted code={drawn} language={language} />}</code>
      </pre>
      {long && (
        <button
          type="button"
          className="chat-more"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Show less' : `Show all ${String(lines)} lines`}
        </button>
      )}
      {drawn.length === MOST_DRAWN && (
        <p className="chat-hint">The rest is not drawn; copying takes all of it.</p>
      )}
    </div>
  );
});

/** Code in colours, plain until they are there. */
export const Highlighted = memo(function Highlighted({
  code,
  language,
}: {
  readonly code: string;
  readonly language: string;
}) {
  const wanted = language !== '' && code.length <= LONGEST_HIGHLIGHTED;
  const [ready, setReady] = useState(presentHighlighter() !== null);
  useEffect(() => {
    if (!wanted || ready) return;
    let gone = false;
    void loadHighlighter().then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [wanted, ready]);
  return useMemo(
    () => (wanted && ready ? (presentHighlighter()?.(code, language.toLowerCase()) ?? code) : code),
    [code, language, wanted, ready],
  );
});
