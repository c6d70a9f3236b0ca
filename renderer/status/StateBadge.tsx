import type { AgentStatus } from '#shared/model/agent-state';
import type { PaneId } from '#shared/model/ids';
import type { PanePresentation, Plea } from '#shared/state/attention';
import { CardButton } from './CardButton';
import { StateCard } from './StateCard';

interface Properties {
  readonly paneId: PaneId;
  readonly agent: AgentStatus;
  readonly shown: PanePresentation;
  readonly plea: Plea | null;
}

/** The state of a Claude in the header of its pane; resting on it or giving it the focus says why. */
export function StateBadge({ paneId, agent, shown, plea }: Properties) {
  return (
    <CardButton
      className="pane-agent"
      attributes={{
        'data-state': shown.state ?? agent.state,
        'data-testid': `state-badge-${paneId}`,
        'data-badge-of': paneId,
      }}
      cardLabel={`Why: ${shown.label}`}
      cardTestId="state-card"
      card={<StateCard paneId={paneId} agent={agent} shown={shown} plea={plea} />}
    >
      <span aria-hidden>{shown.icon}</span>
      <span className="pane-agent-label">{shown.label}</span>
      {shown.reason !== '' && (
        <span className="pane-agent-reason">
          <span className="visually-hidden">: </span>
          {shown.reason}
        </span>
      )}
    </CardButton>
  );
}
