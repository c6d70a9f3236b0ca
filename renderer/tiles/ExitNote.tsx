import { assertNever } from '#shared/base/assert';
import type { PaneId } from '#shared/model/ids';
import type { PaneProcess } from '#shared/model/pane';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { terminalOf } from '../terminal/terminal-registry';

/** What a pane says at its bottom when no program runs in it. */
export function ExitNote({ paneId }: { readonly paneId: PaneId }) {
  const process = useAppState((state) => state.panes[paneId]?.process);
  const restartAt = useAppState((state) => state.panes[paneId]?.claude?.restartAt ?? null);
  const now = useNow(restartAt !== null);
  const note = process === undefined ? null : exitNote(process, restartAt === null ? null : restartAt - now);
  if (note === null) return null;
  return (
    <div
      className={`exit-note exit-note-${note.tone}`}
      data-testid={`exit-note-${paneId}`}
      role={restartAt === null ? 'status' : 'note'}
    >
      <span className="exit-note-text">{note.text}</span>
      <button
        type="button"
        className="button-quiet"
        onClick={() => {
          void runCommand('restart_pane', { pane_id: paneId });
          terminalOf(paneId)?.focus();
        }}
      >
        {note.action}
      </button>
    </div>
  );
}

interface Note {
  readonly text: string;
  readonly action: string;
  readonly tone: 'plain' | 'problem';
}

/** `restartIn`: milliseconds until it is started again by itself, or null when it is not. */
export function exitNote(process: PaneProcess, restartIn: number | null = null): Note | null {
  const restart = restartIn === null ? 'press Enter to restart' : 'press Enter to start now';
  const note = plainNote(process, restart);
  if (note === null || restartIn === null) return note;
  const seconds = Math.max(0, Math.ceil(restartIn / 1000));
  return { ...note, text: `${note.text}: starts again in ${String(seconds)} s` };
}

function plainNote(process: PaneProcess, restart: string): Note | null {
  switch (process.status) {
    case 'starting':
    case 'running':
      return null;
    case 'exited': {
      const { exitCode, signal } = process;
      if (signal !== null) return { text: `Ended by ${signal}`, action: restart, tone: 'problem' };
      const tone = exitCode === 0 || exitCode === null ? 'plain' : 'problem';
      return {
        text: exitCode === null ? 'Ended' : `Exited with code ${String(exitCode)}`,
        action: restart,
        tone,
      };
    }
    case 'failed':
      return {
        text: `Could not start: ${withoutAdvice(process.reason)}`,
        action: 'press Enter to try again',
        tone: 'problem',
      };
    case 'lost':
      return { text: sentence(process.reason), action: restart, tone: 'problem' };
    case 'waiting':
      return { text: sentence(process.reason), action: 'press Enter to run it', tone: 'plain' };
    default:
      return assertNever(process, 'process');
  }
}

/** The note has a button of its own for what the reason may advise. */
function withoutAdvice(reason: string): string {
  return reason.replace(/[;,.]\s*press Enter\b.*$/i, '');
}

function sentence(reason: string): string {
  const plain = withoutAdvice(reason);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
