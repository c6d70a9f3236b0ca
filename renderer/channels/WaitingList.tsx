import { useMemo } from 'react';
import { plainLine } from '#shared/state/attention';
import type { WaitingGroup } from '#shared/state/channels';
import { waitingGroups } from '#shared/state/channels';
import { FateLine } from '../messages/FateLine';
import { PaneParty } from '../messages/Party';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';

/** What has come and is in no conversation yet: for whom, why it waits, and for how long. */
export function WaitingList() {
  const channels = useAppState((state) => state.channels);
  const deliveries = useAppState((state) => state.deliveries);
  const groups = useMemo(() => waitingGroups(channels, deliveries), [channels, deliveries]);
  const now = useNow(groups.some(({ until }) => until !== null));
  return (
    <section className="channels-section" aria-label="Queue">
      <h3>Queue</h3>
      {groups.length === 0 ? (
        <p className="muted channels-words">Nothing waits.</p>
      ) : (
        <ul className="waiting-list" data-testid="channels-queue">
          {groups.map((group) => (
            <Group key={group.key} group={group} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Group({ group, now }: { readonly group: WaitingGroup; readonly now: number }) {
  const { pane, count, presentation, until, first } = group;
  const more = count - first.length;
  return (
    <li>
      <div className="waiting-head">
        <span>
          {count} {count === 1 ? 'line' : 'lines'} for
        </span>
        <PaneParty paneId={pane} missing={pane === null ? 'whoever comes' : 'a closed pane'} />
      </div>
      <FateLine presentation={presentation} until={until} now={now} />
      {first.map(({ channel, text }, index) => (
        <p key={`${String(index)} ${text}`} className="waiting-line">
          <span className="channel-name">{channel}</span>
          {plainLine(text, 200)}
        </p>
      ))}
      {first.length > 0 && more > 0 && <p className="muted waiting-more">and {more} more</p>}
    </li>
  );
}
