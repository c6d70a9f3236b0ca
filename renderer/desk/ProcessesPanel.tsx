import { useEffect, useRef, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { asPaneId } from '#shared/model/ids';
import { closePane } from '../commands/closing';
import { Overlay } from '../dialogs/Overlay';
import { askCommand, runCommand } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { goToPane } from '../terminal/go-to-pane';
import { memoryText } from './memory-text';
import type { UsageOrder } from './usage-order';
import { sortUsage } from './usage-order';

type Usage = CommandOutput<'list_usage'>['usage'];

/** How often it is measured while somebody looks, in milliseconds. */
const EVERY = 3000;

/** What each pane takes of the machine, with ways to end it. */
export function ProcessesPanel() {
  const shown = useUi((state) => state.processesShown);
  const body = useRef<HTMLDivElement>(null);
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ processesShown: false });
      }}
      title="Processes"
      titleShown
      className="processes"
      testId="processes"
      initialFocus={() => body.current}
    >
      <div ref={body} className="desk-body" tabIndex={0} role="region" aria-label="Processes">
        <ProcessTable />
      </div>
    </Overlay>
  );
}

const COLUMNS: readonly (readonly [UsageOrder['by'], string])[] = [
  ['label', 'Pane'],
  ['cpu', 'CPU'],
  ['memory', 'Memory'],
  ['processes', 'Processes'],
];

function ProcessTable() {
  const usage = useUsage();
  const [order, setOrder] = useState<UsageOrder>({ by: 'cpu', descending: true });
  if (usage === null) return <p className="history-none muted">Measuring …</p>;
  if (usage.length === 0) return <p className="history-none muted">No program runs in a pane.</p>;
  const sum = (of: (entry: Usage[number]) => number): number =>
    usage.reduce((total, entry) => total + of(entry), 0);
  return (
    <table className="desk-table" data-testid="process-table">
      <thead>
        <tr>
          {COLUMNS.map(([by, title]) => (
            <th
              key={by}
              scope="col"
              aria-sort={order.by === by ? (order.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button
                type="button"
                onClick={() => {
                  setOrder({ by, descending: order.by === by ? !order.descending : by !== 'label' });
                }}
              >
                {title}
                <span aria-hidden>{order.by === by ? (order.descending ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sortUsage(usage, order).map((entry) => (
          <Row key={entry.pane_id} entry={entry} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td>{sum(({ cpu }) => cpu).toFixed(1)} %</td>
          <td>{memoryText(sum(({ memory }) => memory))}</td>
          <td>{sum(({ processes }) => processes.length)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Row({ entry }: { readonly entry: Usage[number] }) {
  const { pane_id: id, label, session, window, cpu, memory, processes, claude } = entry;
  const names = processes.map(({ pid, name }) => `${name} ${String(pid)}`).join(', ');
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="button-quiet"
          title="Go to this pane"
          onClick={() => {
            setUi({ processesShown: false });
            goToPane(asPaneId(id));
          }}
        >
          {label}
        </button>
        <span className="muted">
          {session} · {window}
        </span>
      </th>
      <td>{cpu.toFixed(1)} %</td>
      <td>{memoryText(memory)}</td>
      <td title={names}>{processes.length}</td>
      <td className="desk-actions">
        <button
          type="button"
          className="button"
          aria-label={`Interrupt ${label}`}
          title={claude ? 'Interrupt the turn of its Claude' : 'Send Ctrl+C to it'}
          onClick={() =>
            void (claude
              ? runCommand('interrupt_claude', { pane_id: id })
              : runCommand('send_input', { pane_id: id, keys: ['C-c'] }))
          }
        >
          Interrupt
        </button>
        <button
          type="button"
          className="button"
          aria-label={`Close ${label}`}
          onClick={() => void closePane(asPaneId(id))}
        >
          Close
        </button>
      </td>
    </tr>
  );
}

/** Measured again and again, and only while this is drawn. Null until the first time. */
function useUsage(): Usage | null {
  const [usage, setUsage] = useState<Usage | null>(null);
  useEffect(() => {
    let wanted = true;
    let timer = 0;
    const measure = (): void => {
      void askCommand('list_usage', {}).then((answer) => {
        if (!wanted) return;
        if (answer !== null) setUsage(answer.usage);
        timer = window.setTimeout(measure, EVERY);
      });
    };
    measure();
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, []);
  return usage;
}
