import { Search } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';

interface Properties extends Omit<ComponentProps<'input'>, 'ref' | 'type' | 'value' | 'onChange'> {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is searched, for whoever does not see it; the placeholder says the same unless it is given. */
  readonly label: string;
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** The field above a list that what is written in it narrows down. */
export function SearchField({ field, label, text, setText, ...more }: Properties) {
  return (
    <label className="search-field">
      <Search size={14} aria-hidden />
      <input
        placeholder={label}
        {...more}
        ref={field}
        type="search"
        aria-label={label}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
    </label>
  );
}
