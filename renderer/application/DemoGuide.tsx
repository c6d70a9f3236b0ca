import { X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { CopyLine } from '../channels/CopyLine';
import { keyBindings } from '../commands/keyboard';
import { KeyCaps } from '../commands/KeyCaps';
import { runUiAction } from '../commands/ui-actions';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { focusActiveTerminal } from '../terminal/terminal-registry';

/** A window in which the guide does not lie over most of what it is about. */
const ROOMY = window.matchMedia('(min-width: 800px) and (min-height: 560px)');

function followRoom(changed: () => void): () => void {
  ROOMY.addEventListener('change', changed);
  return () => {
    ROOMY.removeEventListener('change', changed);
  };
}

/** What to try in `fugue --demo`, with the key for each. */
export function DemoGuide() {
  const demo = useAppState((state) => state.runtime.demo);
  const { prefixName } = keyBindings(useAppState((state) => state.configuration));
  /** What the person wants; null leaves it to the room that there is. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const roomy = useSyncExternalStore(followRoom, () => ROOMY.matches);
  const shown = wanted ?? roomy;
  const hide = (): void => {
    setWanted(false);
    focusActiveTerminal();
  };
  if (demo === null) return null;
  if (!shown)
    return (
      <button
        type="button"
        className="demo-guide-button button-quiet"
        onClick={() => {
          setWanted(true);
        }}
      >
        Demo: what to try
      </button>
    );
  const steps: readonly { keys: readonly string[]; text: string; act: () => void }[] = [
    {
      keys: [prefixName, 'I'],
      text: 'Answer what the Claudes ask, of all panes, in one inbox',
      act: () => {
        runUiAction('inbox');
      },
    },
    {
      keys: [prefixName, 'a'],
      text: 'Go to the next one that needs you',
      act: () => void runCommand('focus_next_attention', {}),
    },
    {
      keys: [prefixName, 'v'],
      text: 'See the conversation of a pane as a chat, and as its terminal again',
      act: () => void runCommand('set_face', {}),
    },
    {
      keys: [prefixName, 'h'],
      text: 'Find what was said, in all conversations',
      act: () => {
        runUiAction('history');
      },
    },
  ];
  return (
    <aside
      className="demo-guide"
      aria-label="Demo"
      data-testid="demo-guide"
      onKeyDown={({ key }) => {
        if (key === 'Escape') hide();
      }}
    >
      <header>
        <h2>Demo</h2>
        <button
          type="button"
          className="button-icon"
          // Where the person opened it, Escape puts it away again.
          autoFocus={wanted === true}
          aria-label="Hide what to try"
          onClick={hide}
        >
          <X size={14} aria-hidden />
        </button>
      </header>
      {demo.claude ? (
        <>
          <p>
            Real Claude Code with a scripted model on this computer: no account, no network. It is gone when
            you close the window.
          </p>
          <ol>
            {steps.map(({ keys, text, act }) => (
              <li key={text}>
                <button type="button" onClick={act}>
                  {text}
                </button>
                <span className="demo-keys">
                  {keys.map((key) => (
                    <KeyCaps key={key} name={key} />
                  ))}
                </span>
              </li>
            ))}
          </ol>
          <p>Any program can write to a Claude. In a shell:</p>
          <CopyLine text={demo.channelLine} name="the line" />
        </>
      ) : (
        <>
          <p>
            Claude Code was not found, so this demo has shells only. Install it, for which no account is
            needed, and start the demo again: then Claudes ask, answer and wait.
          </p>
          <CopyLine text="npm install -g @anthropic-ai/claude-code" name="the command" />
        </>
      )}
    </aside>
  );
}
