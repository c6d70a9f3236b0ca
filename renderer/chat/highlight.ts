import type { ReactNode } from 'react';
import { createElement } from 'react';

/*
 * Colours for code. The grammars come with the first block that needs them; the result is a tree of elements, never
 * markup.
 */

/** Longer code stays plain: colouring it would hold up the page. In UTF-16 units. */
export const LONGEST_HIGHLIGHTED = 200_000;

type Highlighter = (code: string, language: string) => ReactNode;

let highlighter: Highlighter | null = null;
let loading: Promise<Highlighter> | null = null;

interface SyntaxNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly SyntaxNode[];
}

/** The highlighter if it is there. */
export function presentHighlighter(): Highlighter | null {
  return highlighter;
}

export function loadHighlighter(): Promise<Highlighter> {
  loading ??= import('lowlight').then(({ common, createLowlight }) => {
    const lowlight = createLowlight(common);
    highlighter = (code, language) => {
      if (language === '' || !lowlight.registered(language)) return code;
      const { children } = lowlight.highlight(language, code) as SyntaxNode;
      return children?.map(toReact);
    };
    return highlighter;
  });
  return loading;
}

function toReact(node: SyntaxNode, index: number): ReactNode {
  if (node.type === 'text') return node.value ?? '';
  const names = node.properties?.['className'];
  const className = Array.isArray(names) ? names.filter((name) => typeof name === 'string').join(' ') : '';
  return createElement('span', { key: index, className }, ...(node.children ?? []).map(toReact));
}
