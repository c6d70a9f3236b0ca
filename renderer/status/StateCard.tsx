import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import type { AgentStatus, EvidenceSource } from '#shared/model/agent-state';
import { AGENT_STATE_PRESENTATION } from '#shared/model/agent-state';
import type { PaneId } from '#shared/model/ids';
import type { PanePresentation, Plea } from '#shared/state/attention';
import { plainLine } from '#shared/state/attention';
import { plainText } from '#shared/state/shown-text';
import { memoryText } from '../desk/memory-text';
import { askCommand } from '../store/run-command';
import { goToPane } from '../terminal/go-to-pane';
import { spanOfTime } from './span-of-time';
import { useNow } from './use-now';

type Evidence = CommandOutput<'explain_status'>['evidence'];

interface Properties {
  readonly paneId: PaneId;
  readonly agent: AgentStatus;
  readonly shown: PanePresentation;
  readonly plea: Plea | null;
}

const SOURCES: Readonly<Record<EvidenceSource, string>> = {
  screen: 'its screen',
  title: 'its title',
  registry: 'its registry',
  hook: 'a hook',
  stream: 'its stream',
  process: 'its process',
  person: 'you',
  none: 'nothing yet',
};
const LONGEST = 400;

/** Why Fugue thinks that a Claude is in its state: everything that the decision rests on. */
export function StateCard({ paneId, agent, shown, plea }: Properties) {
  const now = useNow();
  const evidence = useEvidence(paneId, agent);
  return (
    <>
      <h2>
        <span aria-hidden>{shown.icon}</span> {shown.label}
      </h2>
      {plea !== null && (
        <div className="state-card-plea" data-testid="plea">
          <p>{plainText(plea.text)}</p>
          <div>
            <button
              type="button"
              className="button"
              onClick={() => {
                goToPane(paneId);
              }}
            >
              Go to this pane
            </button>
            <span className="muted">{spanOfTime(now - plea.at)} ago</span>
          </div>
        </div>
      )}
      <p className="state-card-reason">
        {plea !== null && `${AGENT_STATE_PRESENTATION[agent.state].label} meanwhile: `}
        {plainLine(agent.reason, LONGEST)}
      </p>
      <dl className="state-card-facts">
        <div>
          <dt>For</dt>
          <dd>{spanOfTime(now - agent.since)}</dd>
        </div>
        <div>
          <dt>Told by</dt>
          <dd>{SOURCES[agent.source]}</dd>
        </div>
        <div>
          <dt>Certain</dt>
          <dd>{Math.round(agent.confidence * 100)} %</dd>
        </div>
      </dl>
      <PaneUsage paneId={paneId} />
      <EvidenceList evidence={evidence} now={now} />
    </>
  );
}

/** What its pane takes of the machine, measured once when the card is opened. */
function PaneUsage({ paneId }: { readonly paneId: PaneId }) {
  const [usage, setUsage] = useState<CommandOutput<'list_usage'>['usage'][number] | null>(null);
  useEffect(() => {
    let wanted = true;
    void askCommand('list_usage', {}).then((answer) => {
      if (wanted) setUsage(answer?.usage.find(({ pane_id: id }) => id === paneId) ?? null);
    });
    return () => {
      wanted = false;
    };
  }, [paneId]);
  if (usage === null) return null;
  return (
    <p className="muted state-card-usage">
      {usage.cpu.toFixed(1)} % CPU · {memoryText(usage.memory)} ·{' '}
      {usage.processes.length === 1 ? '1 process' : `${String(usage.processes.length)} processes`}
    </p>
  );
}

function EvidenceList({ evidence, now }: { readonly evidence: Evidence | null; readonly now: number }) {
  if (evidence === null || evidence.length === 0) {
    return (
      <p className="muted state-card-none">
        {evidence === null ? 'Asking for the evidence' : 'There is no evidence yet'}
      </p>
    );
  }
  return (
    <ul className="state-card-evidence" aria-label="Evidence">
      {evidence.map((record) => (
        <li key={`${record.source} ${record.says}`} data-used={record.used || undefined}>
          <span className="state-card-source">
            {record.used ? (
              <>
                <span aria-hidden>→ </span>
                <span className="visually-hidden">counts: </span>
              </>
            ) : null}
            {record.source}
          </span>
          <span className="state-card-says">{plainLine(record.says, LONGEST)}</span>
          <span className="state-card-age">{spanOfTime(now - record.at)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Asked for anew with each change of the state. */
function useEvidence(paneId: PaneId, agent: AgentStatus): Evidence | null {
  const [evidence, setEvidence] = useState<Evidence | null>(null);
  useEffect(() => {
    let wanted = true;
    void askCommand('explain_status', { pane_id: paneId }).then((answer) => {
      if (wanted) setEvidence(answer?.evidence ?? []);
    });
    return () => {
      wanted = false;
    };
  }, [paneId, agent]);
  return evidence;
}
