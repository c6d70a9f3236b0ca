import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { bridge } from '../bridge/bridge';
import { Overlay } from '../dialogs/Overlay';
import { SearchField } from '../dialogs/SearchField';
import { askCommand } from '../store/run-command';
import { setUi, toast, useUi } from '../store/ui-store';

type Entry = CommandOutput<'read_log'>['entries'][number];
type Level = Entry['level'];

/** How often it is read while it is followed, in milliseconds. */
const EVERY = 1000;
const ENTRIES = 500;
const LEVELS: readonly (readonly [Level, string])[] = [
  ['info', 'Everything'],
  ['warn', 'Warnings and errors'],
  ['error', 'Errors'],
];

/** The newest entries of the log, to be searched, followed and copied. */
export function LogPanel() {
  const shown = useUi((state) => state.logShown);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ logShown: false });
      }}
      title="Log"
      titleShown
      className="log"
      testId="log"
      initialFocus={() => search.current}
    >
      <Body search={search} />
    </Overlay>
  );
}

function Body({ search }: { readonly search: React.RefObject<HTMLInputElement | null> }) {
  const [level, setLevel] = useState<Level>('info');
  const [text, setText] = useState('');
  const [follow, setFollow] = useState(true);
  const log = useLog(level, text, follow);
  const list = useRef<HTMLDivElement>(null);
  const last = log?.entries.at(-1);
  useEffect(() => {
    if (follow) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [follow, last?.at, last?.event, log?.entries.length]);
  return (
    <>
      <div className="log-choice">
        <SearchField field={search} label="Search the log" text={text} setText={setText} />
        <label>
          <span className="visually-hidden">Level</span>
          <select
            value={level}
            onChange={(event) => {
              setLevel(event.target.value as Level);
            }}
          >
            {LEVELS.map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className="log-follow">
          <input
            type="checkbox"
            checked={follow}
            onChange={(event) => {
              setFollow(event.target.checked);
            }}
          />
          Follow
        </label>
        <button
          type="button"
          className="button-icon"
          aria-label="Copy what is shown"
          title="Copy what is shown"
          onClick={() => {
            const lines = (log?.entries ?? []).map((entry) =>
              [new Date(entry.at).toISOString(), entry.level, entry.event, entry.detail].join(' ').trimEnd(),
            );
            void bridge.invoke('clipboard:write', { text: lines.join('\n') }).then(() => {
              toast('Copied', 'plain');
            });
          }}
        >
          <Copy size={14} aria-hidden />
        </button>
      </div>
      <div ref={list} className="log-entries" tabIndex={0} role="region" aria-label="Entries of the log">
        {log === null || log.entries.length === 0 ? (
          <p className="history-none muted">{log === null ? 'Reading …' : 'No entry is like that.'}</p>
        ) : (
          <ol>
            {log.entries.map((entry, index) => (
              <li key={`${String(entry.at)} ${entry.event} ${String(index)}`} data-level={entry.level}>
                <time>{new Date(entry.at).toLocaleTimeString([], { hour12: false })}</time>
                <span className="log-level">{entry.level === 'info' ? '' : entry.level}</span>
                <span className="log-event">{entry.event}</span>
                <span className="log-detail">{entry.detail}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
      {log !== null && <p className="log-file muted">{log.file}</p>}
    </>
  );
}

/** Read at once and, while it is followed, again and again. Null until the first answer. */
function useLog(level: Level, text: string, follow: boolean): CommandOutput<'read_log'> | null {
  const [log, setLog] = useState<CommandOutput<'read_log'> | null>(null);
  useEffect(() => {
    let wanted = true;
    let timer = 0;
    const read = (): void => {
      void askCommand('read_log', { level, text, lines: ENTRIES }).then((answer) => {
        if (!wanted) return;
        if (answer !== null) setLog(answer);
        if (follow) timer = window.setTimeout(read, EVERY);
      });
    };
    read();
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, [level, text, follow]);
  return log;
}
