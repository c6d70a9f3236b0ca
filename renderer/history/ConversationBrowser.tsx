import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { SearchField } from '../dialogs/SearchField';
import { shortenPath } from '../status/shorten-path';
import { useAppState } from '../store/replica';
import { askCommand } from '../store/run-command';
import { ConversationDetails } from './ConversationDetails';
import { ConversationList, optionId } from './ConversationList';
import { useConversations } from './use-conversations';

/** Rows that PageUp and PageDown go by. */
const LEAP = 8;

/** The list with its search and filter on one side, the chosen conversation on the other. */
export function ConversationBrowser({
  search,
}: {
  readonly search: React.RefObject<HTMLInputElement | null>;
}) {
  const [query, setQuery] = useState('');
  const [folder, setFolder] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const conversations = useConversations(query, folder);
  const { rows, state } = conversations;
  const index = Math.max(
    0,
    rows.findIndex((row) => row.claude_session_id === chosen),
  );
  const current = rows[index] ?? null;
  const choose = (to: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row !== undefined) setChosen(row.claude_session_id);
  };
  return (
    <div className="history-body">
      <div className="history-side">
        <SearchField
          field={search}
          label="Search in conversations"
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls="history-list"
          aria-autocomplete="list"
          aria-activedescendant={current === null ? undefined : optionId(index)}
          placeholder="Search in what was said"
          maxLength={200}
          text={query}
          setText={(text) => {
            setQuery(text);
            setChosen(null);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1, PageDown: LEAP, PageUp: -LEAP }[event.key];
            if (step !== undefined) choose(index + step);
            else if (event.key === 'Enter') focusFirstButton();
            else return;
            event.preventDefault();
          }}
        />
        <ProjectFilter folder={folder} setFolder={setFolder} />
        <Progress />
        <ConversationList
          conversations={conversations}
          index={index}
          choose={choose}
          query={query}
          searches={query.trim().length >= 2}
          filtered={folder !== null}
        />
      </div>
      {current !== null && state !== 'failed' ? (
        <ConversationDetails key={current.claude_session_id} conversation={current} />
      ) : (
        <div className="history-details" />
      )}
    </div>
  );
}

/** Enter goes to what can be done with the chosen conversation; nothing is started by the first press. */
function focusFirstButton(): void {
  document.querySelector<HTMLElement>('.history-actions button')?.focus();
}

type Project = CommandOutput<'list_history_projects'>['projects'][number];

function ProjectFilter({
  folder,
  setFolder,
}: {
  readonly folder: string | null;
  readonly setFolder: (folder: string | null) => void;
}) {
  const home = useAppState((state) => state.runtime.userHome);
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const revision = useAppState((state) => state.history.revision);
  useEffect(() => {
    let wanted = true;
    void askCommand('list_history_projects', {}).then((answer) => {
      if (wanted && answer !== null) setProjects(answer.projects);
    });
    return () => {
      wanted = false;
    };
  }, [revision]);
  return (
    <select
      className="history-projects"
      aria-label="Project"
      value={folder ?? ''}
      onChange={(event) => {
        setFolder(event.target.value === '' ? null : event.target.value);
      }}
    >
      <option value="">All projects</option>
      {projects.map(({ cwd, conversations }) => (
        <option key={cwd} value={cwd}>
          {shortenPath(cwd, home, 48)} ({conversations})
        </option>
      ))}
    </select>
  );
}

/** The first search reads everything, which takes its time. */
function Progress() {
  const reading = useAppState((state) => state.history.reading);
  return (
    <p className="history-progress muted" role="status">
      {reading === null
        ? ''
        : `Reading conversations: ${reading.done.toLocaleString()} of ${reading.total.toLocaleString()}`}
    </p>
  );
}
