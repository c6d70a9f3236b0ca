import { useEffect, useRef, useState } from 'react';
import { setUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';

interface Properties {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly emptyAllowed?: boolean;
  readonly save: (name: string) => Promise<boolean>;
  /** Where the keyboard goes afterwards; the active pane when nothing else is said. */
  readonly after?: () => void;
}

/** A name that is edited in its place: Enter or leaving keeps it, Escape drops it. */
export function InlineName({ label, value, placeholder, emptyAllowed, save, after }: Properties) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (keep: boolean, byKey: boolean): void => {
    if (ended.current) return;
    ended.current = true;
    const name = text.trim();
    setUi({ renaming: null });
    if (keep && name !== value && (name !== '' || emptyAllowed === true)) void save(name);
    // Leaving by the mouse went somewhere already.
    if (byKey) requestAnimationFrame(after ?? focusActiveTerminal);
  };
  return (
    <input
      ref={field}
      className="inline-name"
      type="text"
      aria-label={label}
      placeholder={placeholder}
      maxLength={80}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
      }}
      onBlur={() => {
        end(true, false);
      }}
      onClick={(event) => {
        event.stopPropagation();
      }}
      onDoubleClick={(event) => {
        event.stopPropagation();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(true, true);
        if (event.key === 'Escape') end(false, true);
      }}
    />
  );
}
