// Reads one tag, unit by unit, by the grammar in grammar.md. Each unit costs the same, whatever came before it.

/** The longest tag, in UTF-16 units. */
export const TAG_LIMIT = 4096;

const OPENING = '<fugue:';
const CLOSING = '</fugue:';
export const TAG_NAMES = ['spawn', 'input', 'read', 'list', 'focus', 'control'] as const;
export type TagName = (typeof TAG_NAMES)[number];

/** A tag that is well formed; whether its attributes are right is for `judgeTag` to say. */
export interface RawTag {
  readonly name: TagName;
  readonly attributes: Readonly<Record<string, string>>;
  /** What stands between opening and closing, decoded; null where the tag has no body. */
  readonly body: string | null;
}

/** How reading ended. `length`: how many of the units belong to it; the rest is to be read again. */
export type TagEnd =
  | { readonly kind: 'text'; readonly length: 1 }
  | { readonly kind: 'tag'; readonly length: number; readonly raw: RawTag }
  | { readonly kind: 'malformed'; readonly length: number; readonly problem: string };

type State =
  | 'prefix'
  | 'name'
  | 'between'
  | 'attribute'
  | 'equals'
  | 'quote'
  | 'value'
  | 'slash'
  | 'recovery'
  | 'body'
  | 'closing'
  | 'stray';

const TEXT: TagEnd = { kind: 'text', length: 1 };

export class TagReader {
  private readonly units: string[] = [];
  private state: State = 'prefix';
  private name = '';
  private attribute = '';
  private quote = '';
  /** A blank came since the name or the last attribute. */
  private parted = false;
  /** Where the value or the body begins. */
  private start = 0;
  private opened = 0;
  private matched = 0;
  /** Made with the first one: most of what begins like a tag is none. */
  private attributes: Map<string, string> | null = null;
  private fault: string | null = null;

  /** Takes the next unit, beginning with the `<`; returns how reading ended, or null while it goes on. */
  push(unit: string): TagEnd | null {
    this.units.push(unit);
    if (this.units.length > TAG_LIMIT) return TEXT;
    if (this.state !== 'prefix' && isForbidden(unit)) this.note('holds a control character: leave it out');
    switch (this.state) {
      case 'prefix':
        return this.inPrefix(unit);
      case 'name':
        if (isNameUnit(unit)) this.name += unit;
        else return this.endName(unit);
        return null;
      case 'between':
        return this.between(unit);
      case 'attribute':
        if (isNameUnit(unit)) this.attribute += unit;
        else if (unit === '=') this.state = 'quote';
        else if (isBlank(unit)) this.state = 'equals';
        else return this.recover(unit, this.wantsValue());
        return null;
      case 'equals':
        if (unit === '=') this.state = 'quote';
        else if (!isBlank(unit)) return this.recover(unit, this.wantsValue());
        return null;
      case 'quote':
        if (unit === '"' || unit === "'") {
          this.quote = unit;
          this.start = this.units.length;
          this.state = 'value';
        } else if (!isBlank(unit)) return this.recover(unit, this.wantsValue());
        return null;
      case 'value':
        if (unit === this.quote) this.endValue();
        return null;
      case 'slash':
        return unit === '>' ? this.end(null) : this.recover(unit, 'has a / that no > follows');
      case 'recovery':
        return this.inRecovery(unit);
      case 'body':
        return this.inBody(unit);
      case 'closing':
        return this.inClosing(unit);
      case 'stray':
        return this.inStray(unit);
    }
  }

  /** The input ended before the tag did. */
  finish(): TagEnd {
    if (this.state === 'prefix') return TEXT;
    if (this.state === 'closing') return this.unclosed();
    if (this.state === 'stray') return this.malformed(this.units.length, 'closes nothing');
    this.note(this.state === 'body' ? 'has no closing </fugue:input>' : 'is not finished: end it with />');
    return this.malformed(this.units.length);
  }

  /** The units from `start` to `end`, all of them unless told otherwise. */
  source(start = 0, end = this.units.length): string {
    return this.units.slice(start, end).join('');
  }

  private inPrefix(unit: string): TagEnd | null {
    const wanted = this.units[1] === '/' ? CLOSING : OPENING;
    if (wanted.charAt(this.units.length - 1) !== unit) return TEXT;
    if (this.units.length === wanted.length) this.state = wanted === OPENING ? 'name' : 'stray';
    return null;
  }

  private endName(unit: string): TagEnd | null {
    if (!isTagName(this.name)) {
      this.note(`is no tag of Fugue: use ${TAG_NAMES.join(', ')}`);
    }
    this.state = 'between';
    return this.between(unit);
  }

  private between(unit: string): TagEnd | null {
    if (isBlank(unit)) this.parted = true;
    else if (unit === '/') this.state = 'slash';
    else if (unit === '>') return this.endOpening();
    else if (isNameUnit(unit) && this.parted) {
      this.attribute = unit;
      this.state = 'attribute';
    } else return this.recover(unit, 'wants its attributes as name="value", parted by blanks');
    return null;
  }

  private endValue(): void {
    const text = this.source(this.start, this.units.length - 1);
    this.attributes ??= new Map();
    if (this.attributes.has(this.attribute)) this.note(`has the attribute ${this.attribute} twice`);
    if (namesTag(text)) this.note(`holds another tag in ${this.attribute}: write &lt;fugue: there`);
    this.attributes.set(this.attribute, decodeEntities(text));
    this.parted = false;
    this.state = 'between';
  }

  private endOpening(): TagEnd | null {
    this.opened = this.units.length;
    if (this.name === 'input') this.state = 'body';
    else if (isTagName(this.name)) this.state = 'closing';
    else return this.malformed(this.opened);
    return null;
  }

  private inBody(unit: string): TagEnd | null {
    const { length } = this.units;
    if ((isBlank(unit) || unit === '>' || unit === '/') && this.endsWith('<fugue:input', length - 1)) {
      this.note('has no closing </fugue:input> before the next one begins');
      return this.malformed(length - '<fugue:input'.length - 1);
    }
    if (unit !== '>') return null;
    let end = length - 1;
    while (isBlank(this.units[end - 1] ?? '')) end -= 1;
    if (!this.endsWith('</fugue:input', end)) return null;
    const text = this.source(this.opened, end - '</fugue:input'.length);
    if (namesTag(text)) this.note('holds another tag in its text: write &lt;fugue: there');
    return this.end(decodeEntities(withoutOuterNewlines(text)));
  }

  /** After `>` of a tag that has no body: its closing tag has to follow at once. */
  private inClosing(unit: string): TagEnd | null {
    const wanted = `${CLOSING}${this.name}`;
    if (isBlank(unit) && (this.matched === 0 || this.matched === wanted.length)) return null;
    if (this.matched === wanted.length) return unit === '>' ? this.end(null) : this.unclosed();
    if (wanted.charAt(this.matched) !== unit) return this.unclosed();
    this.matched += 1;
    return null;
  }

  private unclosed(): TagEnd {
    this.note('is not closed: end it with />');
    return this.malformed(this.opened);
  }

  private inRecovery(unit: string): TagEnd | null {
    if (unit === '<' || unit === '\n') return this.malformed(this.units.length - 1);
    if (unit !== '>') return null;
    // The text of an input goes with it, lest it stand in the message as if it had been said.
    if (this.name === 'input' && this.units.at(-2) !== '/') return this.endOpening();
    return this.malformed(this.units.length);
  }

  private inStray(unit: string): TagEnd | null {
    if (unit === '>') return this.malformed(this.units.length, 'closes nothing');
    if (unit === '<' || unit === '\n') return this.malformed(this.units.length - 1, 'closes nothing');
    if (isNameUnit(unit)) this.name += unit;
    return null;
  }

  private recover(unit: string, problem: string): TagEnd | null {
    this.note(problem);
    this.state = 'recovery';
    return this.inRecovery(unit);
  }

  private end(body: string | null): TagEnd {
    const { length } = this.units;
    if (this.fault !== null || !isTagName(this.name)) return this.malformed(length);
    return {
      kind: 'tag',
      length,
      raw: { name: this.name, attributes: Object.fromEntries(this.attributes ?? []), body },
    };
  }

  private malformed(length: number, problem: string = this.fault ?? 'is malformed'): TagEnd {
    const prefix = this.state === 'stray' ? CLOSING : OPENING;
    const name = this.name.length > 40 ? `${this.name.slice(0, 40)}…` : this.name;
    return { kind: 'malformed', length, problem: `${prefix}${name}> ${problem}` };
  }

  /** The first fault is the one to tell: later ones often follow from it. */
  private note(fault: string): void {
    this.fault ??= fault;
  }

  private wantsValue(): string {
    return `wants the value of ${this.attribute.slice(0, 40)} in quotes: ${this.attribute.slice(0, 40)}="…"`;
  }

  private endsWith(text: string, end: number): boolean {
    if (end < text.length || this.units[end - 1] !== text.at(-1)) return false;
    return this.source(end - text.length, end) === text;
  }
}

function isTagName(name: string): name is TagName {
  return (TAG_NAMES as readonly string[]).includes(name);
}

function isBlank(unit: string): boolean {
  return unit === ' ' || unit === '\t' || unit === '\n';
}

function isNameUnit(unit: string): boolean {
  return /^[A-Za-z0-9_-]$/.test(unit);
}

/** C0 but for tab and newline, DEL and C1. */
function isForbidden(unit: string): boolean {
  const code = unit.charCodeAt(0);
  return (code < 0x20 && unit !== '\n' && unit !== '\t') || (code >= 0x7f && code <= 0x9f);
}

function namesTag(text: string): boolean {
  return text.includes(OPENING) || text.includes(CLOSING);
}

function withoutOuterNewlines(text: string): string {
  const begun = text.startsWith('\n') ? text.slice(1) : text;
  return begun.endsWith('\n') ? begun.slice(0, -1) : begun;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
};

/** Decodes the five entities, once: `&amp;lt;` is `&lt;`. The text is never longer than a tag. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
}
