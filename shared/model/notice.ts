/** Something the person should know, kept until it is dismissed. */
export interface Notice {
  readonly id: string;
  readonly level: 'information' | 'warning' | 'error';
  readonly title: string;
  /** More lines, such as one per restored pane. */
  readonly details: readonly string[];
  readonly at: number;
}
