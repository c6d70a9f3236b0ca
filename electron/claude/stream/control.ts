import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';

/** A JSON object that Claude wrote; nothing is known of its fields. */
export type StreamRecord = Readonly<Record<string, unknown>>;

/** What Claude asks over its own protocol. */
export type StreamAsk = { readonly requestId: string } & (
  | {
      readonly subtype: 'can_use_tool';
      readonly tool: string;
      readonly input: StreamRecord;
      readonly toolUseId: string | null;
      readonly agentId: string | null;
      readonly suggestions: readonly unknown[];
      /** Why it asks, in Claude's words. */
      readonly reason: string | null;
    }
  | {
      readonly subtype: 'elicitation';
      readonly server: string;
      readonly message: string;
      readonly schema: StreamRecord;
    }
  /** Nobody can answer it; `problem` is a sentence for Claude. */
  | { readonly subtype: 'unknown'; readonly problem: string }
);

/** Reads a question, whether its fields stand in `request` or at the top. Null when it names no id to answer to. */
export function readAsk(record: StreamRecord): StreamAsk | null {
  const requestId = text(record['request_id']);
  if (requestId === null) return null;
  const request = asRecord(record['request']) ?? record;
  const subtype = text(request['subtype']);
  switch (subtype) {
    case 'can_use_tool': {
      const tool = text(request['tool_name']);
      const input = asRecord(request['input']) ?? asRecord(request['tool_input']) ?? {};
      if (tool === null) return { requestId, subtype: 'unknown', problem: 'can_use_tool without tool_name' };
      const { permission_suggestions: suggestions } = request;
      return {
        requestId,
        subtype,
        tool,
        input,
        toolUseId: text(request['tool_use_id']),
        agentId: text(request['agent_id']),
        suggestions: Array.isArray(suggestions) ? (suggestions as readonly unknown[]) : [],
        reason: text(request['decision_reason']) ?? text(request['description']),
      };
    }
    case 'elicitation':
      return {
        requestId,
        subtype,
        server: text(request['mcp_server_name']) ?? 'an MCP server',
        message: text(request['message']) ?? '',
        schema: asRecord(request['requested_schema']) ?? {},
      };
    default:
      return {
        requestId,
        subtype: 'unknown',
        problem: `Unsupported control request subtype: ${subtype ?? '(none)'}`,
      };
  }
}

/** Reads what Claude answers to a question of Fugue's; null for the echo of an answer of Fugue's own. */
export function readReply(
  record: StreamRecord,
): { readonly requestId: string; readonly result: Result<StreamRecord, string> } | null {
  const response = asRecord(record['response']);
  const requestId = text(response?.['request_id']);
  if (response === null || requestId === null) return null;
  return {
    requestId,
    result:
      response['subtype'] === 'error'
        ? fail(text(response['error']) ?? 'Claude refused')
        : ok(asRecord(response['response']) ?? {}),
  };
}

export function asRecord(value: unknown): StreamRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as StreamRecord)
    : null;
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
