import { SidebandScanner } from './scanner';
import type { SidebandTag } from './tags';

const LONGEST = 80;

/** What is shown in the place of a tag: what it asked for, in one line. It is never hidden that something was asked. */
export function chipOf(tag: SidebandTag): string {
  return `⧉ fugue ${line(describeTag(tag))}`;
}

/** A tag in words, such as `spawn cargo build`. */
export function describeTag(tag: SidebandTag): string {
  switch (tag.tag) {
    case 'spawn':
      return `spawn ${tag.command ?? tag.kind ?? 'shell'}`;
    case 'input':
      return `input to pane ${tag.pane}: ${tag.text}`;
    case 'read':
      return `read pane ${tag.pane}`;
    case 'list':
      return 'list';
    case 'focus':
      return `focus pane ${tag.pane}`;
    case 'control':
      return `${tag.action} pane ${tag.pane}`;
  }
}

/**
 * Everything that a tag would do, for the person who is to allow it: first what is run or typed, exactly; then the
 * rest, a line each. `pane`: the name of the pane that it is about, where it names one.
 */
export function detailsOf(tag: SidebandTag, pane: string | null): readonly string[] {
  switch (tag.tag) {
    case 'spawn':
      return [
        tag.command ?? 'claude',
        ...(tag.kind === 'claude' ? ['A Claude that Fugue looks after'] : []),
        ...(tag.cwd === undefined ? [] : [`In the folder ${tag.cwd}`]),
        ...(tag.name === undefined ? [] : [`As the pane ${tag.name}`]),
      ];
    case 'input':
      return [tag.text, `Into the pane ${pane ?? tag.pane}, with Enter after it`];
    default:
      return [pane === null ? describeTag(tag) : `${'action' in tag ? tag.action : tag.tag} pane ${pane}`];
  }
}

/** A whole message with chips in the place of its tags. */
export function withChips(text: string): string {
  if (!text.includes('<fugue:')) return text;
  const scanner = new SidebandScanner();
  return [...scanner.push(text), ...scanner.end()]
    .map((piece) =>
      piece.type === 'text' ? piece.text : piece.type === 'tag' ? chipOf(piece.tag) : piece.source,
    )
    .join('');
}

function line(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const characters = [...flat];
  return characters.length <= LONGEST ? flat : `${characters.slice(0, LONGEST - 1).join('')}…`;
}
