import { z } from 'zod';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { AGENT_STATES, EVIDENCE_SOURCES, WAITING_FOR } from '#shared/model/agent-state';

/**
 * A recording of a Claude: what its terminal showed and what else Fugue was told, each with its time, in JSON lines.
 * The first line is the header, as in asciicast 2; then `[seconds, kind, data]` for what happened, and objects
 * `{"t": seconds, "state": …}` for what has to be known at a time. Times never go back.
 *
 * Kinds: `o` output, `i` input, `r` resize ("80x24"), `m` marker, `x` end (`{"exitCode", "signal"}` as text), `h` payload of
 * a hook, `g` entry of Claude's registry (null: there is none). Without a header it is a recording of stream-json.
 */
export interface Recording {
  readonly header: RecordingHeader;
  readonly events: readonly RecordedEvent[];
  readonly expectations: readonly Expectation[];
}

export interface RecordingHeader {
  readonly interface: 'terminal' | 'stream-json';
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since 1970 at which it began; 0 when it does not say. */
  readonly startedAt: number;
  /** The header as it was read, for writing it again. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export type RecordedEvent = { readonly seconds: number } & (
  | { readonly kind: 'output' | 'input' | 'marker'; readonly data: string }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'exit'; readonly exitCode: number | null; readonly signal: string | number | null }
  | { readonly kind: 'hook' | 'registry'; readonly value: unknown }
);

/** What has to be known at a time of the recording; only the fields that are there are compared. */
export type Expectation = z.infer<typeof expectationSchema>;

export interface RecordingFault {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

const size = z.number().int().min(1).max(1000);
const headerSchema = z.looseObject({
  version: z.literal(2),
  width: size,
  height: size,
  timestamp: z.number().nonnegative().optional(),
});
const seconds = z.number().nonnegative();
const expectationSchema = z.strictObject({
  t: seconds,
  state: z.enum(AGENT_STATES),
  waitingFor: z.enum(WAITING_FOR).nullable().optional(),
  source: z.enum(EVIDENCE_SOURCES).optional(),
  /** A part of the reason. */
  reason: z.string().optional(),
});
const eventSchema = z.tuple([seconds, z.string(), z.unknown()]);
const exitSchema = z.union([
  z.object({ exitCode: z.number().nullable(), signal: z.union([z.number(), z.string()]).nullish() }),
  z
    .object({ code: z.tuple([z.number().nullable(), z.string().nullable()]) })
    .transform(({ code }) => ({ exitCode: code[0], signal: code[1] })),
]);
const TEXT_KINDS: Readonly<Record<string, 'output' | 'input' | 'marker'>> = {
  o: 'output',
  i: 'input',
  m: 'marker',
};
const LETTERS = {
  output: 'o',
  input: 'i',
  marker: 'm',
  resize: 'r',
  exit: 'x',
  hook: 'h',
  registry: 'g',
} as const;

export function parseRecording(text: string): Result<Recording, RecordingFault> {
  let header: RecordingHeader | null = null;
  const events: RecordedEvent[] = [];
  const expectations: Expectation[] = [];
  const lines = text.split('\n');
  let newest = 0;
  for (const [index, line] of lines.entries()) {
    const fault = (message: string) => fail({ line: index + 1, message });
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return fault('the line is not JSON');
    }
    if (header === null) {
      if (Array.isArray(value)) header = STREAM_HEADER;
      else {
        const parsed = headerSchema.safeParse(value);
        if (!parsed.success) return fault(`this is no header of a recording: ${issueOf(parsed.error)}`);
        const { width, height, timestamp } = parsed.data;
        const startedAt = (timestamp ?? 0) * 1000;
        header = { interface: 'terminal', columns: width, rows: height, startedAt, fields: parsed.data };
        continue;
      }
    }
    if (!Array.isArray(value)) {
      const parsed = expectationSchema.safeParse(value);
      if (!parsed.success) return fault(`this is no expectation: ${issueOf(parsed.error)}`);
      expectations.push(parsed.data);
      continue;
    }
    const event = readEvent(value);
    if (!event.ok) return fault(event.error);
    if (event.value.seconds < newest) return fault('its time lies before that of the line above');
    newest = event.value.seconds;
    events.push(event.value);
  }
  if (header === null) return fail({ line: 1, message: 'the file is empty' });
  return ok({ header, events, expectations });
}

export function formatRecording(recording: Recording): string {
  const lines: unknown[] = recording.header.interface === 'terminal' ? [recording.header.fields] : [];
  for (const event of recording.events) lines.push([event.seconds, LETTERS[event.kind], dataOf(event)]);
  lines.push(...recording.expectations);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const STREAM_HEADER: RecordingHeader = {
  interface: 'stream-json',
  columns: 80,
  rows: 24,
  startedAt: 0,
  fields: {},
};

function readEvent(value: readonly unknown[]): Result<RecordedEvent, string> {
  const parsed = eventSchema.safeParse(value);
  if (!parsed.success) return fail(`expected [seconds, kind, data]: ${issueOf(parsed.error)}`);
  const [at, letter, data] = parsed.data;
  if (letter === 'h' || letter === 'g') {
    return ok({ seconds: at, kind: letter === 'h' ? 'hook' : 'registry', value: data ?? null });
  }
  if (typeof data !== 'string') return fail(`the data of kind ${letter} has to be text`);
  const textKind = Object.hasOwn(TEXT_KINDS, letter) ? TEXT_KINDS[letter] : undefined;
  if (textKind !== undefined) return ok({ seconds: at, kind: textKind, data });
  if (letter === 'r') {
    const match = /^(\d{1,4})x(\d{1,4})$/.exec(data);
    if (match === null) return fail('a size has to be like 80x24');
    return ok({ seconds: at, kind: 'resize', columns: Number(match[1]), rows: Number(match[2]) });
  }
  if (letter !== 'x') return fail(`there is no kind ${JSON.stringify(letter)}`);
  let end: unknown;
  try {
    end = JSON.parse(data);
  } catch {
    return fail('the data of an end has to be JSON');
  }
  const exit = exitSchema.safeParse(end);
  if (!exit.success) return fail(`the data of an end has to name exitCode and signal`);
  const { exitCode, signal } = exit.data;
  return ok({ seconds: at, kind: 'exit', exitCode, signal: signal === 0 ? null : (signal ?? null) });
}

function dataOf(event: RecordedEvent): unknown {
  switch (event.kind) {
    case 'output':
    case 'input':
    case 'marker':
      return event.data;
    case 'resize':
      return `${String(event.columns)}x${String(event.rows)}`;
    case 'exit':
      return JSON.stringify({ exitCode: event.exitCode, signal: event.signal });
    case 'hook':
    case 'registry':
      return event.value;
  }
}

function issueOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'unexpected content'}`;
}
