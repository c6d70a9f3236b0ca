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
  readonly at: number;
}
