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
/** Between any two of these a command of its own may stand. */
const SEPARATORS = /[;&|\n\r(){}`]/;
/** What may stand before a command without changing which one it is. */
const BEFORE_COMMAND = /^(?:(?:!|if|then|else|elif|do|while|until|[A-Za-z_]\w*=\S*) +)+/;

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
  if (!toolMatches(rule.tool, use.tool, effect)) return false;
  if (rule.what === null) return true;
  if (use.tool === 'Bash') return commandMatches(rule.what, textOf(use.input['command']), effect);
  if (use.tool === 'WebFetch') return domainMatches(rule.what, textOf(use.input['url']), effect);
  const file = EDITING.has(use.tool) || READING.has(use.tool) ? fileOf(use) : null;
  return file !== null && pathMatches(rule.what, file, use, effect);
}

/** What a person means by "always" about this use: no more than what stands there. Null where no rule can say it. */
export function ruleFor({ tool, input }: Pick<ToolUse, 'tool' | 'input'>): Rule | null {
  const what = whatOf(tool, input);
  if (what === undefined) return null;
  const rule = { tool: EDITING.has(tool) ? 'Edit' : READING.has(tool) ? 'Read' : tool, what };
  // What would be read back as something else says something else.
  const back = parseRule(formatRule(rule));
  return back?.tool === rule.tool && back.what === rule.what ? rule : null;
}

/** What stands in the brackets of such a rule; undefined where there is none. */
function whatOf(tool: string, input: ToolUse['input']): string | null | undefined {
  if (tool.startsWith('mcp__')) return tool.split('__').length > 2 && !tool.includes('*') ? null : undefined;
  if (tool === 'WebSearch') return null;
  if (tool === 'Bash') {
    const command = textOf(input['command']);
    // A star in a command is one that the shell reads; in a rule it would be any text.
    return command === '' || command.includes('*') ? undefined : command;
  }
  if (tool === 'WebFetch') {
    const host = hostOf(textOf(input['url']));
    return host === null ? undefined : `domain:${host}`;
  }
  const file = rawFileOf(input);
  if (file === null || !(EDITING.has(tool) || READING.has(tool)) || /[\n\r\0]/.test(file)) return undefined;
  // The person's own folder is no file in it.
  if (file === '~') return undefined;
  const root = file.startsWith('/') ? '//' : file.startsWith('~/') ? '~/' : '/';
  const steps = stepsOf(root === '~/' ? file.slice(2).replace(/^\/+/, '') : file);
  return steps === null || steps.length === 0 ? undefined : `${root}${literally(steps.join('/'))}`;
}

/** A path as a pattern that stands for it alone. */
function literally(file: string): string {
  return file.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ +$/, (blanks) => blanks.replaceAll(' ', '\\ '));
}

function toolMatches(rule: string, tool: string, effect: RuleEffect): boolean {
  if (rule === tool) return true;
  if (rule === 'Edit') return EDITING.has(tool);
  if (rule === 'Read') return READING.has(tool);
  if (!rule.startsWith('mcp__')) return false;
  if (rule === 'mcp__*') return effect !== 'allow' && tool.startsWith('mcp__');
  const server = rule.endsWith('__*') ? rule.slice(0, -3) : rule;
  return server.split('__').length === 2 && tool.startsWith(`${server}__`);
}

function commandMatches(what: string, command: string, effect: RuleEffect): boolean {
  if (what === command) return true;
  if (effect === 'allow') return !COMPOUND.test(command) && patternMatches(what, command.trim());
  const parts = [command, ...command.split(SEPARATORS)].flatMap((part) => {
    const words = part.trim().replace(/[ \t]+/g, ' ');
    return [words, words.replace(BEFORE_COMMAND, '')];
  });
  return what === ':*' || parts.some((part) => patternMatches(what, part));
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

function domainMatches(what: string, url: string, effect: RuleEffect): boolean {
  const wanted = /^domain:(.+)$/.exec(what)?.[1]?.toLowerCase().replace(/\.$/, '');
  if (wanted === undefined) return false;
  const host = hostOf(url);
  // Whom such an address reaches is not for us to guess.
  if (host === null) return effect !== 'allow';
  if (wanted === '*') return true;
  if (!wanted.startsWith('*.')) return host === wanted;
  return host.endsWith(wanted.slice(1)) || (effect !== 'allow' && host === wanted.slice(2));
}

/** The host of an address that leaves no doubt about it, in lower case and without a last dot; null for all others. */
function hostOf(url: string): string | null {
  const match = /^https?:\/\/(?:[^/?#@\\\s]*@)?([\w.-]+)(?::\d+)?(?:[/?#\\]|$)/i.exec(url.trim());
  const host = match?.[1]?.toLowerCase().replace(/\.$/, '');
  // Browsers leave these out, wherever they stand.
  if (host === undefined || /[\t\n\r]/.test(url.trim())) return null;
  const labels = host.split('.');
  if (labels.includes('')) return null;
  // What ends in a number is an address of four numbers, which may be written in many ways.
  if (!/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return host;
  return labels.length === 4 &&
    labels.every((label) => /^(?:0|[1-9]\d{0,2})$/.test(label) && Number(label) < 256)
    ? host
    : null;
}

function pathMatches(what: string, file: string, use: ToolUse, effect: RuleEffect): boolean {
  // More than one pattern is no pattern.
  if (effect === 'allow' && /[\n\r]/.test(what)) return false;
  const { folder, pattern } = placeOf(what, use);
  if (!file.startsWith(`${folder}/`)) return false;
  const relative = file.slice(folder.length + 1);
  if (relative === '') return false;
  // There are disks to which upper and lower case are the same.
  return ignore({ ignorecase: effect !== 'allow' })
    .add(pattern)
    .ignores(relative);
}

/** The folder that a pattern is meant from, without a slash at its end, and the pattern from there. */
function placeOf(what: string, { directory, home }: ToolUse): { folder: string; pattern: string } {
  if (what.startsWith('//')) return { folder: '', pattern: what.slice(1) };
  if (what.startsWith('~/')) return { folder: home.replace(/\/+$/, ''), pattern: what.slice(1) };
  let folder = directory.replace(/\/+$/, '');
  let pattern = what.startsWith('./') ? what.slice(1) : what;
  while (pattern.replace(/^\//, '').startsWith('../')) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    pattern = `/${pattern.replace(/^\//, '').slice(3)}`;
  }
  return { folder, pattern };
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
  return `/${(stepsOf(absolute) ?? []).join('/')}`;
}

/** The names on the way to a file, without steps back. Null when it leads out of the folder that it is meant from. */
function stepsOf(file: string): readonly string[] | null {
  const steps: string[] = [];
  for (const step of file.split('/')) {
    if (step === '..') {
      // Nothing lies above the root.
      if (steps.pop() === undefined && !file.startsWith('/')) return null;
    } else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
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
