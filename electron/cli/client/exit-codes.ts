/** What the exit code of the command line tool says; scripts rely on it. */
export const EXIT = { done: 0, failed: 1, usage: 2, notRunning: 3 } as const;
