import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PaneId } from '#shared/model/ids';

/** A picture that goes with a message: its file, and what is shown of it meanwhile. */
export interface DraftPicture {
  readonly path: string;
  /** A `data:` address; empty where the picture itself is not at hand any more. */
  readonly preview: string;
}

/** What is being written to a Claude and not sent yet. */
export interface Draft {
  readonly text: string;
  readonly pictures: readonly DraftPicture[];
}

const EMPTY: Draft = { text: '', pictures: [] };

const drafts = createStore<{ readonly byPane: Readonly<Record<string, Draft>> }>(() => ({ byPane: {} }));

/** A draft outlives its view: it waits while the pane shows its terminal. */
export function useDraft(paneId: PaneId): Draft {
  return useStore(drafts, ({ byPane }) => byPane[paneId] ?? EMPTY);
}

export function draftOf(paneId: PaneId): Draft {
  return drafts.getState().byPane[paneId] ?? EMPTY;
}

export function setDraft(paneId: PaneId, change: Partial<Draft>): void {
  drafts.setState(({ byPane }) => ({
    byPane: { ...byPane, [paneId]: { ...(byPane[paneId] ?? EMPTY), ...change } },
  }));
}

/** Puts text before what is being written, as when a message that waited is taken back. */
export function returnToDraft(paneId: PaneId, text: string, files: readonly string[]): void {
  const draft = draftOf(paneId);
  const pictures = [...files.map((path) => ({ path, preview: '' })), ...draft.pictures];
  setDraft(paneId, { text: draft.text.trim() === '' ? text : `${text}\n\n${draft.text}`, pictures });
}

export function allDrafts(): Readonly<Record<string, Draft>> {
  return drafts.getState().byPane;
}

/** Takes over what stands in another page. */
export function replaceDrafts(byPane: Readonly<Record<string, Draft>>): void {
  drafts.setState({ byPane });
}

/** Hears of every change; the function that comes back ends it. */
export function onDrafts(
  listener: (now: Readonly<Record<string, Draft>>, before: Readonly<Record<string, Draft>>) => void,
): () => void {
  return drafts.subscribe((now, before) => {
    listener(now.byPane, before.byPane);
  });
}
