import { Fragment, useMemo } from 'react';
import { linesOfChange } from '#shared/chat/diff-lines';
import type { PermissionAsk } from '#shared/model/permission';
import { Exactly, Visible, VisibleLines } from '../chat/Visible';

const SIGNS = { same: ' ', added: '+', removed: '-', gap: '⋯' } as const;
/** Fields that are shown in a way of their own. */
const SHOWN: ReadonlySet<string> = new Set([
  'command',
  'old_string',
  'new_string',
  'content',
  'edits',
  'plan',
]);

/** Exactly what a tool would be given: nothing is left out, nothing is hidden in it. */
export function AskInput({ ask }: { readonly ask: PermissionAsk }) {
  const { input } = ask;
  const edits = useMemo(() => editsOf(input), [input]);
  const others = Object.entries(input).filter(([name]) => !SHOWN.has(name) || !isShown(name, input, edits));
  return (
    <div className="ask-input">
      {typeof input['command'] === 'string' && (
        <Block name="Command">
          <Exactly text={input['command']} />
        </Block>
      )}
      {typeof input['plan'] === 'string' && (
        <Block name="Plan" wraps>
          <VisibleLines text={input['plan']} />
        </Block>
      )}
      {others.length > 0 && (
        <dl className="ask-fields">
          {others.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <VisibleLines
                  text={typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')}
                />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {edits.map((edit, index) => (
        <Change key={index} before={edit.before} after={edit.after} />
      ))}
      {typeof input['content'] === 'string' && (
        <Block name="Content">
          <VisibleLines text={input['content']} />
        </Block>
      )}
    </div>
  );
}

interface Edit {
  readonly before: string;
  readonly after: string;
}

function isShown(name: string, input: PermissionAsk['input'], edits: readonly Edit[]): boolean {
  if (name === 'old_string' || name === 'new_string' || name === 'edits') return edits.length > 0;
  return typeof input[name] === 'string';
}

function editsOf(input: PermissionAsk['input']): readonly Edit[] {
  const single = editOf(input);
  if (single !== null) return [single];
  const { edits } = input;
  if (!Array.isArray(edits)) return [];
  const read = edits.map((each: unknown) => editOf((each ?? {}) as PermissionAsk['input']));
  // One that is not understood is shown as it is, with all others.
  return read.every((edit) => edit !== null) ? read : [];
}

function editOf({ old_string: before, new_string: after }: PermissionAsk['input']): Edit | null {
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : null;
}

function Block({
  name,
  wraps = false,
  children,
}: {
  readonly name: string;
  readonly wraps?: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <pre className="ask-block" data-wraps={wraps || undefined} tabIndex={0} role="group" aria-label={name}>
      {children}
    </pre>
  );
}

function Change({ before, after }: Edit) {
  const lines = useMemo(() => linesOfChange(before, after), [before, after]);
  return (
    <div className="ask-change" tabIndex={0} role="group" aria-label="Change">
      {lines.map((line, index) => (
        <div key={index} className="chat-diff-line" data-kind={line.kind}>
          <span className="chat-diff-sign" aria-hidden>
            {SIGNS[line.kind]}
          </span>
          <span className="chat-diff-text">
            {(line.kind === 'added' || line.kind === 'removed') && (
              <span className="visually-hidden">{line.kind}: </span>
            )}
            <VisibleLines text={line.text} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** One line of what is asked, for lists. */
export function AskSummary({ ask }: { readonly ask: PermissionAsk }) {
  return (
    <span className="ask-summary">
      <Visible text={ask.summary} />
    </span>
  );
}
