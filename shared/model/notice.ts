import type { PaneId } from './ids';

/** Something that can be done about a notice with one click: a command of the catalog. */
export interface NoticeAction {
  readonly label: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Something the person should know, kept until it is dismissed. */
export interface Notice {
  readonly id: string;
  readonly level: 'information' | 'warning' | 'error';
  readonly title: string;
  /** More lines, such as one per restored pane. */
  readonly details: readonly string[];
  readonly actions: readonly NoticeAction[];
  /** The pane whose program it comes from; null when it comes from none. */
  readonly paneId: PaneId | null;
  readonly at: number;
}

/** Whether it asks the person to allow something, rather than to know it. */
export function isRequest(notice: Notice): boolean {
  return notice.actions.some(({ command }) => command === 'answer_request');
}

/** A request that nobody answers is refused after so long, in milliseconds. */
export const REQUEST_LIMIT = 5 * 60_000;
