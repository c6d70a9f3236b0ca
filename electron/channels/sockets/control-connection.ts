import type net from 'node:net';
import { z } from 'zod';
import type { LongLine } from '#shared/base/framing';
import { issueSentence } from '#shared/base/issue-sentence';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { Turn } from '../broadcast/turn-broadcaster';

/** Longest line, in UTF-16 units. */
const LINE_LIMIT = 8 * 1024 * 1024;
/** Who is silent for so long is let go, in milliseconds. */
const PATIENCE = 60_000;
/** Of what a caller asks, answers to so many bytes wait for it to read them. */
const UNREAD_LIMIT = 64 * 1024;

const broadcastSchema = z.object({
  type: z.literal('broadcast'),
  session: z.string().min(1).max(200),
  turn: z
    .array(z.looseObject({ type: z.string().min(1).max(100) }))
    .min(1)
    .max(10_000),
});

export interface ControlCallers {
  /** A turn that a hook of the person's own has gathered. */
  readonly broadcast: (turn: Turn) => void;
  /** Speaks HTTP with the caller: the hooks do. */
  readonly http: (socket: net.Socket) => void;
}

/** Serves one caller of `control.sock`: JSON Lines, or HTTP. The first byte tells which. */
export function serveControl(socket: net.Socket, callers: ControlCallers): void {
  socket.setTimeout(PATIENCE, () => socket.destroy());
  const ended = (): void => {
    socket.end();
  };
  socket.once('end', ended);
  socket.once('data', (first: Buffer) => {
    socket.off('end', ended);
    if (/^[A-Z]/.test(first.toString('latin1', 0, 1))) {
      socket.unshift(first);
      callers.http(socket);
      return;
    }
    const reader = new LineReader(LINE_LIMIT);
    const text = new TextDecoder('utf-8', { ignoreBOM: true });
    const take = (line: Result<string, LongLine>): void => {
      if (line.ok && line.value.trim() === '') return;
      const turn = line.ok ? turnOf(line.value) : fail('a line has at most 8 MB');
      if (turn.ok) callers.broadcast(turn.value);
      if (socket.writableLength > UNREAD_LIMIT) socket.destroy();
      else socket.write(`${JSON.stringify(turn.ok ? { ok: true } : { ok: false, error: turn.error })}\n`);
    };
    const read = (piece: Buffer): void => {
      for (const line of reader.push(text.decode(piece, { stream: true }))) take(line);
    };
    socket.on('data', read);
    socket.on('end', () => {
      // A last line may come without its end.
      const rest = reader.finish();
      if (rest !== null) take(rest);
      socket.end();
    });
    read(first);
  });
}

function turnOf(line: string): Result<Turn, string> {
  const json = parseJsonLine(line);
  if (!json.ok) return fail('the line is not JSON');
  const parsed = broadcastSchema.safeParse(json.value);
  if (parsed.success) return ok({ session: parsed.data.session, blocks: parsed.data.turn });
  const issue = parsed.error.issues[0];
  return fail(
    `expected {"type":"broadcast","session":"…","turn":[…blocks with a type]}; ${issue?.path.join('.') ?? ''}: ${issue === undefined ? 'unexpected content' : issueSentence(issue)}`,
  );
}
