/** How far the reading of transcripts is. */
export interface ReadingProgress {
  readonly done: number;
  readonly total: number;
}

/** What the window has to know of the index of conversations to ask for them again. */
export interface HistoryState {
  /** Grows whenever a title that is shown changes, or conversations come or go. */
  readonly revision: number;
  /** Transcripts are read for the first time, or again; null while they are not. */
  readonly reading: ReadingProgress | null;
}

export const NO_HISTORY: HistoryState = { revision: 0, reading: null };
