import type { Terminal } from '@xterm/xterm';
import type { Disposable } from '#shared/base/disposable';

/** The name that a terminal's own rules begin with. */
const OWNER = /\.xterm-dom-renderer-owner-\d+(?= )/g;
/** Where the rules of the 256 colours begin; everything before is about the one terminal. */
const FIRST_COLOR = /\.xterm-dom-renderer-owner-\d+ \.xterm-fg-0 \{/;

/** The rules of a terminal that is drawn as the page's text, in two parts; null for other rules. */
export function splitRules(css: string): { readonly own: string; readonly colors: string } | null {
  const at = css.search(FIRST_COLOR);
  return at < 0 ? null : { own: css.slice(0, at), colors: css.slice(at) };
}

/** The rules of the colours for all terminals that bear a class. */
export function rulesFor(colors: string, className: string): string {
  return colors.replace(OWNER, `.${className}`);
}

interface ColorSheet {
  readonly key: string;
  readonly className: string;
  readonly sheet: CSSStyleSheet;
  users: number;
}

/** The colours that terminals of the page have now: one sheet for each palette, however many terminals have it. */
const sheets = new Map<string, ColorSheet>();
let made = 0;

function take(colors: string): ColorSheet {
  const key = rulesFor(colors, 'palette');
  let found = sheets.get(key);
  if (found === undefined) {
    made += 1;
    const className = `terminal-colors-${String(made)}`;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rulesFor(colors, className));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    found = { key, className, sheet, users: 0 };
    sheets.set(key, found);
  }
  found.users += 1;
  return found;
}

function giveBack(used: ColorSheet): void {
  used.users -= 1;
  if (used.users > 0) return;
  sheets.delete(used.key);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== used.sheet);
}

/**
 * A terminal that is drawn as the page's text brings 771 rules for its colours, each for itself alone: most of a
 * megabyte, and work for every style that the page computes. Terminals with the same palette share theirs; one whose
 * program has chosen other colours has a sheet of its own.
 */
export class SharedColors implements Disposable {
  private used: ColorSheet | null = null;
  private style: HTMLStyleElement | null = null;
  /** The terminal writes its rules anew when its theme or its palette changes. */
  private readonly observer = new MutationObserver(() => {
    this.share();
  });

  constructor(private readonly terminal: Terminal) {}

  /** To be called when the terminal is opened, and when it is drawn in another way. */
  share(): void {
    const { element } = this.terminal;
    for (const style of element?.querySelectorAll<HTMLStyleElement>('.xterm-screen > style') ?? []) {
      const rules = splitRules(style.textContent);
      if (rules === null) continue;
      this.use(take(rules.colors));
      style.textContent = rules.own;
      if (this.style !== style) {
        this.observer.disconnect();
        this.observer.observe(style, { childList: true });
        this.style = style;
      }
    }
    // Drawn by WebGL, which needs no rules.
    if (this.style?.isConnected === false) this.dispose();
  }

  dispose(): void {
    this.observer.disconnect();
    this.style = null;
    this.use(null);
  }

  private use(next: ColorSheet | null): void {
    const before = this.used;
    this.used = next;
    const list = this.terminal.element?.classList;
    if (before !== null && before !== next) list?.remove(before.className);
    if (next !== null) list?.add(next.className);
    if (before !== null) giveBack(before);
  }
}
