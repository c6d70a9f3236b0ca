/** Command line of a Claude that Fugue may start itself, with flags of its own added. */
export interface ClaudeCommand {
  /** The program as it was written: `claude`, or a path to it. */
  readonly program: string;
  readonly arguments: readonly string[];
}

/** Flags with which Claude answers and ends: a program like any other, with nothing to bring back. */
const NOT_INTERACTIVE = new Set(['-p', '--print', '-v', '--version', '-h', '--help', '--input-format']);
/** Words after `claude` that make it do something else than converse. */
const SUBCOMMANDS = new Set([
  'agents',
  'attach',
  'auth',
  'auto-mode',
  'config',
  'daemon',
  'doctor',
  'gateway',
  'install',
  'kill',
  'logs',
  'mcp',
  'migrate-installer',
  'plugin',
  'plugins',
  'remote-control',
  'respawn',
  'rm',
  'setup-token',
  'stop',
  'ultrareview',
  'update',
  'upgrade',
]);

/**
 * Reads a command line that does nothing but start a Claude that a person converses with. Null for all others, and
 * for those that need a shell: variables, pipes, several commands.
 */
export function parseClaudeCommand(line: string): ClaudeCommand | null {
  const words = splitWords(line);
  if (words === null) return null;
  const [program, ...rest] = words;
  if (program === undefined || program.split('/').pop() !== 'claude') return null;
  return converses(rest) ? { program, arguments: rest } : null;
}

/** Whether these arguments make a Claude that a person talks with. */
export function converses(words: readonly string[]): boolean {
  return (
    !words.some((word) => NOT_INTERACTIVE.has(word.split('=')[0] ?? '')) && !SUBCOMMANDS.has(words[0] ?? '')
  );
}

/** Splits a line as a shell does when it has only words and quotes. Null when there is more to it. */
export function splitWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let index = 0;
  while (index < line.length) {
    const character = line[index] ?? '';
    if (character === ' ' || character === '\t') {
      if (word !== null) words.push(word);
      word = null;
    } else if (character === "'") {
      const end = line.indexOf("'", index + 1);
      if (end < 0) return null;
      word = (word ?? '') + line.slice(index + 1, end);
      index = end;
    } else if (character === '"') {
      const quoted = readDoubleQuoted(line, index + 1);
      if (quoted === null) return null;
      word = (word ?? '') + quoted.text;
      index = quoted.end;
    } else if (character === '\\') {
      const next = line[index + 1];
      if (next === undefined || next === '\n') return null;
      word = (word ?? '') + next;
      index += 1;
    } else if (SHELL_SYNTAX.test(character)) {
      return null;
    } else if (word === null && (character === '~' || character === '#')) {
      return null;
    } else word = (word ?? '') + character;
    index += 1;
  }
  if (word !== null) words.push(word);
  return words;
}

const SHELL_SYNTAX = /[\n\r$`;&|<>(){}*?[\]!]/;

function readDoubleQuoted(line: string, start: number): { text: string; end: number } | null {
  let text = '';
  for (let index = start; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (character === '"') return { text, end: index };
    if (character === '$' || character === '`' || character === '!') return null;
    const next = line[index + 1] ?? '';
    if (character === '\\' && ['"', '\\', '$', '`'].includes(next)) {
      text += next;
      index += 1;
    } else text += character;
  }
  return null;
}

/** Flags that take the next word as their value, of those that may stand before a first prompt. */
const WITH_VALUE = new Set([
  '--add-dir',
  '--agent',
  '--agents',
  '--append-system-prompt-file',
  '--autocompact',
  '--environment',
  '--json-schema',
  '--max-budget-usd',
  '--max-turns',
  '--output-format',
  '--permission-prompt-tool',
  '--permission-prompts',
  '--plugin-url',
  '--remote-control-session-name-prefix',
  '--system-prompt-file',
  '--system-prompt-snapshot',
  '--allowedTools',
  '--allowed-tools',
  '--append-system-prompt',
  '--betas',
  '--debug-file',
  '--disallowedTools',
  '--disallowed-tools',
  '--effort',
  '--fallback-model',
  '--file',
  '--from-pr',
  '--mcp-config',
  '--model',
  '-n',
  '--name',
  '--permission-mode',
  '--plugin-dir',
  '--resume',
  '-r',
  '--session-id',
  '--setting-sources',
  '--settings',
  '--system-prompt',
  '--tools',
  '--worktree',
  '-w',
]);
/** Flags that take all following words up to the next flag. */
const WITH_VALUES = new Set([
  '--add-dir',
  '--allowedTools',
  '--allowed-tools',
  '--betas',
  '--disallowedTools',
  '--disallowed-tools',
  '--file',
  '--mcp-config',
  '--tools',
]);
/** Flags that say which conversation; on resume Fugue says that itself. */
const CONVERSATION = new Set([
  '-c',
  '--continue',
  '-r',
  '--resume',
  '--session-id',
  '--fork-session',
  '--from-pr',
]);

interface ReadFlag {
  readonly flag: string;
  readonly words: readonly string[];
}

/** Reads arguments flag by flag. A word that belongs to no flag stands alone with an empty flag: the first prompt. */
function readFlags(words: readonly string[]): readonly ReadFlag[] {
  const flags: ReadFlag[] = [];
  for (let index = 0; index < words.length;) {
    const word = words[index] ?? '';
    if (word === '--') {
      flags.push(...words.slice(index + 1).map((text) => ({ flag: '', words: [text] })));
      break;
    }
    const name = word.split('=')[0] ?? '';
    let end = index + 1;
    if (word.startsWith('-') && !word.includes('=')) {
      const most = WITH_VALUES.has(name) ? words.length : WITH_VALUE.has(name) ? index + 2 : end;
      while (end < most && isValue(words[end])) end += 1;
    }
    flags.push({ flag: word.startsWith('-') ? name : '', words: words.slice(index, end) });
    index = end;
  }
  return flags;
}

function isValue(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith('-');
}

/** Whether the person has chosen a conversation, so that its id is not Fugue's to fix. */
export function choosesConversation(words: readonly string[]): boolean {
  return readFlags(words).some(({ flag }) => CONVERSATION.has(flag));
}

/** The id that was given with `--session-id` or `--resume`, if one was. */
export function chosenConversation(words: readonly string[]): string | null {
  for (const { flag, words: own } of readFlags(words)) {
    if (flag !== '--session-id' && flag !== '--resume' && flag !== '-r') continue;
    const value = own[0]?.includes('=') === true ? own[0].slice(own[0].indexOf('=') + 1) : own[1];
    if (value !== undefined) return value;
  }
  return null;
}

/** The conversation that is to go on itself, not as a copy, when its id was given. */
export function resumedConversation(words: readonly string[]): string | null {
  const flags = readFlags(words).map(({ flag }) => flag);
  if (flags.includes('--fork-session') || flags.includes('--session-id')) return null;
  return chosenConversation(words);
}

/** What is kept of the arguments when a conversation goes on: neither its choice nor the first prompt. */
export function argumentsForResume(words: readonly string[]): readonly string[] {
  return readFlags(words)
    .filter(({ flag }) => flag !== '' && !CONVERSATION.has(flag))
    .flatMap(({ words: own }) => own);
}

/** Takes one flag out of the arguments, however often it stands there. */
export function takeFlag(
  words: readonly string[],
  wanted: string,
): { readonly values: readonly string[]; readonly rest: readonly string[] } {
  const values: string[] = [];
  const rest: string[] = [];
  for (const { flag, words: own } of readFlags(words)) {
    if (flag !== wanted) {
      rest.push(...(flag === '' && own[0]?.startsWith('-') === true ? ['--', ...own] : own));
      continue;
    }
    const [word = ''] = own;
    values.push(...(word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : own.slice(1)));
  }
  return { values, rest };
}

/** Whether a command line starts a Claude that asks nobody before it does anything. */
export function skipsPermissions(line: string): boolean {
  const words = parseClaudeCommand(line)?.arguments ?? [];
  return words.some(
    (word, index) =>
      word.includes('dangerously-skip-permissions') ||
      word === '--permission-mode=bypassPermissions' ||
      (word === '--permission-mode' && words[index + 1] === 'bypassPermissions'),
  );
}

/** Arguments without the first prompt, which a Claude that Fugue talks to gets as a message. */
export function withoutPrompt(words: readonly string[]): {
  readonly prompt: string | null;
  readonly words: readonly string[];
} {
  const flags = readFlags(words);
  const prompt = flags.flatMap(({ flag, words: own }) => (flag === '' ? own : [])).join(' ');
  return {
    prompt: prompt.trim() === '' ? null : prompt,
    words: flags.flatMap(({ flag, words: own }) => (flag === '' ? [] : own)),
  };
}
