import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { USAGE_GROUPS, type UsageGroup } from '#shared/history/types';
import { shortenPath } from '../status/shorten-path';
import { useAppState } from '../store/replica';
import { askCommand } from '../store/run-command';
import { tokenCount } from './when';

type Report = CommandOutput<'usage_report'>;
type Models = Report['total'];

const NAMES: Readonly<Record<UsageGroup, string>> = {
  day: 'Day',
  project: 'Project',
  session: 'Conversation',
};
const SPANS = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [0, 'All'],
] as const;
const ROWS = 200;

/** What conversations took, by day, project or conversation. */
export function UsageView() {
  const [by, setBy] = useState<UsageGroup>('day');
  const [days, setDays] = useState<number>(30);
  const [report, setReport] = useState<Report | 'asking' | 'failed'>('asking');
  const reading = useAppState((state) => state.history.reading);
  useEffect(() => {
    let wanted = true;
    void askCommand('usage_report', { by, limit: ROWS, ...(days === 0 ? {} : { days }) }).then((answer) => {
      if (wanted) setReport(answer ?? 'failed');
    });
    return () => {
      wanted = false;
    };
  }, [by, days]);
  return (
    <div className="history-usage">
      <div className="history-usage-choice">
        <label>
          <span className="visually-hidden">Added up by</span>
          <select
            value={by}
            onChange={(event) => {
              setBy(USAGE_GROUPS.find((group) => group === event.target.value) ?? 'day');
            }}
          >
            {(Object.keys(NAMES) as UsageGroup[]).map((group) => (
              <option key={group} value={group}>
                By {NAMES[group].toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="visually-hidden">Time</span>
          <select
            value={days}
            onChange={(event) => {
              setDays(Number(event.target.value));
            }}
          >
            {SPANS.map(([span, name]) => (
              <option key={span} value={span}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <p className="muted" role="status">
          {reading === null
            ? ''
            : `Reading conversations: ${reading.done.toLocaleString()} of ${reading.total.toLocaleString()}`}
        </p>
      </div>
      <div className="history-usage-body" tabIndex={0} role="region" aria-label="Usage">
        <Table report={report} by={by} />
      </div>
    </div>
  );
}

function Table({ report, by }: { readonly report: Report | 'asking' | 'failed'; readonly by: UsageGroup }) {
  const home = useAppState((state) => state.runtime.userHome);
  if (report === 'asking') return <p className="history-none muted">Adding up …</p>;
  if (report === 'failed')
    return <p className="history-none muted">It could not be added up. The log of Fugue says why.</p>;
  if (report.rows.length === 0)
    return <p className="history-none muted">No conversation took anything in this time.</p>;
  const priced = report.total.some(({ cost }) => cost !== null);
  return (
    <table data-testid="history-usage-table">
      <thead>
        <tr>
          <th scope="col">{NAMES[by]}</th>
          <th scope="col">Answers</th>
          <th scope="col">Input</th>
          <th scope="col">Cached</th>
          <th scope="col">Output</th>
          {priced && <th scope="col">Cost</th>}
        </tr>
      </thead>
      <tbody>
        {report.rows.map(({ key, title, models }) => (
          <tr key={key}>
            <th scope="row" title={title}>
              {report.by === 'project' ? shortenPath(title, home, 60) : title}
            </th>
            <Cells models={models} priced={priced} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <Cells models={report.total} priced={priced} />
        </tr>
      </tfoot>
    </table>
  );
}

function Cells({ models, priced }: { readonly models: Models; readonly priced: boolean }) {
  const sum = (of: (model: Models[number]) => number): number =>
    models.reduce((total, model) => total + of(model), 0);
  return (
    <>
      <td>{sum(({ answers }) => answers).toLocaleString()}</td>
      <td>{tokenCount(sum((model) => model.input_tokens + model.cache_write_tokens))}</td>
      <td>{tokenCount(sum((model) => model.cache_read_tokens))}</td>
      <td>{tokenCount(sum((model) => model.output_tokens))}</td>
      {priced && <td>${sum(({ cost }) => cost ?? 0).toFixed(2)}</td>}
    </>
  );
}
