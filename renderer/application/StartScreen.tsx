import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { CopyLine } from '../channels/CopyLine';
import { keyBindings } from '../commands/keyboard';
import { KeyCaps } from '../commands/KeyCaps';
import { when } from '../history/when';
import { shortenPath } from '../status/shorten-path';
import { useNow } from '../status/use-now';
import { plainMessage } from '../store/plain-message';
import { appState, useAppState } from '../store/replica';
import { askCommand, runCommand, tryCommand } from '../store/run-command';
import { setUi } from '../store/ui-store';

type System = CommandOutput<'check_system'>;
type Finding = System['findings'][number];
type Project = CommandOutput<'list_history_projects'>['projects'][number];
type Conversation = CommandOutput<'list_history'>['conversations'][number];

const NAMES: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  tmux: 'tmux',
  shell: 'Shell',
  curl: 'curl',
  'node-pty': 'Terminals',
};
/** What is told in any case; its room is there before it is known. */
const ASKED_FOR: readonly string[] = ['claude', 'tmux', 'shell'];
const LISTED = 4;

/** What a window without a session shows: what is there, what is missing, and the first pane. */
export function StartScreen() {
  const { system, projects, conversations } = useFacts();
  const [folder, setFolder] = useState<string | null>(null);
  /** Why nothing could be opened in it. */
  const [problem, setProblem] = useState<string | null>(null);
  const home = useAppState((state) => state.runtime.userHome);
  const claude = system?.findings.find(({ check }) => check === 'claude');
  const hasClaude = claude !== undefined && claude.level !== 'problem';
  const named = folder === null || folder.trim() === '' ? null : folder;
  const cwd = named ?? (home === '' ? null : home);
  const open = (command: 'claude' | null): void => {
    const input = { ...(cwd === null ? {} : { cwd }), ...(command === null ? {} : { command }) };
    void tryCommand('create_session', { ...input, focus: true }).then((made) => {
      setProblem(made.ok ? null : plainMessage(made.error.message, appState()));
    });
  };
  const choose = (chosen: string): void => {
    setFolder(chosen);
    setProblem(null);
  };
  return (
    <div className="start-screen" data-testid="start-screen">
      <div className="start-column">
        <header>
          <h1>Several Claude Code sessions, one window</h1>
          <p>
            Fugue tiles terminals side by side and shows which Claude thinks, which one is done and which one
            waits for you. All of it is back when you open Fugue again.
          </p>
        </header>
        <section aria-label="Begin">
          <label className="start-label" htmlFor="start-folder">
            In which folder?
          </label>
          <input
            id="start-folder"
            className="text-field"
            spellCheck={false}
            placeholder="~"
            value={folder ?? '~'}
            onChange={(event) => {
              choose(event.target.value);
            }}
            aria-invalid={problem !== null}
            aria-describedby="start-problem"
            onKeyDown={(event) => {
              // What Enter opens is the button that stands out; before it is known which, nothing.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || system === null) return;
              event.preventDefault();
              if (!event.repeat) open(hasClaude ? 'claude' : null);
            }}
          />
          <p id="start-problem" className="start-problem" role="alert">
            {problem}
          </p>
          <div className="start-buttons">
            <button
              type="button"
              className={hasClaude ? 'button-primary' : 'button-quiet'}
              autoFocus
              disabled={system !== null && !hasClaude}
              onClick={() => {
                open('claude');
              }}
            >
              New Claude
            </button>
            <button
              type="button"
              className={system !== null && !hasClaude ? 'button-primary' : 'button-quiet'}
              onClick={() => {
                open(null);
              }}
            >
              New shell
            </button>
          </div>
          {projects.length > 0 && (
            <ul className="start-projects" aria-label="Folders with conversations">
              {projects.slice(0, LISTED).map((project) => (
                <li key={project.cwd}>
                  <button
                    type="button"
                    className="chip-button"
                    aria-pressed={cwd === project.cwd}
                    title={project.cwd}
                    onClick={() => {
                      choose(project.cwd);
                    }}
                  >
                    {shortenPath(project.cwd, home, 48)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </section>
        {conversations.length > 0 && <Recent conversations={conversations} home={home} />}
        <SystemList system={system} />
        <Lessons />
      </div>
    </div>
  );
}

function useFacts() {
  const [system, setSystem] = useState<System | null>(null);
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const [conversations, setConversations] = useState<readonly Conversation[]>([]);
  useEffect(() => {
    let wanted = true;
    const look = async (): Promise<void> => {
      const [found, folders, list] = await Promise.all([
        askCommand('check_system', {}),
        askCommand('list_history_projects', {}),
        askCommand('list_history', { limit: LISTED }),
      ]);
      if (!wanted) return;
      if (found) setSystem(found);
      if (folders) setProjects(folders.projects);
      if (list) setConversations(list.conversations);
    };
    void look();
    // Whoever went away to install something comes back to this window.
    const again = (): void => void look();
    window.addEventListener('focus', again);
    return () => {
      wanted = false;
      window.removeEventListener('focus', again);
    };
  }, []);
  return { system, projects, conversations };
}

function Recent({
  conversations,
  home,
}: {
  readonly conversations: readonly Conversation[];
  readonly home: string;
}) {
  const now = useNow();
  return (
    <section aria-label="Recent conversations">
      <h2>Go on with</h2>
      <ul className="start-recent">
        {conversations.slice(0, LISTED).map((conversation) => (
          <li key={conversation.claude_session_id}>
            <button
              type="button"
              className="start-conversation"
              onClick={() => {
                void runCommand('resume_session', {
                  claude_session_id: conversation.claude_session_id,
                  focus: true,
                });
              }}
            >
              <span className="start-conversation-title">{conversation.title}</span>
              <span className="start-conversation-place">
                {conversation.cwd === null ? '' : shortenPath(conversation.cwd, home, 48)} ·{' '}
                {when(conversation.changed_at, now)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button-quiet"
        onClick={() => {
          setUi({ historyShown: true });
        }}
      >
        All conversations
      </button>
    </section>
  );
}

function SystemList({ system }: { readonly system: System | null }) {
  // What is in order and nobody asks for stays out of the way.
  const shown =
    system?.findings.filter(({ check, level }) => level !== 'ok' || ASKED_FOR.includes(check)) ?? [];
  return (
    <section aria-label="What Fugue found">
      <h2>
        <span role="status">
          {system === null ? 'Looking for claude, tmux and your shell…' : 'What Fugue found'}
        </span>
      </h2>
      <ul className="start-findings">
        {system === null &&
          ASKED_FOR.map((check) => (
            <li key={check}>
              <Circle size={14} aria-hidden />
              <span className="start-finding-name">{NAMES[check]}</span>
            </li>
          ))}
        {shown.map((finding) => (
          <FindingRow key={finding.check} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

const ICONS = { ok: CircleCheck, warning: TriangleAlert, problem: CircleAlert } as const;
const LEVELS = { ok: 'found', warning: 'works less well', problem: 'missing' } as const;

function FindingRow({ finding }: { readonly finding: Finding }) {
  const Icon = ICONS[finding.level];
  const name = NAMES[finding.check] ?? finding.check;
  const command = /^(sudo |npm |brew )[^:(]*[^:( ]/.exec(finding.mend)?.[0].replace(/,.*$/, '') ?? null;
  return (
    <li data-level={finding.level}>
      <Icon size={14} role="img" aria-label={LEVELS[finding.level]} />
      <span className="start-finding-name">{name}</span>
      <span className="start-finding-says">{finding.says}</span>
      {finding.mend !== '' && (
        <div className="start-mend">
          {command === null ? (
            <p>{finding.mend}</p>
          ) : (
            <CopyLine text={command} name={`the command for ${name}`} />
          )}
        </div>
      )}
    </li>
  );
}

function Lessons() {
  const configuration = useAppState((state) => state.configuration);
  const { prefixName } = keyBindings(configuration);
  const lessons: readonly { readonly keys: readonly string[]; readonly text: string }[] = [
    { keys: [prefixName, '%'], text: 'split a pane side by side' },
    { keys: [prefixName, 'A'], text: 'one more Claude' },
    { keys: ['C-S-p'], text: 'all commands, and the key that each has' },
  ];
  return (
    <dl className="empty-keys">
      {lessons.map(({ keys, text }) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <KeyCaps key={key} name={key} />
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
