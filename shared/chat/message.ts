import type { ChatLine } from '../ipc/chat-port';
import type { Block } from './blocks';
import { parseContent } from './blocks';
import type { JsonRecord } from './json';
import { field, isRecord, momentOf, recordOf, someText, textOf } from './json';

/*
 * One line of a conversation, as Claude writes it to its output or into its file. Both write nearly the same; where
 * they differ, the form of the file is `camelCase` and that of the output `snake_case`.
 */

/** Whose part of the conversation a line is: null is Claude itself. */
export interface SubagentMark {
  /** The call that started the subagent; the output says it, a file does not. */
  readonly toolUseId: string | null;
  /** The subagent's own name; a file says it. */
  readonly agentId: string | null;
}

interface Common {
  /** Names the line on its port. */
  readonly id: string;
  /** The same for output and file; null for lines that have none. */
  readonly uuid: string | null;
  /** Milliseconds since 1970, where the line says it. */
  readonly at: number | null;
  readonly subagent: SubagentMark | null;
  /** Length of the whole line in bytes when only its beginning came. */
  readonly cut: number | null;
  readonly record: JsonRecord;
}

export interface AssistantLine extends Common {
  readonly type: 'assistant';
  readonly messageId: string | null;
  readonly model: string | null;
  readonly blocks: readonly Block[];
  /** What went wrong at the other end, such as `overloaded`. */
  readonly error: string | null;
}

export interface UserLine extends Common {
  readonly type: 'user';
  readonly blocks: readonly Block[];
  /** Claude Code wrote it, not the person. */
  readonly meta: boolean;
  /** It stands for what came before it was shortened. */
  readonly summary: boolean;
  /** What the tool gave back, in a form of its own. */
  readonly details: unknown;
}

export interface SystemLine extends Common {
  readonly type: 'system';
  readonly subtype: string;
}

export interface ResultLine extends Common {
  readonly type: 'result';
  readonly subtype: string;
}

export interface AttachmentLine extends Common {
  readonly type: 'attachment';
  readonly name: string;
  readonly attachment: JsonRecord;
}

/** A type of its own that is none of the above; the model knows some of them. */
export interface OtherLine extends Common {
  readonly type: 'other';
  readonly name: string;
}

/** No JSON at all, or one whose end is missing. */
export interface BrokenLine extends Common {
  readonly type: 'broken';
  readonly text: string;
}

export type Line =
  AssistantLine | UserLine | SystemLine | ResultLine | AttachmentLine | OtherLine | BrokenLine;

/** Reads a line. It never fails: what is not understood is handed on as it is. */
export function parseLine({ id, text, cut }: ChatLine): Line {
  const value = parseJson(text);
  if (!isRecord(value)) {
    return { ...commonOf(id, {}, cut), type: 'broken', text };
  }
  const common = commonOf(id, value, cut);
  const type = textOf(value['type']);
  const message = recordOf(value['message']);
  switch (type) {
    case 'assistant':
      return {
        ...common,
        type,
        messageId: someText(message['id']),
        model: someText(message['model']),
        blocks: parseContent(message['content']),
        error: errorOf(value),
      };
    case 'user':
      return {
        ...common,
        type,
        blocks: parseContent(message['content']),
        meta: value['isMeta'] === true || value['isSynthetic'] === true,
        summary: value['isCompactSummary'] === true,
        details: field(value, 'toolUseResult', 'tool_use_result'),
      };
    case 'system':
      return { ...common, type, subtype: textOf(value['subtype']) };
    case 'result':
      return { ...common, type, subtype: textOf(value['subtype']) };
    case 'attachment': {
      const attachment = recordOf(value['attachment']);
      return { ...common, type, name: textOf(field(attachment, 'type', 'kind')), attachment };
    }
    default:
      return { ...common, type: 'other', name: type };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // the line is shown as it is
  }
}

function commonOf(id: string, record: JsonRecord, cut: number | undefined): Common {
  return {
    id,
    uuid: someText(record['uuid']),
    at: momentOf(record['timestamp']),
    subagent: subagentOf(record),
    cut: cut ?? null,
    record,
  };
}

function subagentOf(record: JsonRecord): SubagentMark | null {
  const toolUseId = someText(record['parent_tool_use_id']);
  const agentId = record['isSidechain'] === true ? someText(record['agentId']) : null;
  if (toolUseId === null && record['isSidechain'] !== true) return null;
  return { toolUseId, agentId };
}

function errorOf(record: JsonRecord): string | null {
  const named = someText(record['error']);
  if (named !== null) return named;
  return record['isApiErrorMessage'] === true ? 'unknown' : null;
}
