import { field, listOf, recordOf, someText, textOf } from './json';
import type { JsonRecord } from './json';

export type TaskStatus = 'pending' | 'in_progress' | 'completed' | 'deleted';

export interface Task {
  readonly id: string;
  /** Empty while only its number is known: it was made in a part of the conversation that is not loaded. */
  readonly subject: string;
  readonly status: TaskStatus;
}

/** The tools that make and change lists of tasks; their calls are shown as the list that they make. */
const TASK_TOOLS = new Set(['TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet', 'TodoWrite', 'TodoRead']);

export function isTaskTool(name: string): boolean {
  return TASK_TOOLS.has(name);
}

/** The list after a call of one of the tools was made. What only the result tells comes with `tasksAfterResult`. */
export function tasksAfterCall(
  tasks: readonly Task[],
  name: string,
  callId: string,
  input: JsonRecord,
): readonly Task[] {
  if (name === 'TodoWrite') return listOf(input['todos']).map((todo, index) => todoOf(recordOf(todo), index));
  if (name === 'TaskCreate') {
    // Its number comes with the result.
    const made: Task = { id: `call:${callId}`, subject: textOf(input['subject']), status: 'pending' };
    return [...tasks, made];
  }
  if (name === 'TaskUpdate') {
    const id = idOf(field(input, 'taskId', 'task_id'));
    return id === null ? tasks : changed(tasks, id, input);
  }
  return tasks;
}

export function tasksAfterResult(
  tasks: readonly Task[],
  name: string,
  callId: string,
  input: JsonRecord,
  outcome: { readonly details: unknown; readonly isError: boolean; readonly before: readonly Task[] },
): readonly Task[] {
  const details = recordOf(outcome.details);
  const provisional = `call:${callId}`;
  if (outcome.isError) {
    if (name === 'TaskUpdate') {
      // The update did not happen.
      const id = idOf(field(input, 'taskId', 'task_id'));
      const former = outcome.before.find((task) => task.id === id);
      return tasks.flatMap((task) => (task.id !== id ? [task] : former === undefined ? [] : [former]));
    }
    return tasks.filter((task) => task.id !== provisional);
  }
  if (name === 'TaskCreate') {
    const id = idOf(recordOf(details['task'])['id']);
    return id === null ? tasks : tasks.map((task) => (task.id === provisional ? { ...task, id } : task));
  }
  if (name === 'TaskList' && Array.isArray(details['tasks'])) {
    return details['tasks'].map((entry, index) => {
      const task = recordOf(entry);
      return {
        id: idOf(task['id']) ?? String(index + 1),
        subject: textOf(task['subject']),
        status: statusOf(task['status']) ?? 'pending',
      };
    });
  }
  return tasks;
}

function changed(tasks: readonly Task[], id: string, input: JsonRecord): readonly Task[] {
  const known = tasks.some((task) => task.id === id);
  const list: readonly Task[] = known ? tasks : [...tasks, { id, subject: '', status: 'pending' }];
  return list.map((task) =>
    task.id === id
      ? {
          id,
          subject: someText(input['subject']) ?? task.subject,
          status: statusOf(input['status']) ?? task.status,
        }
      : task,
  );
}

function todoOf(todo: JsonRecord, index: number): Task {
  return {
    id: idOf(todo['id']) ?? String(index + 1),
    subject: textOf(todo['content']),
    status: statusOf(todo['status']) ?? 'pending',
  };
}

function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : someText(value);
}

function statusOf(value: unknown): TaskStatus | null {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'deleted'
    ? value
    : null;
}
