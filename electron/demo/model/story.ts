// What a story is made of. A story is a list of turns; each request of the conversation takes the next one.
//
//   export const greeting = story('greeting', [
//     answer(thinking('A greeting.'), text('Hello! Shall I look around?')),
//     failure(529, { retryAfterSeconds: 1 }),
//     answer(text('Looking.'), tool('Bash', { command: 'ls' })).slowly(20),
//     answer(text('Done.')).held(),
//   ]);

import type { MessagesBody } from './requests';

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** Where a held answer stops until it is released: before its first byte, or after its first piece of text. */
export type Hold = 'before' | 'inside';

export interface AnswerTurn {
  readonly type: 'answer';
  readonly blocks: readonly Block[];
  /** Milliseconds before each piece of the stream. */
  readonly delay: number;
  readonly hold: Hold | null;
  /** The connection breaks after so many pieces. */
  readonly cutAfter: number | null;
}

export interface FailureTurn {
  readonly type: 'failure';
  readonly status: number;
  readonly kind: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
  readonly headers: Readonly<Record<string, string>>;
}

export type Turn = AnswerTurn | FailureTurn;

export interface Story {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** Decides by what is said, for several conversations at once; the turns above are then only what it leaves. */
  readonly direct?: (body: MessagesBody) => Turn | null;
}

/** An answer that can be told how to arrive. */
export interface Answer extends AnswerTurn {
  slowly(millisecondsPerPiece: number): Answer;
  held(where?: Hold): Answer;
  cut(afterPieces: number): Answer;
}

export function story(name: string, turns: readonly Turn[]): Story {
  return { name, turns };
}

export function directed(name: string, direct: (body: MessagesBody) => Turn | null): Story {
  return { name, turns: [], direct };
}

function answerFrom(turn: AnswerTurn): Answer {
  return {
    ...turn,
    slowly: (millisecondsPerPiece) => answerFrom({ ...turn, delay: millisecondsPerPiece }),
    held: (where = 'before') => answerFrom({ ...turn, hold: where }),
    cut: (afterPieces) => answerFrom({ ...turn, cutAfter: afterPieces }),
  };
}

export function answer(...blocks: readonly Block[]): Answer {
  return answerFrom({ type: 'answer', blocks, delay: 0, hold: null, cutAfter: null });
}

export const text = (content: string): Block => ({ type: 'text', text: content });
export const thinking = (content: string): Block => ({ type: 'thinking', thinking: content });
export const tool = (name: string, input: Readonly<Record<string, unknown>>): Block => ({
  type: 'tool',
  name,
  input,
});

const kinds = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [529, 'overloaded_error'],
]);

export function failure(
  status: number,
  options: {
    message?: string;
    kind?: string;
    retryAfterSeconds?: number;
    headers?: Readonly<Record<string, string>>;
  } = {},
): FailureTurn {
  return {
    type: 'failure',
    status,
    kind: options.kind ?? kinds.get(status) ?? 'api_error',
    message: options.message ?? `scripted failure ${status}`,
    retryAfterSeconds: options.retryAfterSeconds ?? null,
    headers: options.headers ?? {},
  };
}
