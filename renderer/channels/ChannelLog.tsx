import { ArrowDownLeft, ArrowUpRight, MoveRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { ChannelLogEntry } from '#shared/state/channels';
import { channelLog } from '#shared/state/channels';
import { FateLine } from '../messages/FateLine';
import { MessageText } from '../messages/MessageText';
import { PaneParty } from '../messages/Party';
import { timeOf } from '../status/time-of';
import { useAppState } from '../store/replica';

/** The newest lines of both ways, the newest first, and what became of them. */
export function ChannelLog() {
  const channels = useAppState((state) => state.channels);
  const deliveries = useAppState((state) => state.deliveries);
  const entries = useMemo(() => channelLog(channels, deliveries), [channels, deliveries]);
  return (
    <section className="channels-section" aria-label="Log">
      <h3>Log</h3>
      {entries.length === 0 ? (
        <p className="muted channels-words">Nothing has come or gone since Fugue was started.</p>
      ) : (
        <ol className="channel-log" data-testid="channels-log">
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

const Entry = memo(
  function Entry({ entry }: { readonly entry: ChannelLogEntry }) {
    const { at, channel, way, pane, text, presentation } = entry;
    const Way = way === 'in' ? ArrowDownLeft : ArrowUpRight;
    return (
      <li className="message" data-way={way}>
        <Way size={14} aria-hidden className="message-icon" />
        <div className="message-head">
          <span className="channel-way">{way === 'in' ? 'In' : 'Out'}</span>
          <span className="message-way">
            <span className="message-party channel-name" title={channel}>
              {channel}
            </span>
            {pane !== null && (
              <>
                <MoveRight size={12} aria-hidden />
                <span className="visually-hidden"> to </span>
                <PaneParty paneId={pane} missing="a closed pane" />
              </>
            )}
          </span>
          <time dateTime={new Date(at).toISOString()}>{timeOf(at)}</time>
        </div>
        <MessageText text={text} />
        <FateLine presentation={presentation} until={null} now={0} />
      </li>
    );
  },
  // What an entry says stays the same object only where nothing was told at all.
  (before, after) => JSON.stringify(before.entry) === JSON.stringify(after.entry),
);
