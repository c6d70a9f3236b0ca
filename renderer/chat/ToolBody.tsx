import { Fragment, memo, useMemo } from 'react';
import { assertNever } from '#shared/base/assert';
import type { ResultPart } from '#shared/chat/blocks';
import { resultText } from '#shared/chat/blocks';
import type { Card, Question } from '#shared/chat/card';
import { fieldsOf, withoutLineNumbers } from '#shared/chat/card';
import { countChanges, linesOfChange, linesOfPatch } from '#shared/chat/diff-lines';
import type { ToolRow } from '#shared/chat/rows';
import { tokens } from '#shared/chat/side-lines';
import type { CallState, ToolCall } from '#shared/chat/tool-call';
import { CodeBlock } from './CodeBlock';
import { CopyButton } from './CopyButton';
import { DiffView } from './DiffView';
import { Markdown } from './Markdown';
import { Output } from './Output';
import { Picture } from './Picture';
import { SubagentView } from './SubagentView';
import { Visible, VisibleLines } from './Visible';

interface Properties {
  readonly row: ToolRow;
  readonly card: Card;
  readonly state: CallState;
}

/** The inside of a card: what the tool was given, and below it what came back. */
export const ToolBody = memo(function ToolBody({ row, card, state }: Properties) {
  const { call, key } = row;
  const { body } = card;
  const failed = state === 'failed' || state === 'refused';
  switch (body.kind) {
    case 'command':
      return (
        <>
          <div className="chat-command">
            <pre tabIndex={0} aria-label="Command">
              <VisibleLines text={body.command} />
            </pre>
            <CopyButton name="Copy command" text={() => body.command} />
          </div>
          <Result call={call} foldId={key} failed={failed} />
        </>
      );
    case 'edit':
      return (
        <>
          <EditBody call={call} edits={body.edits} foldId={key} />
          {failed && <Result call={call} foldId={key} failed />}
        </>
      );
    case 'write':
      return (
        <>
          {call.result?.details.patch == null ? (
            body.content !== '' && (
              <CodeBlock code={body.content} language={body.language} foldId={`${key}|content`} />
            )
          ) : (
            <EditBody call={call} edits={[]} foldId={key} />
          )}
          {failed && <Result call={call} foldId={key} failed />}
        </>
      );
    case 'read': {
      const text = resultText(call.result?.parts ?? []);
      if (failed || text === '') return <Result call={call} foldId={key} failed={failed} />;
      return (
        <>
          <CodeBlock code={withoutLineNumbers(text)} language={body.language} foldId={`${key}|content`} />
          <Pictures parts={call.result?.parts ?? []} />
        </>
      );
    }
    case 'agent':
      return <AgentBody row={row} prompt={body.prompt} failed={failed} />;
    case 'questions':
      return <Questions call={call} questions={body.questions} foldId={key} failed={failed} />;
    case 'plan':
      return (
        <>
          <div className="chat-markdown">
            <Markdown text={body.plan} foldId={`${key}|plan`} />
          </div>
          {failed && <Result call={call} foldId={key} failed />}
        </>
      );
    case 'fields':
      return (
        <>
          <Fields call={call} />
          <Result call={call} foldId={key} failed={failed} />
        </>
      );
    case 'output':
      return (
        <>
          {typeof call.input['prompt'] === 'string' && <p className="chat-plain">{call.input['prompt']}</p>}
          <Result call={call} foldId={key} failed={failed} />
        </>
      );
    default:
      return assertNever(body, 'body');
  }
});

function Result({
  call,
  foldId,
  failed,
}: {
  readonly call: ToolCall;
  readonly foldId: string;
  readonly failed: boolean;
}) {
  const { result } = call;
  if (result === null) return null;
  const text = indentedJson(resultText(result.parts));
  if (text.trim() === '' && result.parts.length === 0) return <p className="chat-hint">No output</p>;
  return (
    <>
      <Output text={text} foldId={`${foldId}|output`} label="Output" failed={failed} />
      <Pictures parts={result.parts} />
      {result.parts.map((part, index) =>
        part.type === 'other' ? (
          <Output
            key={index}
            text={JSON.stringify(part.raw, null, 2) ?? ''}
            foldId={`${foldId}|part${String(index)}`}
            label={part.name}
          />
        ) : null,
      )}
    </>
  );
}

/** JSON on one line is for programs. */
function indentedJson(text: string): string {
  if (text.length > 100_000 || !/^\s*[{[]/.test(text) || text.includes('\n')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // no JSON: as it is
  }
}

function Pictures({ parts }: { readonly parts: readonly ResultPart[] }) {
  return parts.map((part, index) =>
    part.type === 'image' ? <Picture key={index} image={part.image} name="Picture" /> : null,
  );
}

function EditBody({
  call,
  edits,
  foldId,
}: {
  readonly call: ToolCall;
  readonly edits: readonly { readonly before: string; readonly after: string }[];
  readonly foldId: string;
}) {
  const patch = call.result?.details.patch ?? null;
  const parts = useMemo(
    () =>
      patch === null ? edits.map(({ before, after }) => linesOfChange(before, after)) : [linesOfPatch(patch)],
    [patch, edits],
  );
  const { added, removed } = countChanges(parts.flat());
  return (
    <>
      {parts.map((lines, index) => (
        <DiffView key={index} lines={lines} foldId={`${foldId}|diff${String(index)}`} />
      ))}
      <p className="chat-diff-count">
        <span data-kind="added">+{added}</span> <span data-kind="removed">−{removed}</span>
      </p>
    </>
  );
}

function AgentBody({
  row,
  prompt,
  failed,
}: {
  readonly row: ToolRow;
  readonly prompt: string;
  readonly failed: boolean;
}) {
  const { call, key, subagent } = row;
  const text = resultText(call.result?.parts.slice(0, 1) ?? []);
  const { progress } = call;
  const details = call.result?.details ?? null;
  const used = details?.tokens ?? progress?.tokens ?? null;
  return (
    <>
      {prompt !== '' && <Output text={prompt} foldId={`${key}|prompt`} label="What the agent was asked" />}
      {subagent !== null && <SubagentView rows={subagent} foldId={`${key}|sub`} />}
      {call.result === null && progress !== null && progress.doing !== '' && (
        <p className="chat-hint">{progress.doing}</p>
      )}
      {text !== '' &&
        (failed ? (
          <Output text={text} foldId={`${key}|answer`} label="Answer of the agent" failed />
        ) : (
          <div className="chat-markdown chat-answer">
            <Markdown text={text} foldId={`${key}|answer`} />
          </div>
        ))}
      {used !== null && <p className="chat-hint">{tokens(used)}</p>}
    </>
  );
}

function Questions({
  call,
  questions,
  foldId,
  failed,
}: {
  readonly call: ToolCall;
  readonly questions: readonly Question[];
  readonly foldId: string;
  readonly failed: boolean;
}) {
  const answers = call.result?.details.answers ?? null;
  return (
    <>
      <dl className="chat-questions">
        {questions.map(({ question, options }, index) => {
          const answer = answers?.[question];
          return (
            <Fragment key={index}>
              <dt>
                <Visible text={question} />
              </dt>
              {answer === undefined ? (
                <dd className="chat-options">
                  {options.map(({ label }) => (
                    <span key={label}>
                      <Visible text={label} />
                    </span>
                  ))}
                </dd>
              ) : (
                <dd>
                  <VisibleLines text={answer} />
                </dd>
              )}
            </Fragment>
          );
        })}
      </dl>
      {(failed || answers === null) && <Result call={call} foldId={foldId} failed={failed} />}
    </>
  );
}

function Fields({ call }: { readonly call: ToolCall }) {
  const fields = fieldsOf(call.input);
  if (fields.length === 0) return null;
  return (
    <dl className="chat-fields">
      {fields.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <VisibleLines text={value.length > 4000 ? `${value.slice(0, 4000)}…` : value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
