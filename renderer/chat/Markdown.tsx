import { Layers2 } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CHIP_MARK, chipped } from '#shared/chat/chips';
import { webLink } from '../terminal/links';
import { useChat } from './chat-context';
import { CodeBlock } from './CodeBlock';
import { openChatLink } from './open-link';

type Element = NonNullable<ExtraProps['node']>;
type ElementContent = Element['children'][number];

const PLUGINS = [remarkGfm];
/** A piece so long is shown as it is written: to read it as Markdown would hold up the page. In UTF-16 units. */
const LONGEST = 100_000;

interface Properties {
  readonly text: string;
  /** Names the piece among all parts that can be folded. */
  readonly foldId: string;
  /** It is still being written. */
  readonly growing?: boolean;
}

/**
 * Markdown that nobody vouches for: HTML in it is text, pictures are only named, and a link asks before it opens.
 */
export const Markdown = memo(function Markdown({ text, foldId, growing = false }: Properties) {
  const components = useMemo(() => componentsFor(foldId, growing), [foldId, growing]);
  if (text.length > LONGEST) return <p className="chat-plain">{text}</p>;
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={components} urlTransform={webOnly}>
      {chipped(text)}
    </ReactMarkdown>
  );
});

function webOnly(url: string): string {
  return webLink(url) === null ? '' : url;
}

function componentsFor(foldId: string, growing: boolean): Components {
  return {
    a: ({ href, children }) => <Link href={href ?? ''}>{children}</Link>,
    img: ({ src, alt }) => {
      const address = typeof src === 'string' ? src : '';
      const name = alt === undefined || alt === '' ? 'picture' : alt;
      return (
        <span className="chat-remote" title="Pictures from elsewhere are not loaded">
          [{name}
          {address !== '' && (
            <>
              {': '}
              <Link href={address}>{address}</Link>
            </>
          )}
          ]
        </span>
      );
    },
    code: ({ children, className }) =>
      typeof children === 'string' && children.startsWith(CHIP_MARK) ? (
        <span className="chat-chip">
          <Layers2 size={11} aria-hidden />
          {children.slice(CHIP_MARK.length).replace(/^⧉ /, '')}
        </span>
      ) : (
        <code className={className}>{children}</code>
      ),
    pre: ({ node, children }) => {
      const code = node === undefined ? null : codeOf(node);
      if (code === null) return <pre tabIndex={0}>{children}</pre>;
      return <CodeBlock {...code} foldId={`${foldId}|code${String(code.at)}`} growing={growing} />;
    },
    table: ({ children }) => (
      <div className="chat-table" tabIndex={0} role="group" aria-label="Table">
        <table>{children}</table>
      </div>
    ),
    // A level of its own would pretend that the answer is a part of the window.
    h1: ({ children }) => <Heading level={1}>{children}</Heading>,
    h2: ({ children }) => <Heading level={2}>{children}</Heading>,
    h3: ({ children }) => <Heading level={3}>{children}</Heading>,
    h4: ({ children }) => <Heading level={4}>{children}</Heading>,
    h5: ({ children }) => <Heading level={4}>{children}</Heading>,
    h6: ({ children }) => <Heading level={4}>{children}</Heading>,
    input: ({ checked }) => (
      <span className="chat-check" role="img" aria-label={checked === true ? 'done' : 'open'}>
        {checked === true ? '☑' : '☐'}
      </span>
    ),
  };
}

function Heading({ level, children }: { readonly level: number; readonly children?: React.ReactNode }) {
  return (
    <p className="chat-heading" data-level={level} role="heading" aria-level={level + 2}>
      {children}
    </p>
  );
}

function Link({ href, children }: { readonly href: string; readonly children?: React.ReactNode }) {
  const { paneId } = useChat();
  const url = webLink(href);
  if (url === null) return <span className="chat-no-link">{children}</span>;
  return (
    <a
      href={url.href}
      title={url.href}
      onClick={(event) => {
        event.preventDefault();
        void openChatLink(url.href, paneId);
      }}
      onAuxClick={(event) => {
        event.preventDefault();
      }}
    >
      {children}
    </a>
  );
}

/** The code in a block, its language and where in the piece it stands. */
function codeOf(node: Element): { code: string; language: string; at: number } | null {
  const [child] = node.children;
  if (child?.type !== 'element' || child.tagName !== 'code') return null;
  const names = child.properties['className'];
  const name = Array.isArray(names)
    ? names.find((entry) => String(entry).startsWith('language-'))
    : undefined;
  const language = name === undefined ? '' : String(name).slice('language-'.length);
  return {
    code: textOf(child.children).replace(/\n$/, ''),
    language,
    at: node.position?.start.offset ?? 0,
  };
}

function textOf(children: readonly ElementContent[]): string {
  return children
    .map((child) =>
      child.type === 'text' ? child.value : child.type === 'element' ? textOf(child.children) : '',
    )
    .join('');
}
