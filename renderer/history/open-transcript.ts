import { setUi } from '../store/ui-store';

/** Shows a conversation on disk, to be read only. `path` is its transcript. */
export function openTranscript(claudeSessionId: string, path: string, title: string): void {
  setUi({ historyShown: false, transcript: { claudeSessionId, path, title } });
}
