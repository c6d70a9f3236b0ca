import fs from 'node:fs';
import path from 'node:path';
import { parseJsonLine } from '#shared/base/framing';
import type { AskEnd } from '#shared/model/permission';
import { asRecord } from '../../claude/stream/control';

/** Past this the log is put aside and begun anew, in bytes; one that was put aside before goes. */
const LOG_LIMIT = 4 * 1024 * 1024;

/** What became of one request, and by whom. */
export interface DecisionRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly pane_id: string;
  readonly pane: string;
  readonly session_id: string | null;
  readonly tool: string;
  readonly summary: string;
  readonly end: AskEnd;
  /** `person`, `rule`, `claude` (it took the question back, or was answered in its terminal), `time`. */
  readonly by: 'person' | 'rule' | 'claude' | 'time';
  /** The rule that decided, or that was kept from now on; null when there is none. */
  readonly rule: string | null;
  /** What the person told Claude with it. */
  readonly message: string | null;
}

/** Every decision, in a file that can be read: one JSON object a line. */
export class DecisionLog {
  constructor(
    private readonly file: string,
    private readonly fault: (error: unknown) => void,
  ) {}

  add(record: DecisionRecord): void {
    try {
      fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
      const size = fs.statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > LOG_LIMIT) fs.renameSync(this.file, `${this.file}.1`);
      fs.appendFileSync(this.file, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    } catch (error) {
      this.fault(error);
    }
  }

  /** The newest, newest first. */
  newest(limit: number): readonly DecisionRecord[] {
    const records: DecisionRecord[] = [];
    for (const file of [this.file, `${this.file}.1`]) {
      if (records.length >= limit) break;
      records.push(...recordsOf(file).slice(0, limit - records.length));
    }
    return records;
  }
}

function recordsOf(file: string): readonly DecisionRecord[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    return []; // Nothing was decided yet.
  }
  return text
    .split('\n')
    .reverse()
    .flatMap((line): DecisionRecord[] => {
      const parsed = line === '' ? null : parseJsonLine(line);
      // A line of which only a part was written may be anything.
      const isRecord = parsed?.ok === true && asRecord(parsed.value)?.['summary'] !== undefined;
      return isRecord ? [parsed.value as DecisionRecord] : [];
    });
}
