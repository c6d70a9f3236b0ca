import { useMemo } from 'react';
import { UNNAMED_CHANNEL } from '#shared/delivery/channel-line';
import { plainLine } from '#shared/state/attention';
import type { ChannelRow } from '#shared/state/channels';
import { channelRows } from '#shared/state/channels';
import { timeOf } from '../status/time-of';
import { useAppState } from '../store/replica';
import { CopyLine } from './CopyLine';

const NAMELESS = 'The FIFO without a name of its own: a line in it can say which channel it is from';

/** The channels that are there now; `test` begins a test message on one. */
export function ChannelList({ test }: { readonly test: (channel: string) => void }) {
  const channels = useAppState((state) => state.channels);
  const rows = useMemo(() => channelRows(channels), [channels]);
  const { folder, subscribers } = channels;
  const named = rows.some(({ name }) => name !== null);
  return (
    <section className="channels-section" aria-label="Live channels">
      <h3>
        Live channels
        <span className="channels-folder" title={folder}>
          {folder}
        </span>
        {subscribers > 0 && (
          <span className="channels-subscribers">
            {subscribers} {subscribers === 1 ? 'listens' : 'listen'} on output.sock
          </span>
        )}
      </h3>
      <ul className="channel-list">
        {rows.map((row) => (
          <Row key={row.name ?? ''} row={row} test={test} />
        ))}
      </ul>
      {!named && (
        <>
          <p className="muted channels-words">
            No adapter has a channel of its own yet. One appears here as soon as its FIFO is made:
          </p>
          <CopyLine text={`mkfifo -m 600 ${quoted(`${folder}/in.mail`)}`} name="the command that makes one" />
        </>
      )}
    </section>
  );
}

function Row({ row, test }: { readonly row: ChannelRow; readonly test: (channel: string) => void }) {
  const { brings, takes, last } = row;
  const name = row.name ?? UNNAMED_CHANNEL;
  return (
    <li className="channel" data-testid={`channel-${name}`}>
      <span className="channel-name" title={row.name === null ? NAMELESS : name}>
        {name}
      </span>
      <span className="channel-ways">
        {[brings ? 'in' : '', takes ? 'out' : ''].filter(Boolean).join(' · ')}
      </span>
      <span className="channel-last">{last === null ? 'nothing yet' : plainLine(last.text, 200)}</span>
      {last !== null && <time dateTime={new Date(last.at).toISOString()}>{timeOf(last.at)}</time>}
      {brings && (
        <button
          type="button"
          className="button-quiet"
          aria-label={`Test the channel ${name}`}
          onClick={() => {
            test(name);
          }}
        >
          Test
        </button>
      )}
    </li>
  );
}

/** As one word of a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
