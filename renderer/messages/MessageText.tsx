import { useId, useState } from 'react';

/** Longer texts are folded; the style sheet shows as many lines. */
const FOLDED_LINES = 6;
const FOLDED_CHARACTERS = 480;

/** Text of an agent or a program, as it is: nothing in it is a link or a command. */
export function MessageText({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = text.length > FOLDED_CHARACTERS || text.split('\n').length > FOLDED_LINES;
  return (
    <div className="message-text">
      <p id={id} data-folded={(long && !open) || undefined}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          className="button-quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}
