import os from 'node:os';
import type { PrivateNames } from '#electron/claude/recording/scrub';

/** What tells about the machine on which this runs. */
export function namesOfThisMachine(): PrivateNames {
  const user = os.userInfo().username;
  return {
    homes: [os.homedir()],
    // These names are on every machine and tell nothing.
    users: user === 'root' ? [] : [user],
    machines: os.hostname() === 'localhost' ? [] : [os.hostname()],
  };
}
