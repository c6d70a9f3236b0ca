import type { LucideIcon } from 'lucide-react';
import {
  Brain,
  CircleAlert,
  CircleCheck,
  Circle,
  CircleDotDashed,
  Clock,
  Cpu,
  Hourglass,
  Info,
  OctagonX,
  RotateCw,
  Scissors,
  ShieldCheck,
} from 'lucide-react';
import { memo } from 'react';
import { assertNever } from '#shared/base/assert';
import type {
  CommandRow,
  FoldRow,
  NoteRow,
  NoteSign,
  ResultRow,
  Row,
  TasksRow,
  TextRow,
  ThinkingRow,
  UserRow,
} from '#shared/chat/rows';
import type { TaskStatus } from '#shared/chat/tasks';
import { timeOf } from '../status/time-of';
import { useFold } from './chat-context';
import { CopyButton } from './CopyButton';
import { Markdown } from './Markdown';
import { Output } from './Output';
import { Picture } from './Picture';
import { Raw, RawButton } from './Raw';
import { StreamedText } from './StreamedText';
import { ToolCard } from './ToolCard';
import { resultFacts } from './result-facts';
import { useWanted } from './use-wanted';
import { VisibleLines } from './Visible';

/** One row of a conversation. */
export const RowView = memo(function RowView({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case 'user':
      return <User row={row} />;
    case 'text':
      return <Said row={row} />;
    case 'thinking':
      return <Thinking row={row} />;
    case 'picture':
      return (
        <article className="chat-row" aria-label="Claude">
          <Picture image={row.image} name="Picture" />
        </article>
      );
    case 'tool':
      return (
        <div className="chat-row">
          <ToolCard row={row} />
        </div>
      );
    case 'tasks':
      return <Tasks row={row} />;
    case 'note':
      return <Note row={row} />;
    case 'command':
      return <Command row={row} />;
    case 'fold':
      return <Folded row={row} />;
    case 'result':
      return <Result row={row} />;
    case 'absorbed':
      return <div />;
    default:
      return assertNever(row, 'row');
  }
});

function User({ row }: { readonly row: UserRow }) {
  const [wanted, handlers] = useWanted();
  return (
    <article className="chat-row chat-user" aria-label="You" tabIndex={0} {...handlers}>
      <div className="chat-bubble">
        {row.queued && <span className="chat-hint">Sent while Claude worked</span>}
        {row.text !== '' && <p className="chat-plain">{row.text}</p>}
        {row.images.length > 0 && (
          <div className="chat-pictures">
            {row.images.map((image, index) => (
              <Picture key={index} image={image} name={`Picture ${String(index + 1)}`} />
            ))}
          </div>
        )}
      </div>
      {wanted && (
        <div className="chat-row-tools">
          {row.at !== null && <time>{timeOf(row.at)}</time>}
          <CopyButton name="Copy message" text={() => row.text} />
          <RawButton foldId={`${row.key}|raw`} />
        </div>
      )}
      <Raw lines={row.lines} foldId={`${row.key}|raw`} />
    </article>
  );
}

function Said({ row }: { readonly row: TextRow }) {
  const [wanted, handlers] = useWanted();
  return (
    <article
      className="chat-row chat-said"
      aria-label="Claude"
      aria-busy={row.streaming}
      data-continued={row.continued || undefined}
      tabIndex={0}
      {...handlers}
    >
      <div className="chat-markdown">
        {row.pieces.map((piece, index) => (
          <div key={index} className="chat-piece">
            <Markdown text={withDefinitions(piece, row.definitions)} foldId={`${row.key}|${String(index)}`} />
          </div>
        ))}
        {row.streaming && <StreamedText row={row} />}
      </div>
      {wanted && !row.streaming && (
        <div className="chat-row-tools">
          <CopyButton name="Copy text" text={() => row.pieces.join('')} />
          <RawButton foldId={`${row.key}|raw`} />
        </div>
      )}
      <Raw lines={row.lines} foldId={`${row.key}|raw`} />
    </article>
  );
}

/** A piece that refers to something gets what it may refer to, which stands elsewhere in the text. */
function withDefinitions(piece: string, definitions: string): string {
  return definitions !== '' && piece.includes('[') ? `${piece}\n\n${definitions}` : piece;
}

function Thinking({ row }: { readonly row: ThinkingRow }) {
  const [open, setOpen] = useFold(`${row.key}|thinking`);
  const about = row.redacted ? 'in a form that only its makers can read' : '';
  return (
    <article className="chat-row chat-thinking" aria-label="Claude's thoughts">
      <Summary
        icon={Brain}
        label={row.streaming ? 'Thinking…' : 'Thought'}
        about={about}
        open={open}
        setOpen={row.redacted ? null : setOpen}
        busy={row.streaming}
      />
      {open && (
        <div className="chat-markdown chat-indented">
          {row.streaming ? (
            <p className="chat-plain">{row.text.slice(-4000)}</p>
          ) : (
            <Markdown text={row.text} foldId={`${row.key}|thought`} />
          )}
        </div>
      )}
    </article>
  );
}

/** The line that stands for something folded. */
function Summary({
  icon: Icon,
  label,
  about,
  open,
  setOpen,
  busy = false,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly about: string;
  readonly open: boolean;
  readonly setOpen: ((open: boolean) => void) | null;
  readonly busy?: boolean;
}) {
  const content = (
    <>
      <Icon size={13} aria-hidden />
      <span data-busy={busy || undefined}>{label}</span>
      {about !== '' && <span className="chat-card-aside">{about}</span>}
    </>
  );
  if (setOpen === null) return <div className="chat-summary">{content}</div>;
  return (
    <button
      type="button"
      className="chat-summary"
      aria-expanded={open}
      onClick={() => {
        setOpen(!open);
      }}
    >
      {content}
    </button>
  );
}

const TASK_ICONS: Readonly<Record<TaskStatus, { readonly icon: LucideIcon; readonly label: string }>> = {
  pending: { icon: Circle, label: 'to do' },
  in_progress: { icon: CircleDotDashed, label: 'under way' },
  completed: { icon: CircleCheck, label: 'done' },
  deleted: { icon: OctagonX, label: 'dropped' },
};

function Tasks({ row }: { readonly row: TasksRow }) {
  const done = row.tasks.filter(({ status }) => status === 'completed').length;
  return (
    <div
      role="group"
      className="chat-row chat-card"
      aria-label="Tasks"
      data-state={row.failed ? 'failed' : 'done'}
    >
      <div className="chat-card-head">
        <span className="chat-card-title">
          <span className="chat-card-name">Tasks</span>
          <span className="chat-card-aside">
            {done} of {row.tasks.length} done
          </span>
        </span>
        <RawButton foldId={`${row.key}|raw`} />
        {row.failed && <span className="chat-card-state">a change failed</span>}
      </div>
      <ul className="chat-tasks">
        {row.tasks.map(({ id, subject, status }) => {
          const { icon: Icon, label } = TASK_ICONS[status];
          return (
            <li key={id} data-status={status}>
              <Icon size={13} aria-label={label} />
              <span>{subject === '' ? `Task ${id}` : subject}</span>
            </li>
          );
        })}
      </ul>
      <Raw lines={row.lines} foldId={`${row.key}|raw`} />
    </div>
  );
}

const NOTE_ICONS: Readonly<Record<NoteSign, LucideIcon>> = {
  interrupted: OctagonX,
  error: CircleAlert,
  retry: RotateCw,
  compact: Scissors,
  model: Cpu,
  mode: ShieldCheck,
  limit: Hourglass,
  task: Clock,
  info: Info,
};

function Note({ row }: { readonly row: NoteRow }) {
  const Icon = NOTE_ICONS[row.sign];
  return (
    <div className="chat-row chat-note" data-tone={row.tone} role="note">
      <Icon size={13} aria-hidden />
      <p className="chat-plain">{row.text}</p>
    </div>
  );
}

function Command({ row }: { readonly row: CommandRow }) {
  return (
    <article className="chat-row chat-local" aria-label={row.command === '' ? 'Output' : 'Command'}>
      {row.command !== '' && (
        <code className="chat-local-command">
          <VisibleLines text={row.command} />
        </code>
      )}
      <Output text={row.output} foldId={`${row.key}|output`} label="Output" failed={row.failed} />
    </article>
  );
}

function Folded({ row }: { readonly row: FoldRow }) {
  const [open, setOpen] = useFold(`${row.key}|fold`);
  return (
    <article className="chat-row chat-folded" aria-label={row.label}>
      <Summary icon={Info} label={row.label} about="" open={open} setOpen={setOpen} />
      {open &&
        (row.form === 'markdown' ? (
          <div className="chat-markdown chat-indented">
            <Markdown text={row.text} foldId={`${row.key}|text`} />
          </div>
        ) : (
          <Output text={row.text} foldId={`${row.key}|text`} label={row.label} />
        ))}
    </article>
  );
}

function Result({ row }: { readonly row: ResultRow }) {
  const facts = resultFacts(row);
  if (facts.length === 0 && row.text === '') return <div />;
  return (
    <div className="chat-row chat-result" data-error={(row.isError && row.text !== '') || undefined}>
      {row.text !== '' && (
        <p className="chat-note" data-tone="error" role="note">
          <CircleAlert size={13} aria-hidden />
          <span className="chat-plain">{row.text}</span>
        </p>
      )}
      {facts.length > 0 && <p className="chat-result-facts">{facts.join(' · ')}</p>}
    </div>
  );
}
