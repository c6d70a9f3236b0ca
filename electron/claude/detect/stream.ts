import { z } from 'zod';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { parseJsonLine } from '#shared/base/framing';
import { describeToolUse } from './tool-use';

/** What one line of a Claude that is driven over its standard input and output says about its state. */
export type StreamObservation = { readonly sessionId: string | null } & (
  | { readonly kind: 'state'; readonly state: 'running' | 'requires-action' | 'idle' }
  | { readonly kind: 'request' | 'thinking' | 'text' | 'compacting' }
  | { readonly kind: 'tool-starts'; readonly toolUseId: string; readonly summary: string }
  | { readonly kind: 'tools-ended'; readonly toolUseIds: readonly string[] }
  | {
      readonly kind: 'asks';
      readonly requestId: string;
      readonly toolUseId: string | null;
      readonly tool: string;
      readonly summary: string;
    }
  | { readonly kind: 'ask-ended'; readonly requestId: string }
  | { readonly kind: 'retry'; readonly attempt: number; readonly maximum: number; readonly error: string }
  /** `resetsAt` in milliseconds since 1970. */
  | { readonly kind: 'limit'; readonly reached: boolean; readonly resetsAt: number | null }
  | { readonly kind: 'result'; readonly outcome: 'done' | 'failed' | 'interrupted'; readonly message: string }
);

type Told = StreamObservation extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'sessionId'>
    : never
  : never;

const header = z.object({
  type: z.string(),
  subtype: z.string().nullish(),
  session_id: z.string().nullish(),
  /** Set on what a subagent does, which says nothing about the turn itself. */
  parent_tool_use_id: z.string().nullish(),
});

const stateLine = z.object({ state: z.enum(['running', 'requires_action', 'idle']) });
const statusLine = z.object({ status: z.string().nullish() });
const retryLine = z.object({ attempt: z.number(), max_retries: z.number(), error: z.string().nullish() });
const block = z.object({
  type: z.string(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
});
const eventLine = z.object({
  event: z.object({
    type: z.string(),
    delta: z.object({ type: z.string().nullish() }).nullish(),
    content_block: block.nullish(),
  }),
});
const messageLine = z.object({ message: z.object({ content: z.unknown().optional() }) });
const resultLine = z.object({
  is_error: z.boolean().nullish(),
  result: z.string().nullish(),
  terminal_reason: z.string().nullish(),
  errors: z.array(z.unknown()).nullish(),
});
const requestLine = z.object({
  request_id: z.string(),
  request: z.object({
    subtype: z.string(),
    tool_name: z.string().nullish(),
    input: z.unknown().optional(),
    tool_use_id: z.string().nullish(),
    message: z.string().nullish(),
  }),
});
const responseLine = z.object({ response: z.object({ request_id: z.string().nullish() }) });
const cancelLine = z.object({ request_id: z.string() });
const limitLine = z.object({
  rate_limit_info: z.object({ status: z.string(), resetsAt: z.number().nullish() }),
});

/**
 * Reads one line of the output. Null for lines that say nothing about the state, among them all of unknown types;
 * a line that is not JSON, or a known one with fields of wrong types, is a failure.
 */
export function parseStreamLine(line: string): Result<StreamObservation | null, string> {
  if (line.trim() === '') return ok(null);
  const json = parseJsonLine(line);
  return json.ok ? readStreamRecord(json.value) : fail(`not JSON: ${json.error}`);
}

/** The same for a line that is parsed already. */
export function readStreamRecord(value: unknown): Result<StreamObservation | null, string> {
  const head = header.safeParse(value);
  if (!head.success) return fail('a line without a type');
  try {
    const told =
      head.data.parent_tool_use_id == null || head.data.type === 'control_request'
        ? read(head.data, value)
        : null;
    return ok(told === null ? null : { sessionId: head.data.session_id ?? null, ...told });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const issue = error.issues[0];
    return fail(
      `${head.data.type}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unexpected content'}`,
    );
  }
}

function read(head: z.infer<typeof header>, value: unknown): Told | null {
  switch (head.type) {
    case 'system':
      return readSystem(head.subtype ?? '', value);
    case 'stream_event':
      return readEvent(value);
    case 'assistant': {
      const tool = blocks(value).find((it) => it.type === 'tool_use');
      return tool === undefined ? null : toolStarts(tool);
    }
    case 'user': {
      const ids = blocks(value, 'tool_use_id').flatMap((it) =>
        it.type === 'tool_result' && it.id != null ? [it.id] : [],
      );
      return ids.length === 0 ? null : { kind: 'tools-ended', toolUseIds: ids };
    }
    case 'result': {
      const result = resultLine.parse(value);
      const error = result.errors?.[0];
      const interrupted = result.terminal_reason?.startsWith('aborted') === true;
      const failed = result.is_error === true || head.subtype !== 'success';
      const message = result.result ?? (typeof error === 'string' ? error : '');
      return { kind: 'result', outcome: interrupted ? 'interrupted' : failed ? 'failed' : 'done', message };
    }
    case 'control_request':
      return readRequest(value);
    case 'control_cancel_request':
      return { kind: 'ask-ended', requestId: cancelLine.parse(value).request_id };
    case 'control_response': {
      // Our own answer, which is repeated to us.
      const requestId = responseLine.parse(value).response.request_id;
      return requestId == null ? null : { kind: 'ask-ended', requestId };
    }
    case 'rate_limit_event': {
      const { status, resetsAt } = limitLine.parse(value).rate_limit_info;
      return {
        kind: 'limit',
        reached: status === 'rejected',
        resetsAt: resetsAt == null ? null : resetsAt * 1000,
      };
    }
    default:
      return null;
  }
}

function readSystem(subtype: string, value: unknown): Told | null {
  switch (subtype) {
    case 'session_state_changed': {
      const { state } = stateLine.parse(value);
      return { kind: 'state', state: state === 'requires_action' ? 'requires-action' : state };
    }
    case 'status': {
      const { status } = statusLine.parse(value);
      if (status === 'requesting') return { kind: 'request' };
      return status === 'compacting' ? { kind: 'compacting' } : null;
    }
    case 'api_retry': {
      const { attempt, max_retries: maximum, error } = retryLine.parse(value);
      return { kind: 'retry', attempt, maximum, error: error ?? 'unknown' };
    }
    default:
      return null;
  }
}

function readEvent(value: unknown): Told | null {
  const { event } = eventLine.parse(value);
  if (event.type === 'content_block_start' && event.content_block?.type === 'tool_use')
    return toolStarts(event.content_block);
  if (event.type !== 'content_block_delta') return null;
  if (event.delta?.type === 'text_delta') return { kind: 'text' };
  return event.delta?.type === 'thinking_delta' ? { kind: 'thinking' } : null;
}

function readRequest(value: unknown): Told | null {
  const { request_id: requestId, request } = requestLine.parse(value);
  if (request.subtype === 'can_use_tool') {
    const tool = request.tool_name ?? 'a tool';
    return {
      kind: 'asks',
      requestId,
      toolUseId: request.tool_use_id ?? null,
      tool,
      summary: describeToolUse(tool, request.input),
    };
  }
  if (request.subtype !== 'elicitation') return null;
  const summary = `AskUserQuestion: ${request.message ?? 'a question of an MCP server'}`;
  return { kind: 'asks', requestId, toolUseId: null, tool: 'AskUserQuestion', summary };
}

function toolStarts(tool: z.infer<typeof block>): Told {
  return {
    kind: 'tool-starts',
    toolUseId: tool.id ?? '',
    summary: describeToolUse(tool.name ?? 'a tool', tool.input),
  };
}

/** The blocks of a message whose content is not plain text; `idField` names the field that is their id. */
function blocks(value: unknown, idField = 'id'): z.infer<typeof block>[] {
  const { content } = messageLine.parse(value).message;
  if (!Array.isArray(content)) return [];
  return content.flatMap((each: unknown) => {
    const parsed = block.safeParse(each);
    if (!parsed.success) return [];
    const id = (each as Readonly<Record<string, unknown>>)[idField];
    return [{ ...parsed.data, id: typeof id === 'string' ? id : null }];
  });
}
