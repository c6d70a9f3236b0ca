import type { ResultPart } from './blocks';
import { resultText } from './blocks';
import type { JsonRecord } from './json';
import { isRecord, listOf, recordOf, someNumber, someText, textOf } from './json';

/**
 * `preparing`: Claude is still writing down what the tool is to be given. `refused`: it was not allowed.
 * `interrupted`: it ended without a result.
 */
export type CallState = 'preparing' | 'running' | 'done' | 'failed' | 'refused' | 'interrupted';

/** A piece of a changed file, as Claude Code notes it: lines begin with a blank, a plus or a minus. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/** What the tool told besides the text for Claude; only what a card shows, as files stand in it whole. */
export interface ToolDetails {
  readonly patch: readonly PatchHunk[] | null;
  readonly createdFile: boolean;
  readonly file: FileRange | null;
  /** Answer by question. */
  readonly answers: Readonly<Record<string, string>> | null;
  readonly agentId: string | null;
  readonly interrupted: boolean;
  readonly stderr: string;
  readonly durationMilliseconds: number | null;
  readonly tokens: number | null;
  readonly toolUses: number | null;
}

export interface FileRange {
  readonly startLine: number;
  readonly lines: number;
  readonly totalLines: number | null;
}

export interface CallResult {
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
  readonly details: ToolDetails;
}

/** What is known of the subagent of a call. */
export interface SubagentProgress {
  /** What it does just now, in its own words. */
  readonly doing: string;
  readonly toolUses: number | null;
  readonly tokens: number | null;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonRecord;
  /** How much of the input has been written, in UTF-16 units, while it is being prepared. */
  readonly written: number;
  readonly state: CallState;
  readonly result: CallResult | null;
  /** Milliseconds since 1970; null where nobody said it. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly progress: SubagentProgress | null;
}

export function newCall(id: string, name: string, input: JsonRecord, startedAt: number | null): ToolCall {
  return {
    id,
    name,
    input,
    written: 0,
    state: 'running',
    result: null,
    startedAt,
    endedAt: null,
    progress: null,
  };
}

/** What Claude Code writes into the result of a call that was not allowed. */
const REFUSALS =
  /^(?:The user doesn't want to (?:proceed|take this action)|Permission to use \S+ .*has been denied|Claude requested permissions? to|The tool use was rejected|\[Request interrupted by user for tool use\]|Tool permission (?:request failed|stream closed))/;

export function withResult(call: ToolCall, result: CallResult, at: number | null): ToolCall {
  return { ...call, result, endedAt: at, state: stateOf(result), progress: call.progress };
}

function stateOf({ parts, isError, details }: CallResult): CallState {
  if (details.interrupted) return 'interrupted';
  if (!isError) return 'done';
  return REFUSALS.test(resultText(parts).trimStart()) ? 'refused' : 'failed';
}

export function toolDetails(value: unknown): ToolDetails {
  const record = recordOf(value);
  const file = recordOf(record['file']);
  const answers = record['answers'];
  return {
    patch: patchOf(record['structuredPatch']),
    createdFile: record['type'] === 'create',
    file: isRecord(record['file']) ? fileRange(file) : null,
    answers: isRecord(answers)
      ? Object.fromEntries(Object.entries(answers).map(([question, answer]) => [question, plain(answer)]))
      : null,
    agentId: someText(record['agentId']),
    interrupted: record['interrupted'] === true,
    stderr: textOf(record['stderr']),
    durationMilliseconds: someNumber(record['totalDurationMs']) ?? someNumber(record['durationMs']),
    tokens: someNumber(record['totalTokens']),
    toolUses: someNumber(record['totalToolUseCount']),
  };
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return JSON.stringify(value) ?? '';
}

function fileRange(file: JsonRecord): FileRange | null {
  const startLine = someNumber(file['startLine']);
  const lines = someNumber(file['numLines']);
  if (startLine === null || lines === null) return null;
  return { startLine, lines, totalLines: someNumber(file['totalLines']) };
}

function patchOf(value: unknown): readonly PatchHunk[] | null {
  const hunks = listOf(value).flatMap((entry): PatchHunk[] => {
    const hunk = recordOf(entry);
    const oldStart = someNumber(hunk['oldStart']);
    const newStart = someNumber(hunk['newStart']);
    const lines = listOf(hunk['lines']).filter((line) => typeof line === 'string');
    return oldStart === null || newStart === null || lines.length === 0
      ? []
      : [{ oldStart, newStart, lines }];
  });
  return hunks.length === 0 ? null : hunks;
}
