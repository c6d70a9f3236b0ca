import type { ScreenModel } from '../../screen/screen-model';
import type { ReadReply, ReadRequest } from '../host-protocol';

const DEFAULT_SCROLLBACK_LINES = 200;

/** The text of a screen for somebody who is not at the window: bounded, the newest lines kept, whole characters. */
export function readScreen(model: ScreenModel, request: ReadRequest): ReadReply {
  const total = model.lines('scrollback').length;
  const source = model.lines(request.from);
  const end = Math.max(0, source.length - request.offset);
  const wanted = request.lines ?? (request.from === 'screen' ? source.length : DEFAULT_SCROLLBACK_LINES);
  const chosen = source.slice(Math.max(0, end - wanted), end);
  const kept: string[] = [];
  let bytes = 0;
  let cut = false;
  for (const line of [...chosen].reverse()) {
    const text = request.ansi ? model.rowsWithColors(line.firstRow, line.lastRow) : line.text;
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > request.maximumBytes) {
      cut = true;
      // One giant line must not come back as nothing: its end is the newest part.
      if (kept.length === 0) kept.push(lastBytes(text, request.maximumBytes));
      break;
    }
    kept.push(text);
    bytes += size;
  }
  kept.reverse();
  return {
    text: kept.join('\n'),
    lines: kept.length,
    truncated: cut || (request.lines === null && request.from === 'scrollback' && chosen.length < end),
    totalLines: total,
    cursor: model.cursor,
    alternateScreen: model.isAlternateScreen,
  };
}

/** The end of a text, at most so many bytes, without half a character. */
function lastBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  let start = Math.max(0, bytes.length - limit);
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start).toString('utf8');
}
