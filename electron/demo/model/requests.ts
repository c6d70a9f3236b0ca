// What the server notes about each request, and how it tells the conversation from the CLI's side requests.
import type http from 'node:http';

/** The fields of a Messages request that tests look at. */
export interface MessagesBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly system?: unknown;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly output_config?: { readonly format?: unknown };
}

/** `turn` takes a turn of the story, `side` is a request the CLI makes for itself (title, quota, summary). */
export type RequestKind = 'turn' | 'side' | 'count' | 'other';

export interface RecordedRequest {
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The parsed JSON body; null when there was none. */
  readonly body: MessagesBody | null;
  /** Which turn of the story answered, from 0; null unless `kind` is `turn`. */
  readonly turn: number | null;
  /** How the answer went: `cut` is our doing, `aborted` the client's. */
  outcome: 'open' | 'answered' | 'failed' | 'cut' | 'aborted';
}

/** The conversation itself always offers tools; titles, summaries and probes never do. */
export function kindOf(method: string, path: string, body: MessagesBody | null): RequestKind {
  const { pathname } = new URL(path, 'http://model-server');
  if (method !== 'POST') return 'other';
  if (pathname === '/v1/messages/count_tokens') return 'count';
  if (pathname !== '/v1/messages') return 'other';
  return (body?.tools?.length ?? 0) > 0 ? 'turn' : 'side';
}

/** All text of the last message of the user, for assertions on what really reached the model. */
export function lastUserText(body: MessagesBody | null): string {
  const message = body?.messages?.filter(({ role }) => role === 'user').at(-1);
  if (typeof message?.content === 'string') return message.content;
  if (!Array.isArray(message?.content)) return '';
  return (message.content as { type?: string; text?: string }[])
    .filter((block) => block.type === 'text')
    .map((block) => block.text ?? '')
    .join('\n');
}

/** The text of each tool's result in the conversation so far, in order. */
export function toolResults(body: MessagesBody | null): readonly string[] {
  return (body?.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content)
      ? (content as { type?: string; content?: unknown }[])
          .filter(({ type }) => type === 'tool_result')
          .map((block) => (typeof block.content === 'string' ? block.content : JSON.stringify(block.content)))
      : [],
  );
}

/** A side request gets an answer of the form that it asks for. */
export function sideAnswer(body: MessagesBody | null): string {
  const asked = JSON.stringify([body?.system, body?.output_config]);
  if (/\btitle\b/i.test(asked)) return '{"title":"A scripted story"}';
  return 'ok';
}
