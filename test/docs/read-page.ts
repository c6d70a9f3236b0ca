import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#test/helpers/root';

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** A page of the documentation, as far as tests look at it. */
export interface ReadPage {
  /** From the root. */
  readonly file: string;
  readonly blocks: readonly CodeBlock[];
  /** What stands between single backticks. */
  readonly spans: readonly string[];
  /** Where links and pictures lead. */
  readonly links: readonly string[];
  /** Anchors of the headings. */
  readonly anchors: readonly string[];
  /** Each table as rows of cells; the first row is the head. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

const FENCE = /^```(\w*)\n([^]*?)^```$/gm;

export function readPage(file: string): ReadPage {
  const text = fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
  const prose = text.replaceAll(FENCE, '');
  const tables = [...prose.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) =>
    table
      .trim()
      .split('\n')
      .filter((_, index) => index !== 1)
      .map(cellsOf),
  );
  return {
    file,
    blocks: [...text.matchAll(FENCE)].map(([, language = '', body = '']) => ({ language, text: body })),
    spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span.replaceAll('\\|', '|')),
    links: [...prose.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link),
    anchors: [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    tables,
  };
}

function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The lines of a shell block that run something, without what is said about them. */
export function shellLines({ text }: CodeBlock): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/(?:^|\s{2,})#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** Names with `{a,b}` in them, written out. */
export function spelledOut(name: string): readonly string[] {
  const [, before, choices, after] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(name) ?? [];
  if (choices === undefined) return [name];
  return choices.split(',').flatMap((choice) => spelledOut(`${before ?? ''}${choice}${after ?? ''}`));
}
