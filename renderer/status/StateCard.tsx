import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import type { AgentStatus, EvidenceSource } from '#shared/model/agent-state';
import type { PaneId } from '#shared/model/ids';
import type { PanePresentation } from '#shared/state/attention';
import { plainLine } from '#shared/state/attention';
import { askCommand } from '../store/run-command';
import { spanOfTime } from './span-of-time';
import { useNow } from './use-now';

type Evidence = CommandOutput<'explain_status'>['evidence'];

interface Properties {
  readonly reference: RefObject<HTMLDivElement | null>;
  readonly id: string;
  readonly paneId: PaneId;
  readonly agent: AgentStatus;
  readonly shown: PanePresentation;
  /** Where the badge is. */
  readonly anchor: DOMRect;
  readonly enter: () => void;
  readonly leave: () => void;
  readonly blurred: (to: EventTarget | null) => void;
  readonly escape: () => void;
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
const CARD_WIDTH = 340;
const MARGIN = 8;
const LONGEST = 400;

/** Why Fugue thinks that a Claude is in its state: everything that the decision rests on. */
export function StateCard({
  reference,
  id,
  paneId,
  agent,
  shown,
  anchor,
  enter,
  leave,
  blurred,
  escape,
}: Properties) {
  const now = useNow();
  const evidence = useEvidence(paneId, agent);
  const width = Math.min(CARD_WIDTH, window.innerWidth - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(anchor.right - width, window.innerWidth - width - MARGIN));
  const below = window.innerHeight - anchor.bottom - 2 * MARGIN;
  const above = anchor.top - 2 * MARGIN;
  // Above the badge only where there is too little room below it and more above.
  const place =
    below >= 200 || below >= above
      ? { top: anchor.bottom + 4, maxHeight: below }
      : { bottom: window.innerHeight - anchor.top + 4, maxHeight: above };
  return (
    <div
      ref={reference}
      id={id}
      role="dialog"
      aria-label={`Why: ${shown.label}`}
      className="state-card"
      data-testid="state-card"
      tabIndex={0}
      style={{ left, width, ...place }}
      onMouseEnter={enter}
      onMouseLeave={leave}
      onBlur={(event) => {
        blurred(event.relatedTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        escape();
      }}
    >
      <h2>
        <span aria-hidden>{shown.icon}</span> {shown.label}
      </h2>
      <p className="state-card-reason">{plainLine(agent.reason, LONGEST)}</p>
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
      <EvidenceList evidence={evidence} now={now} />
    </div>
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
