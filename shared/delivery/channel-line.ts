import { z } from 'zod';
import { parseJsonLine } from '../base/framing';

/** What an adapter wrote. */
export interface ChannelLine {
  readonly channel: string;
  readonly content: string;
  /** A pane, session or tag that it is for; null: whoever gets what is for nobody in particular. */
  readonly to: string | null;
  /** When it was written, in seconds since 1970; null: now. */
  readonly ts: number | null;
  /** It began like JSON and was none, so it was taken as it stands. */
  readonly damaged: boolean;
}

/** Names of channels, as they stand in the names of their FIFOs. */
export const CHANNEL_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;
/** Channel of what comes by the FIFO that has no name of its own, unless the line says one. */
export const UNNAMED_CHANNEL = 'in';

const lineSchema = z.object({
  content: z.string(),
  channel: z.string().optional(),
  to: z.string().min(1).max(200).optional(),
  ts: z.number().min(0).max(1e11).optional().catch(undefined),
});

/**
 * Reads a line of an input FIFO. The name of a FIFO says who writes to it: a line can't claim to come from another
 * channel, except by the one that has no name.
 */
export function parseChannelLine(line: string, fifoChannel: string | null): ChannelLine {
  const plain = { channel: fifoChannel ?? UNNAMED_CHANNEL, content: line, to: null, ts: null };
  if (!line.startsWith('{')) return { ...plain, damaged: false };
  const json = parseJsonLine(line);
  const parsed = json.ok ? lineSchema.safeParse(json.value) : null;
  if (parsed?.success !== true) return { ...plain, damaged: true };
  const { content, channel, to, ts } = parsed.data;
  const named = channel !== undefined && CHANNEL_NAME.test(channel) ? channel : UNNAMED_CHANNEL;
  return { channel: fifoChannel ?? named, content, to: to ?? null, ts: ts ?? null, damaged: false };
}
