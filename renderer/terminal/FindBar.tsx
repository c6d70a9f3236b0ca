import type { ISearchOptions } from '@xterm/addon-search';
import { CaseSensitive, ChevronDown, ChevronUp, Regex, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PaneId } from '#shared/model/ids';
import { setUi, ui } from '../store/ui-store';
import { findColors } from './terminal-options';
import { terminalOf } from './terminal-registry';

interface Found {
  readonly index: number;
  readonly count: number;
}

/** Finds text in a pane, scrollback included. */
export function FindBar({ paneId }: { readonly paneId: PaneId }) {
  const [term, setTerm] = useState('');
  const [caseSensitive, setCaseSensitive] = useState(false);
  const [regex, setRegex] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const session = terminalOf(paneId);
    const subscription = session?.search.onDidChangeResults(({ resultIndex, resultCount }) => {
      setFound({ index: resultIndex, count: resultCount });
    });
    return () => {
      subscription?.dispose();
      session?.search.clearDecorations();
    };
  }, [paneId]);

  const faulty = regex && !isPattern(term);
  const search = (
    direction: 'next' | 'previous',
    change: { readonly term?: string; readonly caseSensitive?: boolean; readonly regex?: boolean } = {},
  ): void => {
    const wanted = { term, caseSensitive, regex, ...change };
    const addon = terminalOf(paneId)?.search;
    if (addon === undefined) return;
    if (wanted.term === '' || (wanted.regex && !isPattern(wanted.term))) {
      addon.clearDecorations();
      setFound(null);
      return;
    }
    const options: ISearchOptions = {
      caseSensitive: wanted.caseSensitive,
      regex: wanted.regex,
      incremental: change.term !== undefined,
      decorations: findColors(ui.getState().theme),
    };
    if (direction === 'next') addon.findNext(wanted.term, options);
    else addon.findPrevious(wanted.term, options);
  };
  const close = (): void => {
    setUi({ findPaneId: null });
    terminalOf(paneId)?.focus();
  };
  return (
    <div
      className="find-bar"
      role="search"
      aria-label="Find in pane"
      data-testid="find-bar"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        autoFocus
        type="text"
        aria-label="Text to find"
        aria-invalid={faulty}
        placeholder="Find"
        spellCheck={false}
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
          // The newest match first: what people look for is mostly near the end.
          search('previous', { term: event.target.value });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.shiftKey ? 'next' : 'previous');
        }}
      />
      <span className="find-count" role="status" data-testid="find-count">
        {countText(term, faulty, found)}
      </span>
      <button
        type="button"
        className="button-icon"
        aria-label="Match case"
        title="Match case"
        aria-pressed={caseSensitive}
        onClick={() => {
          setCaseSensitive(!caseSensitive);
          search('previous', { caseSensitive: !caseSensitive });
        }}
      >
        <CaseSensitive size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="button-icon"
        aria-label="Regular expression"
        title="Regular expression"
        aria-pressed={regex}
        onClick={() => {
          setRegex(!regex);
          search('previous', { regex: !regex });
        }}
      >
        <Regex size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="button-icon"
        aria-label="Previous match"
        title="Previous match (Enter)"
        onClick={() => {
          search('previous');
        }}
      >
        <ChevronUp size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="button-icon"
        aria-label="Next match"
        title="Next match (Shift+Enter)"
        onClick={() => {
          search('next');
        }}
      >
        <ChevronDown size={14} aria-hidden />
      </button>
      <button type="button" className="button-icon" aria-label="Close find bar" title="Close" onClick={close}>
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    // Half-typed patterns are the rule, not a fault.
    return false;
  }
}

function countText(term: string, faulty: boolean, found: Found | null): string {
  if (term === '') return '';
  if (faulty) return 'no pattern';
  if (found === null || found.count === 0) return 'none';
  return found.index < 0 ? `${String(found.count)}+` : `${String(found.index + 1)} of ${String(found.count)}`;
}
