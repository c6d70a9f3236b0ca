import { BookOpenText, CornerUpLeft, GitFork, MessagesSquare, SquareTerminal, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CommandCall, CommandOutput } from '#shared/commands/catalog';
import { plainLine } from '#shared/state/attention';
import { cutTitle } from '#shared/history/title';
import { plainText } from '#shared/state/shown-text';
import { shortenPath } from '../status/shorten-path';
import { timeOf } from '../status/time-of';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { askCommand, runCommand } from '../store/run-command';
import { setUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { openTranscript } from './open-transcript';
import type { ShownConversation } from './conversation-pages';
import { byteCount, tokenCount, when } from './when';

type Details = CommandOutput<'describe_conversation'>;
type Usage = CommandOutput<'usage_report'>;

/** Everything about one conversation, and what can be done with it. */
export function ConversationDetails({ conversation }: { readonly conversation: ShownConversation }) {
  const { claude_session_id: id, title, cwd, changed_at: at, bytes } = conversation;
  const home = useAppState((state) => state.runtime.userHome);
  const details = useAnswer<Details>(
    () => askCommand('describe_conversation', { claude_session_id: id }),
    id,
  );
  return (
    <section className="history-details" aria-label="The chosen conversation" data-testid="history-details">
      <div className="history-about" tabIndex={0} role="region" aria-label="About it">
        <h3>{title}</h3>
        <dl className="history-facts">
          <div>
            <dt>Folder</dt>
            <dd title={cwd ?? undefined}>{cwd === null ? 'not known' : shortenPath(cwd, home, 60)}</dd>
          </div>
          <div>
            <dt>Last change</dt>
            <dd>{timeOf(at)}</dd>
          </div>
          {details?.began_at != null && (
            <div>
              <dt>Begun</dt>
              <dd>{timeOf(details.began_at)}</dd>
            </div>
          )}
          <div>
            <dt>Size</dt>
            <dd>{byteCount(bytes)}</dd>
          </div>
          <UsageFacts id={id} />
        </dl>
        {details?.first_prompt != null && cutTitle(details.first_prompt) !== title && (
          <>
            <h4>First prompt</h4>
            <p className="history-prompt">{plainText(details.first_prompt)}</p>
          </>
        )}
        {details !== null && <Subagents details={details} />}
        <Related conversation={conversation} />
      </div>
      <Actions conversation={conversation} gone={details?.cwd_gone === true} />
    </section>
  );
}

/** What a command answers about a conversation; null until it has. */
function useAnswer<T>(ask: () => Promise<T | null>, id: string): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  const revision = useAppState((state) => state.history.revision);
  useEffect(() => {
    let wanted = true;
    void ask().then((next) => {
      if (wanted) setAnswer(next);
    });
    return () => {
      wanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what is asked changes with the conversation alone
  }, [id, revision]);
  return answer;
}

function UsageFacts({ id }: { readonly id: string }) {
  const usage = useAnswer<Usage>(
    () => askCommand('usage_report', { by: 'session', claude_session_id: id }),
    id,
  );
  if (usage === null || usage.total.length === 0) return null;
  const cost = usage.total.some((model) => model.cost !== null)
    ? usage.total.reduce((sum, model) => sum + (model.cost ?? 0), 0)
    : null;
  return (
    <>
      {usage.total.map((model) => (
        <div key={model.model} data-testid="history-usage">
          <dt>Tokens</dt>
          <dd>
            {tokenCount(model.input_tokens + model.cache_read_tokens + model.cache_write_tokens)} in,{' '}
            {tokenCount(model.output_tokens)} out <span className="muted">{plainLine(model.model, 40)}</span>
          </dd>
        </div>
      ))}
      {cost !== null && (
        <div>
          <dt>Cost</dt>
          <dd>${cost.toFixed(2)}</dd>
        </div>
      )}
    </>
  );
}

function Subagents({ details: { subagents } }: { readonly details: Details }) {
  if (subagents.length === 0) return null;
  return (
    <>
      <h4>Subagents</h4>
      <ul className="history-parts">
        {subagents.map(({ id, type, description, transcript_path: file }) => (
          <li key={id}>
            <button
              type="button"
              className="history-part"
              onClick={() => {
                openTranscript(id, file, description === '' ? type : description);
              }}
            >
              <span className="history-title">{description === '' ? type : description}</span>
              <span className="history-when">{type}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Related({ conversation: { related } }: { readonly conversation: ShownConversation }) {
  const now = useNow(false);
  if (related.length === 0) return null;
  return (
    <>
      <h4>Older copies</h4>
      <ul className="history-parts">
        {related.map((copy) => (
          <li key={copy.claude_session_id} className="history-copy">
            <span className="history-title">{copy.title}</span>
            <span className="history-when">{when(copy.changed_at, now)}</span>
            <button
              type="button"
              className="button-quiet"
              aria-label={`Resume the copy ${copy.title}`}
              onClick={() => void resume({ claude_session_id: copy.claude_session_id })}
            >
              Resume
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Closes the view and gives the keyboard to the new pane; a refusal is told, and the view stays. */
async function resume(input: CommandCall<'resume_session'>): Promise<void> {
  if (!(await runCommand('resume_session', { ...input, focus: true }))) return;
  setUi({ historyShown: false });
}

function Actions({
  conversation,
  gone,
}: {
  readonly conversation: ShownConversation;
  readonly gone: boolean;
}) {
  const { claude_session_id: id, title, transcript_path: path, pane_id: pane, archived } = conversation;
  const [folder, setFolder] = useState('');
  const elsewhere = gone && folder.trim() !== '' ? { cwd: folder.trim() } : {};
  return (
    <div className="history-actions">
      {gone && !archived && (
        <label className="history-elsewhere">
          <span>Its folder is gone or was renamed. Go on in another one:</span>
          <input
            value={folder}
            placeholder="/path/to/a/folder"
            spellCheck={false}
            onChange={(event) => {
              setFolder(event.target.value);
            }}
          />
        </label>
      )}
      {pane !== null && (
        <button
          type="button"
          className="button-primary"
          onClick={() => {
            void runCommand('focus_pane', { pane_id: pane }).then((done) => {
              if (!done) return;
              setUi({ historyShown: false });
              focusActiveTerminal();
            });
          }}
        >
          <CornerUpLeft size={14} aria-hidden />
          Go to its pane
        </button>
      )}
      {archived && (
        <button
          type="button"
          className="button-primary"
          title="Claude no longer has it: copy it back to where Claude looks for it"
          onClick={() => void runCommand('restore_conversation', { claude_session_id: id })}
        >
          <Undo2 size={14} aria-hidden />
          Put back
        </button>
      )}
      {pane === null && !archived && (
        <button
          type="button"
          className="button-primary"
          disabled={gone && folder.trim() === ''}
          onClick={() => void resume({ claude_session_id: id, ...elsewhere })}
        >
          <SquareTerminal size={14} aria-hidden />
          Resume in terminal
        </button>
      )}
      {pane === null && !archived && (
        <button
          type="button"
          className="button"
          disabled={gone && folder.trim() === ''}
          onClick={() => void resume({ claude_session_id: id, face: 'chat', ...elsewhere })}
        >
          <MessagesSquare size={14} aria-hidden />
          Resume in chat
        </button>
      )}
      {!archived && (
        <button
          type="button"
          className="button"
          title="Go on with a copy, and leave this one as it is"
          disabled={gone && folder.trim() === ''}
          onClick={() => void resume({ claude_session_id: id, fork: true, ...elsewhere })}
        >
          <GitFork size={14} aria-hidden />
          Fork
        </button>
      )}
      <button
        type="button"
        className="button"
        onClick={() => {
          openTranscript(id, path, title);
        }}
      >
        <BookOpenText size={14} aria-hidden />
        Read
      </button>
    </div>
  );
}
