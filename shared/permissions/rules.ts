import ignore from 'ignore';

/*
 * Claude's own grammar of permission rules: `Tool` or `Tool(what)`. What may be read in more than one way is taken
 * the careful one: a rule that allows matches less, a rule that denies matches more.
 */

export type RuleEffect = 'allow' | 'deny' | 'ask';

export interface Rule {
  readonly tool: string;
  /** What stands in the brackets; null for the tool as a whole. */
  readonly what: string | null;
}

/** What a tool is about to be given. */
export interface ToolUse {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The folder that relative paths are meant from. */
  readonly directory: string;
  /** The person's own folder, for rules that begin with `~`. */
  readonly home: string;
}

/** Rules for one of these hold for all of them. */
const EDITING: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const READING: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS']);
/** What makes a command line more than one plain command. */
const COMPOUND = /[;&|<>`\n\r]|\$\(/;
const SEPARATORS = /\|\||&&|[;&|\n\r]/;

/** Reads a rule; null when it is none. */
export function parseRule(text: string): Rule | null {
  const match = /^\s*([A-Za-z_][\w.-]*(?:__\*)?)(?:\(([\s\S]*)\))?\s*$/.exec(text);
  if (match?.[1] === undefined) return null;
  const what = match[2]?.trim();
  return { tool: match[1], what: what === undefined || what === '' || what === '*' ? null : what };
}

export function formatRule({ tool, what }: Rule): string {
  return what === null ? tool : `${tool}(${what})`;
}

/** Whether a rule speaks of this use of a tool. */
export function ruleMatches(rule: Rule, use: ToolUse, effect: RuleEffect): boolean {
  if (!toolMatches(rule.tool, use.tool)) return false;
  if (rule.what === null) return true;
  if (use.tool === 'Bash') return commandMatches(rule.what, textOf(use.input['command']), effect);
  if (use.tool === 'WebFetch') return domainMatches(rule.what, textOf(use.input['url']));
  const file = fileOf(use);
  if (file !== null) return pathMatches(rule.what, file, use);
  return false;
}

/** What a person means by "always" about this use: no more than what stands there. Null where no rule can say it. */
export function ruleFor(use: Pick<ToolUse, 'tool' | 'input'>): Rule | null {
  const { tool, input } = use;
  if (tool.startsWith('mcp__')) return { tool, what: null };
  switch (tool) {
    case 'Bash': {
      const command = textOf(input['command']);
      return command === '' ? null : { tool, what: command };
    }
    case 'WebFetch': {
      const host = hostOf(textOf(input['url']));
      return host === null ? null : { tool, what: `domain:${host}` };
    }
    case 'WebSearch':
      return { tool, what: null };
    default: {
      const file = rawFileOf(input);
      if (file === null || !(EDITING.has(tool) || READING.has(tool))) return null;
      return { tool: EDITING.has(tool) ? 'Edit' : 'Read', what: `/${literally(file)}` };
    }
  }
}

/** A path as a pattern that stands for it alone. */
function literally(file: string): string {
  return file.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ +$/, (blanks) => blanks.replaceAll(' ', '\\ '));
}

function toolMatches(rule: string, tool: string): boolean {
  if (rule === tool) return true;
  if (rule === 'Edit') return EDITING.has(tool);
  if (rule === 'Read') return READING.has(tool);
  if (!rule.startsWith('mcp__')) return false;
  const server = rule.endsWith('__*') ? rule.slice(0, -3) : rule;
  return server.split('__').length === 2 && tool.startsWith(`${server}__`);
}

function commandMatches(what: string, command: string, effect: RuleEffect): boolean {
  if (what === command) return true;
  if (effect === 'allow') return !COMPOUND.test(command) && patternMatches(what, command.trim());
  return command.split(SEPARATORS).some((part) => patternMatches(what, part.trim()));
}

/** `git:*` and `git *` are the command with whatever follows; a star elsewhere is any text. */
function patternMatches(what: string, command: string): boolean {
  const prefix = what.endsWith(':*') ? what.slice(0, -2) : null;
  if (prefix !== null && !prefix.includes('*')) return command === prefix || command.startsWith(`${prefix} `);
  const pattern = prefix === null ? what : `${prefix} *`;
  if (pattern.endsWith(' *') && matchesStars(pattern.slice(0, -2), command)) return true;
  return matchesStars(pattern, command);
}

/** Stars alone are special, so that this is linear in both. */
function matchesStars(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return pattern === text;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let place = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, place);
    if (found < 0) return false;
    place = found + part.length;
  }
  return place <= text.length - last.length;
}

function domainMatches(what: string, url: string): boolean {
  const wanted = /^domain:(.+)$/.exec(what)?.[1]?.toLowerCase();
  const host = hostOf(url);
  if (wanted === undefined || host === null) return false;
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

function hostOf(url: string): string | null {
  const match = /^https?:\/\/(?:[^/?#@\\]*@)?([^/?#:@\\]+)(?::\d+)?(?:[/?#\\]|$)/i.exec(url.trim());
  return match?.[1]?.toLowerCase() ?? null;
}

function pathMatches(what: string, file: string, { directory, home }: ToolUse): boolean {
  const base = what.startsWith('//')
    ? { folder: '', pattern: what.slice(1) }
    : what.startsWith('~/')
      ? { folder: home, pattern: what.slice(1) }
      : { folder: directory, pattern: what.startsWith('./') ? what.slice(1) : what };
  const folder = base.folder.replace(/\/+$/, '');
  if (!file.startsWith(`${folder}/`)) return false;
  const relative = file.slice(folder.length + 1);
  if (relative === '') return false;
  return ignore().add(base.pattern).ignores(relative);
}

/** The file that a tool works on, as an absolute path without steps back; null when it names none. */
function fileOf({ input, directory, home }: ToolUse): string | null {
  const file = rawFileOf(input);
  if (file === null) return null;
  const absolute = file.startsWith('/')
    ? file
    : file === '~' || file.startsWith('~/')
      ? `${home}${file.slice(1)}`
      : `${directory}/${file}`;
  const steps: string[] = [];
  for (const step of absolute.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

function rawFileOf(input: Readonly<Record<string, unknown>>): string | null {
  for (const field of ['file_path', 'notebook_path', 'path'] as const) {
    const value = input[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
