import { Cable } from 'lucide-react';
import { countChannelLines } from '#shared/state/channels';
import { useAppState } from '../store/replica';
import { setUi } from '../store/ui-store';

/** Opens the view of the channels, and counts the lines that wait; there only while channels are switched on. */
export function ChannelsButton() {
  const enabled = useAppState((state) => state.channels.enabled);
  const waiting = useAppState(countChannelLines);
  if (!enabled) return null;
  return (
    <button
      type="button"
      className="status-button"
      aria-label={
        waiting === 0
          ? 'Channels'
          : `Channels, ${String(waiting)} ${waiting === 1 ? 'line waits' : 'lines wait'}`
      }
      title="Messages from other programs, and to them"
      data-testid="channels-button"
      data-some={waiting > 0 || undefined}
      onClick={() => {
        setUi({ channelsShown: true });
      }}
    >
      <Cable size={12} aria-hidden />
      {waiting > 0 && <span>{waiting}</span>}
    </button>
  );
}
