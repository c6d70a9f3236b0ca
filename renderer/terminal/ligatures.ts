import type { Terminal } from '@xterm/xterm';

/** What fonts for programmers draw as one, the longest first. */
const JOINED = new RegExp(
  [
    '<--->',
    '<!--',
    '<==>',
    '<-->',
    '<~~>',
    '||=',
    '|||>',
    '<|||',
    '<||>',
    '-->>',
    '<<--',
    '<=>',
    '<->',
    '<==',
    '==>',
    '<--',
    '-->',
    '=>>',
    '<<=',
    '>>=',
    '>>-',
    '-<<',
    '<~>',
    '<~~',
    '~~>',
    '===',
    '!==',
    '=!=',
    '=/=',
    '=:=',
    '...',
    '..<',
    '..=',
    '://',
    ':::',
    '::=',
    '///',
    '/**',
    '**/',
    '***',
    '###',
    '####',
    '<!>',
    '<$>',
    '<+>',
    '<*>',
    '</>',
    '<|>',
    '||>',
    '|->',
    '<-|',
    '&&=',
    '>>>',
    '<<<',
    '---',
    '+++',
    '??=',
    '?.',
    '??',
    '==',
    '!=',
    '=>',
    '<=',
    '>=',
    '->',
    '<-',
    '>>',
    '<<',
    '||',
    '&&',
    '|>',
    '<|',
    '::',
    ':=',
    '..',
    '//',
    '/*',
    '*/',
    '**',
    '++',
    '--',
    '~>',
    '<~',
    '~=',
    '=~',
    '/=',
    '+=',
    '-=',
    '*=',
    '^=',
    '</',
    '/>',
    '<>',
    '##',
    '#{',
    '#[',
    '#(',
    '#!',
    '#?',
    '#_',
    '__',
    '%%',
    '!!',
    ';;',
    '</',
    '<$',
    '$>',
    '<+',
    '+>',
    '<*',
    '*>',
    '~@',
    '~-',
    '-~',
    '@_',
  ]
    .sort((left, right) => right.length - left.length)
    .map((sequence) => sequence.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
    .join('|'),
  'g',
);

/** The parts of a line that are drawn as one: from, and behind the end. */
export function joinedRanges(text: string): [number, number][] {
  return [...text.matchAll(JOINED)].map(({ 0: found, index }) => [index, index + found.length]);
}

/** Has the renderers of a terminal draw such characters as one, while it is switched on. */
export class Ligatures {
  private joiner: number | null = null;
  private wanted = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly element: HTMLElement,
  ) {}

  set(wanted: boolean): void {
    this.wanted = wanted;
    this.apply();
  }

  /** Called again once the terminal is open: before that it can't join anything. */
  apply(): void {
    // The page itself joins characters of one colour: a style says whether it may.
    this.element.toggleAttribute('data-ligatures', this.wanted);
    if (this.terminal.element === undefined) return;
    if (this.wanted) this.joiner ??= this.terminal.registerCharacterJoiner(joinedRanges);
    else if (this.joiner !== null) {
      this.terminal.deregisterCharacterJoiner(this.joiner);
      this.joiner = null;
    }
  }
}
