import type { LucideIcon } from 'lucide-react';
import {
  Ban,
  Bot,
  Check,
  CircleQuestionMark,
  CircleX,
  FilePen,
  FileText,
  Globe,
  ListChecks,
  LoaderCircle,
  OctagonX,
  Plug,
  Search,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import { memo, useId, useMemo } from 'react';
import { assertNever } from '#shared/base/assert';
import type { Card, CardIcon } from '#shared/chat/card';
import { cardOf } from '#shared/chat/card';
import type { ToolRow } from '#shared/chat/rows';
import type { CallState, ToolCall } from '#shared/chat/tool-call';
import { spanOfTime } from '../status/span-of-time';
import { useNow } from '../status/use-now';
import { useChat, useFold } from './chat-context';
import { Raw, RawButton } from './Raw';
import { ToolBody } from './ToolBody';
import { useWanted } from './use-wanted';
import { Visible } from './Visible';

const ICONS: Readonly<Record<CardIcon, LucideIcon>> = {
  terminal: SquareTerminal,
  file: FileText,
  edit: FilePen,
  search: Search,
  web: Globe,
  agent: Bot,
  question: CircleQuestionMark,
  plan: ListChecks,
  plug: Plug,
  tool: Wrench,
};

const STATES: Readonly<Record<CallState, { readonly icon: LucideIcon; readonly label: string }>> = {
  preparing: { icon: LoaderCircle, label: 'is being written' },
  running: { icon: LoaderCircle, label: 'running' },
  done: { icon: Check, label: 'done' },
  failed: { icon: CircleX, label: 'failed' },
  refused: { icon: Ban, label: 'not allowed' },
  interrupted: { icon: OctagonX, label: 'interrupted' },
};

/** A call of a tool: what it was given, how it stands, and what came back. */
export const ToolCard = memo(function ToolCard({ row }: { readonly row: ToolRow }) {
  const { live } = useChat();
  const { call } = row;
  const card = useMemo(() => cardOf(call), [call]);
  const unfinished = call.state === 'running' || call.state === 'preparing';
  const state = unfinished && !live ? 'interrupted' : call.state;
  const [open, setOpen] = useFold(`${row.key}|card`, opensByItself(card, call));
  const [wanted, handlers] = useWanted();
  const id = useId();
  const Icon = ICONS[card.icon];
  return (
    <div
      role="group"
      className="chat-card"
      data-state={state}
      data-tool={call.name}
      aria-label={cardLabel(card, state)}
      {...handlers}
    >
      <div className="chat-card-head">
        <button
          type="button"
          className="chat-card-title"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Icon size={14} aria-hidden />
          <span className="chat-card-name">{card.title}</span>
          {card.subject !== '' && (
            <span
              className="chat-card-subject"
              data-path={card.subjectIsPath || undefined}
              title={card.subject}
            >
              <Visible text={card.subject} />
            </span>
          )}
          {card.aside !== '' && (
            <span className="chat-card-aside">
              <Visible text={card.aside} />
            </span>
          )}
        </button>
        <AgentNews row={row} running={state === 'running'} />
        {wanted && <RawButton foldId={`${row.key}|raw`} />}
        <StateMark call={call} state={state} />
      </div>
      <div id={id} className="chat-card-body" hidden={!open}>
        {open && <ToolBody row={row} card={card} state={state} />}
      </div>
      <Raw lines={row.lines} foldId={`${row.key}|raw`} />
    </div>
  );
});

/** What people want to see without a click: what was run or changed, and what they are asked. */
function opensByItself({ body }: Card, { state }: ToolCall): boolean {
  switch (body.kind) {
    case 'command':
    case 'edit':
    case 'write':
    case 'questions':
    case 'plan':
      return true;
    case 'agent':
    case 'read':
    case 'fields':
    case 'output':
      return state === 'failed';
    default:
      return assertNever(body, 'body');
  }
}

/** What a subagent does just now, or how much it did. */
function AgentNews({ row, running }: { readonly row: ToolRow; readonly running: boolean }) {
  const { call, subagent } = row;
  if (subagent === null && call.progress === null) return null;
  const count = call.result?.details.toolUses ?? call.progress?.toolUses ?? null;
  const doing = running ? (call.progress?.doing ?? '') : '';
  const counted = count === null ? '' : `${String(count)} ${count === 1 ? 'tool' : 'tools'}`;
  return (
    <span className="chat-card-aside">{[doing, counted].filter((part) => part !== '').join(' · ')}</span>
  );
}

function cardLabel({ title, subject }: Card, state: CallState): string {
  return `${title}${subject === '' ? '' : ` ${subject.slice(0, 120)}`}, ${STATES[state].label}`;
}

function StateMark({ call, state }: { readonly call: ToolCall; readonly state: CallState }) {
  const running = state === 'running' && call.startedAt !== null;
  const now = useNow(running);
  const { icon: Icon, label } = STATES[state];
  const took = running && call.startedAt !== null ? now - call.startedAt : tookOf(call);
  return (
    <span className="chat-card-state" data-state={state} title={label}>
      {state === 'preparing' && call.written > 2000 && <span>{(call.written / 1000).toFixed(0)} kB</span>}
      {took !== null && took >= 2000 && <span className="chat-card-time">{spanOfTime(took)}</span>}
      {(state === 'failed' || state === 'refused' || state === 'interrupted') && <span>{label}</span>}
      {state === 'done' ? (
        <span aria-label={label} role="img" className="chat-done" />
      ) : (
        <Icon size={13} aria-label={label} />
      )}
    </span>
  );
}

function tookOf({ startedAt, endedAt, result }: ToolCall): number | null {
  const told = result?.details.durationMilliseconds ?? null;
  if (told !== null) return told;
  return startedAt === null || endedAt === null ? null : endedAt - startedAt;
}
