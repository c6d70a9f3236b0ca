import type { Block } from './blocks';
import type { JsonRecord } from './json';
import type { Place, RowList } from './row-list';
import type { TasksRow } from './rows';
import type { Task } from './tasks';
import { tasksAfterCall, tasksAfterResult } from './tasks';

type Origin = Pick<TasksRow, 'key' | 'at' | 'lines'>;

interface OpenCall {
  readonly name: string;
  readonly input: JsonRecord;
  readonly before: readonly Task[];
}

/** The list of tasks of a conversation. Calls that follow each other are shown as one list, as it is after them. */
export class TaskBook {
  private tasks: readonly Task[] = [];
  private readonly open = new Map<string, OpenCall>();
  /** Rows that show the list, the newest last. */
  private readonly places: Place[] = [];

  constructor(private readonly list: RowList) {}

  get current(): readonly Task[] {
    return this.tasks;
  }

  /** `reserved`: a row that was made for the call already. Gives the key of the row that shows it. */
  takeCall(block: Extract<Block, { type: 'tool-use' }>, origin: Origin, reserved: Place | null): string {
    this.open.set(block.id, { name: block.name, input: block.input, before: this.tasks });
    this.tasks = tasksAfterCall(this.tasks, block.name, block.id, block.input);
    if (reserved !== null) this.list.absorb(reserved);
    const last = this.list.lastShown();
    const row = last === null ? null : this.list.get(last);
    if (last !== null && row?.kind === 'tasks') {
      this.list.set(last, { ...row, tasks: this.tasks, lines: [...row.lines, ...origin.lines] });
      return row.key;
    }
    const key = `${origin.key}:tasks`;
    this.places.push(this.list.add({ kind: 'tasks', ...origin, key, tasks: this.tasks, failed: false }));
    return key;
  }

  /** Null when the result belongs to no call of this list. */
  takeResult(
    block: Extract<Block, { type: 'tool-result' }>,
    details: unknown,
    lines: readonly string[],
  ): string | null {
    const call = this.open.get(block.toolUseId);
    const place = this.places.at(-1);
    if (call === undefined || place === undefined) return null;
    this.open.delete(block.toolUseId);
    this.tasks = tasksAfterResult(this.tasks, call.name, block.toolUseId, call.input, {
      details,
      isError: block.isError,
      before: call.before,
    });
    const row = this.list.get(place);
    if (row.kind === 'tasks') {
      const failed = row.failed || block.isError;
      this.list.set(place, { ...row, tasks: this.tasks, failed, lines: [...row.lines, ...lines] });
    }
    return row.key;
  }

  /** Names what only its number was known of: an earlier part tells. */
  learn(earlier: readonly Task[]): void {
    const subjects = new Map(earlier.map(({ id, subject }) => [id, subject]));
    const named = (tasks: readonly Task[]): readonly Task[] =>
      tasks.map((task) => (task.subject === '' ? { ...task, subject: subjects.get(task.id) ?? '' } : task));
    this.tasks = named(this.tasks);
    for (const place of this.places) {
      const row = this.list.get(place);
      if (row.kind === 'tasks') this.list.set(place, { ...row, tasks: named(row.tasks) });
    }
  }
}
