import { keyBindings } from '../commands/keyboard';
import { KeyCaps } from '../commands/KeyCaps';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';

/** What a window without a session shows: what this is, how to begin, and the keys worth knowing first. */
export function EmptyState() {
  const configuration = useAppState((state) => state.configuration);
  const { prefixName } = keyBindings(configuration);
  const lessons: readonly { readonly keys: readonly string[]; readonly text: string }[] = [
    { keys: [prefixName, '%'], text: 'split a pane side by side' },
    { keys: [prefixName, '"'], text: 'split a pane one above the other' },
    { keys: ['C-S-p'], text: 'all commands, and the key that each has' },
  ];
  return (
    <div className="empty-state" data-testid="empty-state">
      <h1>Several Claude Code sessions, one window</h1>
      <p>
        Fugue tiles terminals side by side and shows which Claude thinks, which one is done and which one
        waits for you. A session holds windows, a window holds panes, and all of it is back when you open
        Fugue again.
      </p>
      <button
        type="button"
        className="button-primary"
        autoFocus
        onClick={() => void runCommand('create_session', { focus: true })}
      >
        New session
      </button>
      <dl className="empty-keys">
        {lessons.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <KeyCaps key={key} name={key} />
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
