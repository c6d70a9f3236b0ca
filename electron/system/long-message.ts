import type { LongLine } from '#shared/base/framing';

type Id = string | number;

/**
 * The id of a request whose line is too long to be read as a whole, so that its sender does not wait for the answer.
 * Null when it can't be told by the ends of the line, and for what is no request.
 */
export function idOfLongRequest({ head, tail }: LongLine): Id | null {
  const fields = fieldsAtTop(head);
  const atEnd = /,\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail,
  );
  // What is longer than the ends may be the value of any field; of the fields that can be seen one has to be the method.
  if (!fields.has('method') && !/,\s*"method"\s*:\s*"[^"\\]*"\s*[,}][^{}]*\}\s*$/.test(tail)) return null;
  const text = fields.get('id') ?? atEnd?.[1];
  if (text === undefined) return null;
  try {
    const id = JSON.parse(text) as unknown;
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\],:])|([^\s"{}[\],:]+))/y;

/** The fields of an object of which only the beginning is known, each with its text; empty for what is not plain. */
function fieldsAtTop(head: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let depth = 0;
  let key: string | null = null;
  let afterColon = false;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(head); found !== null; found = TOKEN.exec(head)) {
    const [, quoted, mark, word] = found;
    // What touches the end may go on behind it.
    if (mark === undefined && TOKEN.lastIndex >= head.length) break;
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth !== 1) continue;
    if (mark === ',' || mark === '{') [key, afterColon] = [null, false];
    else if (mark === ':') afterColon = true;
    else if (key === null && quoted !== undefined) key = quoted.slice(1, -1);
    else if (key !== null && afterColon && mark === undefined) fields.set(key, quoted ?? word ?? '');
  }
  return fields;
}
