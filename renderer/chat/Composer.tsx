import { ArrowUp, Square, X } from 'lucide-react';
import { useId, useImperativeHandle, useRef, useState } from 'react';
import type { Recall } from '#shared/chat/composing';
import {
  caretLine,
  insertWords,
  matchCommands,
  NOT_RECALLING,
  recall,
  slashQuery,
} from '#shared/chat/composing';
import type { ChatFacts, SlashCommand } from '#shared/ipc/chat-port';
import type { PaneId } from '#shared/model/ids';
import { takeFiles } from './attachments';
import { chatCommands } from './chat-commands';
import type { DraftPicture } from './drafts';
import { draftOf, setDraft, useDraft } from './drafts';
import { Settings } from './Settings';
import { SlashMenu } from './SlashMenu';
import { useFittingHeight } from './use-fitting-height';
import { useAppState } from '../store/replica';

export interface ComposerHandle {
  focus(): void;
}

interface Properties {
  readonly paneId: PaneId;
  readonly facts: ChatFacts;
  readonly busy: boolean;
  /** What was sent so far, oldest first. */
  readonly prompts: () => readonly string[];
  readonly onSent: () => void;
  readonly onPage: (count: number) => void;
  readonly ref: React.Ref<ComposerHandle>;
}

/** The text that is written to a Claude, with what goes with it. */
export function Composer({ paneId, facts, busy, prompts, onSent, onPage, ref }: Properties) {
  const { text, pictures } = useDraft(paneId);
  const area = useRef<HTMLTextAreaElement>(null);
  const recalled = useRef<Recall>(NOT_RECALLING);
  const [caret, setCaret] = useState(0);
  /** Which command is marked; another query begins at its first one. */
  const [marked, setMarked] = useState({ query: '', index: 0 });
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [dropping, setDropping] = useState(false);
  const menuId = useId();
  const asks = useAppState(({ panes }) => panes[paneId]?.agent?.state === 'waiting');
  const query = slashQuery(text, caret);
  const commands = query === null || dismissed === text ? [] : matchCommands(facts.commands, query);
  const menu = commands.length > 0;
  const chosen = marked.query === query ? Math.min(marked.index, commands.length - 1) : 0;
  const setChosen = (index: number): void => {
    setMarked({ query: query ?? '', index });
  };

  useImperativeHandle(ref, () => ({
    focus() {
      area.current?.focus();
    },
  }));
  useFittingHeight(area, `${text} ${String(busy)}`);

  const write = (next: string, at?: number): void => {
    setDraft(paneId, { text: next });
    const place = at ?? next.length;
    setCaret(place);
    requestAnimationFrame(() => {
      area.current?.setSelectionRange(place, place);
    });
  };
  const send = (): void => {
    const draft = draftOf(paneId);
    if (draft.text.trim() === '' && draft.pictures.length === 0) return;
    recalled.current = NOT_RECALLING;
    setDraft(paneId, { text: '', pictures: [] });
    onSent();
    const files = draft.pictures.map(({ path }) => path);
    void chatCommands.send(paneId, draft.text.trim() || namesOf(draft.pictures), files).then((sent) => {
      // What could not be sent is not lost, nor what was written since.
      if (!sent && draftOf(paneId).text === '') setDraft(paneId, draft);
    });
  };
  const complete = (command: SlashCommand): void => {
    write(`/${command.name} `);
  };
  const take = async (files: readonly File[]): Promise<void> => {
    const taken = await takeFiles(files);
    const draft = draftOf(paneId);
    if (taken.pictures.length > 0) setDraft(paneId, { pictures: [...draft.pictures, ...taken.pictures] });
    if (taken.words.length > 0) {
      const element = area.current;
      const at = {
        start: element?.selectionStart ?? draft.text.length,
        end: element?.selectionEnd ?? draft.text.length,
      };
      const inserted = insertWords(draft.text, at, taken.words.join(' '));
      write(inserted.text, inserted.caret);
    }
    area.current?.focus();
  };
  const step = (direction: -1 | 1): boolean => {
    const next = recall(recalled.current, prompts(), text, direction);
    if (next === null) return false;
    recalled.current = next.state;
    write(next.text);
    return true;
  };
  const menuKey = (key: string): boolean => {
    const command = commands[chosen];
    if (key === 'ArrowDown') setChosen((chosen + 1) % commands.length);
    else if (key === 'ArrowUp') setChosen((chosen + commands.length - 1) % commands.length);
    else if (key === 'Escape') setDismissed(text);
    else if (key === 'Tab' && command !== undefined) complete(command);
    else if (key === 'Enter' && command !== undefined && query !== command.name) complete(command);
    else return false;
    return true;
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
    // A key that ends a composition of characters is a part of the text.
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const plain = !shiftKey && !altKey && !ctrlKey && !metaKey;
    const line = caretLine(text, event.currentTarget.selectionStart);
    let taken = true;
    if (menu && plain && menuKey(key)) taken = true;
    else if (key === 'Enter' && plain) send();
    else if (key === 'Enter' && altKey) {
      const { selectionStart, selectionEnd } = event.currentTarget;
      write(`${text.slice(0, selectionStart)}\n${text.slice(selectionEnd)}`, selectionStart + 1);
    } else if (key === 'ArrowUp' && plain && line.first) taken = step(-1);
    else if (key === 'ArrowDown' && plain && line.last) taken = step(1);
    else if (key === 'PageUp' && plain) onPage(-1);
    else if (key === 'PageDown' && plain) onPage(1);
    else if (key === 'Escape' && plain && busy && text === '') void chatCommands.interrupt(paneId);
    else taken = false;
    if (taken) event.preventDefault();
  };
  const empty = text.trim() === '' && pictures.length === 0;
  return (
    <div
      className="chat-composer"
      data-dropping={dropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => {
        setDropping(false);
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(false);
        void take([...event.dataTransfer.files]);
      }}
    >
      {menu && <SlashMenu id={menuId} commands={commands} chosen={chosen} choose={complete} />}
      {pictures.length > 0 && (
        <ul className="chat-attachments" aria-label="Pictures that go with the message">
          {pictures.map((picture, index) => (
            <li key={picture.path}>
              {picture.preview === '' ? (
                <span className="chat-attachment-name" title={picture.path}>
                  {picture.path.split('/').at(-1)}
                </span>
              ) : (
                <img src={picture.preview} alt={`Picture ${String(index + 1)}`} />
              )}
              <button
                type="button"
                className="button-icon"
                aria-label={`Remove picture ${String(index + 1)}`}
                title="Remove"
                onClick={() => {
                  setDraft(paneId, { pictures: pictures.filter((other) => other !== picture) });
                }}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={area}
        rows={1}
        data-testid={`composer-${paneId}`}
        aria-label="Message to Claude"
        aria-controls={menu ? menuId : undefined}
        aria-activedescendant={menu ? `${menuId}-${String(chosen)}` : undefined}
        placeholder={
          asks ? 'Shift+Tab to answer' : busy ? 'Claude works; what you send waits for it' : 'Write to Claude'
        }
        spellCheck={false}
        value={text}
        onChange={(event) => {
          recalled.current = NOT_RECALLING;
          setDismissed(null);
          setCaret(event.target.selectionStart);
          setDraft(paneId, { text: event.target.value });
        }}
        onSelect={(event) => {
          setCaret(event.currentTarget.selectionStart);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          void take(files);
        }}
      />
      <div className="chat-composer-foot">
        <Settings paneId={paneId} facts={facts} />
        {busy && (
          <button
            type="button"
            className="chat-stop"
            aria-label="Stop Claude"
            title="Stop Claude (Escape)"
            onClick={() => void chatCommands.interrupt(paneId)}
          >
            <Square size={11} fill="currentColor" aria-hidden />
            <span>Stop</span>
          </button>
        )}
        <button
          type="button"
          className="chat-send"
          aria-label={busy ? 'Send when Claude is free' : 'Send'}
          title={busy ? 'Send when Claude is free (Enter)' : 'Send (Enter)'}
          disabled={empty}
          onClick={() => {
            send();
            area.current?.focus();
          }}
        >
          <ArrowUp size={14} aria-hidden />
        </button>
      </div>
    </div>
  );
}

/** What is said where pictures are all there is, in the words of Claude Code. */
function namesOf(pictures: readonly DraftPicture[]): string {
  return pictures.map((_, index) => `[Image #${String(index + 1)}]`).join(' ');
}
