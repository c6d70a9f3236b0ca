import type { Draft } from './drafts';
import { allDrafts, onDrafts, replaceDrafts } from './drafts';

/** What pages of Fugue say to each other of what is being written. */
type Word = { readonly ask: true } | { readonly drafts: Readonly<Record<string, Draft>> };

const CHANNEL = 'fugue-drafts';
/** Pictures go with a draft, so that not every key is told of. */
const SETTLE_TIME = 200;

/**
 * Keeps what is being written the same in all windows of the desktop: a session that is shown in another one comes
 * with it. Only pages of this origin hear of it. The function that comes back ends it.
 */
export function shareDrafts(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const changed = new Set<string>();
  let heard: Readonly<Record<string, Draft>> | null = null;
  const say = (word: Word): void => {
    channel.postMessage(word);
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if ('ask' in data) {
      if (Object.keys(allDrafts()).length > 0) say({ drafts: allDrafts() });
      return;
    }
    heard = { ...allDrafts(), ...data.drafts };
    replaceDrafts(heard);
  };
  const forget = onDrafts((now, before) => {
    // What came from another page is not said again.
    if (now === heard) return;
    if (changed.size === 0)
      setTimeout(() => {
        const drafts = Object.entries(allDrafts()).filter(([id]) => changed.has(id));
        changed.clear();
        say({ drafts: Object.fromEntries(drafts) });
      }, SETTLE_TIME);
    for (const [id, draft] of Object.entries(now)) if (draft !== before[id]) changed.add(id);
  });
  say({ ask: true });
  return () => {
    forget();
    channel.close();
  };
}
