import { readResetTime } from './reset-time';

const LIMIT =
  /^(?:You['’]ve (?:hit|reached) your (?:\S+ ){0,3}limit|Claude (?:AI |Code )?usage limit reached|(?:\d+-hour|Session|Weekly|Daily|Opus weekly|Usage) limit reached)/i;

/** Whether a message of Claude says that a usage limit is reached. */
export function isLimitMessage(message: string): boolean {
  return LIMIT.test(message);
}

/** When the limit that a message tells of ends: `resetsAt` is null when it doesn't say. Null for other messages. */
export function limitIn(message: string, now: number): { readonly resetsAt: number | null } | null {
  if (!isLimitMessage(message)) return null;
  const told =
    /\breset(?:s|ting)?(?: at)?:? ([^·∙|]*?)\.?\s*(?:[·∙|].*)?$/i.exec(message)?.[1] ??
    /\|(\d{10})\b/.exec(message)?.[1];
  return { resetsAt: told === undefined ? null : readResetTime(told, now) };
}
