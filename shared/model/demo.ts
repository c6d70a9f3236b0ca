/** What `fugue --demo` has to show. */
export interface DemoFacts {
  /** The real Claude Code is there; without it the demo has shells only. */
  readonly claude: boolean;
  /** A line for a shell that writes to a Claude through its channel. */
  readonly channelLine: string;
}
