import type { JsonRecord } from './json';
import { field, listOf, recordOf, someNumber, textOf } from './json';
import type { ToolCall } from './tool-call';

/** How a card shows what a tool was given and what it gave back. */
export type CardBody =
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'edit';
      readonly edits: readonly { readonly before: string; readonly after: string }[];
    }
  | { readonly kind: 'write'; readonly content: string; readonly language: string }
  | { readonly kind: 'read'; readonly language: string }
  | { readonly kind: 'agent'; readonly prompt: string }
  | { readonly kind: 'questions'; readonly questions: readonly Question[] }
  | { readonly kind: 'plan'; readonly plan: string }
  | { readonly kind: 'fields' }
  | { readonly kind: 'output' };

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

export type CardIcon =
  'terminal' | 'file' | 'edit' | 'search' | 'web' | 'agent' | 'question' | 'plan' | 'plug' | 'tool';

/** A call of a tool in words. */
export interface Card {
  readonly icon: CardIcon;
  /** What is done, such as `Edit`. */
  readonly title: string;
  /** To what: a path, a pattern, a description. It comes from Claude and is shown with each character visible. */
  readonly subject: string;
  readonly subjectIsPath: boolean;
  /** A few words more. */
  readonly aside: string;
  readonly body: CardBody;
}

const OUTPUT: CardBody = { kind: 'output' };
const FIELDS: CardBody = { kind: 'fields' };

export function cardOf({ name, input, result }: ToolCall): Card {
  const text = (...names: readonly string[]): string => textOf(field(input, ...names));
  const make = (
    icon: CardIcon,
    title: string,
    subject: string,
    body: CardBody,
    more: Partial<Pick<Card, 'subjectIsPath' | 'aside'>> = {},
  ): Card => ({ icon, title, subject, body, subjectIsPath: false, aside: '', ...more });
  const path = text('file_path', 'notebook_path', 'path');
  const ofFile = { subjectIsPath: true };
  switch (name) {
    case 'Bash': {
      const aside = input['run_in_background'] === true ? 'in the background' : '';
      return make(
        'terminal',
        'Run',
        text('description'),
        { kind: 'command', command: text('command') },
        { aside },
      );
    }
    case 'Edit':
      return make('edit', 'Edit', path, { kind: 'edit', edits: [editOf(input)] }, ofFile);
    case 'MultiEdit': {
      const edits = listOf(input['edits']).map((edit) => editOf(recordOf(edit)));
      return make(
        'edit',
        'Edit',
        path,
        { kind: 'edit', edits },
        { ...ofFile, aside: `${String(edits.length)} places` },
      );
    }
    case 'Write': {
      const body: CardBody = { kind: 'write', content: text('content'), language: languageOf(path) };
      return make('edit', result?.details.createdFile === false ? 'Write' : 'Create', path, body, ofFile);
    }
    case 'NotebookEdit': {
      const language = text('cell_type') === 'markdown' ? 'markdown' : 'python';
      const body: CardBody = { kind: 'write', content: text('new_source'), language };
      const cell = text('cell_id');
      return make('edit', 'Edit', path, body, { ...ofFile, aside: cell === '' ? '' : `cell ${cell}` });
    }
    case 'Read':
      return make(
        'file',
        'Read',
        path,
        { kind: 'read', language: languageOf(path) },
        { ...ofFile, aside: readRange(input, result) },
      );
    case 'Grep':
      return make('search', 'Search', text('pattern'), OUTPUT, {
        aside: where(text('path', 'glob', 'type')),
      });
    case 'Glob':
      return make('search', 'Find files', text('pattern'), OUTPUT, { aside: where(text('path')) });
    case 'LS':
      return make('file', 'List', path, OUTPUT, ofFile);
    case 'WebFetch':
      return make('web', 'Fetch', text('url'), OUTPUT);
    case 'WebSearch':
    case 'web_search':
      return make('web', 'Search the web', text('query'), OUTPUT);
    case 'Task':
    case 'Agent':
      return make(
        'agent',
        'Agent',
        text('description'),
        { kind: 'agent', prompt: text('prompt') },
        { aside: text('subagent_type') },
      );
    case 'AskUserQuestion': {
      const questions = listOf(input['questions']).map((question) => questionOf(recordOf(question)));
      return make('question', 'Question', questions[0]?.header ?? '', { kind: 'questions', questions });
    }
    case 'ExitPlanMode':
      return make('plan', 'Plan', '', { kind: 'plan', plan: text('plan') });
    case 'EnterPlanMode':
      return make('plan', 'Start to plan', '', OUTPUT);
    case 'Skill':
      return make('tool', 'Skill', text('skill', 'command'), OUTPUT, { aside: text('args') });
    case '':
      return make('tool', 'Result of an earlier call', '', OUTPUT);
    default:
  }
  const server = /^mcp__(.+?)__(.+)$/.exec(name);
  if (server !== null) return make('plug', `${server[1] ?? ''} › ${server[2] ?? ''}`, '', FIELDS);
  return make('tool', name, '', FIELDS);
}

/** The values that a tool was given, for tools of which nothing more is known. */
export function fieldsOf(input: JsonRecord): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(input).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''),
  }));
}

function editOf(input: JsonRecord): { before: string; after: string } {
  return { before: textOf(input['old_string']), after: textOf(input['new_string']) };
}

function where(place: string): string {
  return place === '' ? '' : `in ${place}`;
}

function readRange(input: JsonRecord, result: ToolCall['result']): string {
  const file = result?.details.file ?? null;
  if (file !== null) {
    const whole = file.startLine === 1 && (file.totalLines === null || file.lines >= file.totalLines);
    if (whole) return `${String(file.lines)} lines`;
    const of = file.totalLines === null ? '' : ` of ${String(file.totalLines)}`;
    return `lines ${String(file.startLine)}–${String(file.startLine + file.lines - 1)}${of}`;
  }
  const offset = someNumber(input['offset']);
  const limit = someNumber(input['limit']);
  if (offset === null) return limit === null ? '' : `first ${String(limit)} lines`;
  return limit === null
    ? `from line ${String(offset)}`
    : `lines ${String(offset)}–${String(offset + limit - 1)}`;
}

function questionOf(question: JsonRecord): Question {
  return {
    question: textOf(question['question']),
    header: textOf(question['header']),
    options: listOf(question['options']).map((entry) => {
      const option = recordOf(entry);
      return { label: textOf(option['label']), description: textOf(option['description']) };
    }),
  };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  h: 'c',
  hpp: 'cpp',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
};

/** The language of a file by its ending, as the highlighter names it; empty when it has none. */
export function languageOf(path: string): string {
  const ending = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES[ending] ?? ending;
}

/** What `Read` gives back, without the numbers before its lines. */
export function withoutLineNumbers(text: string): string {
  const lines = text.split('\n');
  const numbered = lines.every((line) => line === '' || /^ *\d+[\t→]/.test(line));
  return numbered ? lines.map((line) => line.replace(/^ *\d+[\t→]/, '')).join('\n') : text;
}
