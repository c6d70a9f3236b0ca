import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/commands/catalog';
import { Visible } from '../chat/Visible';
import { timeOf } from '../status/time-of';
import { useAppState } from '../store/replica';
import { askCommand } from '../store/run-command';

type Decisions = CommandOutput<'list_decisions'>['decisions'];

const ENDS: Readonly<Record<Decisions[number]['end'], string>> = {
  allowed: 'Allowed',
  denied: 'Denied',
  answered: 'Answered',
  withdrawn: 'Settled elsewhere',
  'timed-out': 'Nobody answered',
  'handed-back': 'Left to its terminal',
};
const BY: Readonly<Record<Decisions[number]['by'], string>> = {
  person: 'by you',
  rule: 'by a rule',
  claude: '',
  time: '',
};

/** What was allowed and denied, the newest first. */
export function DecisionList() {
  const [decisions, setDecisions] = useState<Decisions | null>(null);
  // What has just been decided is in it too.
  const waiting = useAppState((state) => state.asks.length);
  useEffect(() => {
    let current = true;
    void askCommand('list_decisions', { limit: 100 }).then((reply) => {
      if (current && reply !== null) setDecisions(reply.decisions);
    });
    return () => {
      current = false;
    };
  }, [waiting]);
  if (decisions === null) return null;
  if (decisions.length === 0) return <p className="inbox-empty muted">Nothing was decided yet.</p>;
  return (
    <ol className="inbox-decisions">
      {decisions.map((decision, index) => (
        <li key={`${String(decision.at)} ${String(index)}`}>
          <span className="inbox-decision-end" data-end={decision.end}>
            {ENDS[decision.end]} {BY[decision.by]}
          </span>
          <span className="inbox-decision-what">
            <Visible text={decision.summary} />
          </span>
          <span className="muted">
            <Visible text={decision.pane} />, {timeOf(decision.at)}
            {decision.rule !== null && (
              <>
                {' · '}
                <code>
                  <Visible text={decision.rule} />
                </code>
              </>
            )}
            {decision.message !== null && (
              <>
                {' · '}
                <Visible text={decision.message} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
