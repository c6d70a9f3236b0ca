import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { CopyLine } from '../channels/CopyLine';
import { keyBindings } from '../commands/keyboard';
import { KeyCaps } from '../commands/KeyCaps';
import { runUiAction } from '../commands/ui-actions';
import { isFirstHere, useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';

/** A window in which the guide does not lie over most of what it is about. */
const ROOMY = window.matchMedia('(min-width: 800px) and (min-height: 560px)');

function followRoom(changed: () => void): () => void {
  ROOMY.addEventListener('change', changed);
  return () => {
    ROOMY.removeEventListener('change', changed);
  };
}

/**
 * What to try in `fugue --demo`, with the key for each. Where there is a sidebar it is docked there, and covers nothing;
 * else it lies over a corner of the panes.
 */
export function DemoGuide({ place }: { readonly place: 'sidebar' | 'panes' }) {
  const demo = useAppState((state) => (isFirstHere(state) ? state.runtime.demo : null));
  const { prefixName } = keyBindings(useAppState((state) => state.configuration));
  const wanted = useUi((state) => state.demoGuideWanted);
  const docked = useUi((state) => state.sidebarShown && !state.narrow);
  const roomy = useSyncExternalStore(followRoom, () => ROOMY.matches);
  const shown = wanted ?? roomy;
  const hide = (): void => {
    setUi({ demoGuideWanted: false });
    focusActiveTerminal();
  };
  if (demo === null || docked !== (place === 'sidebar')) return null;
  if (!shown)
    return (
      <button
        type="button"
        className="demo-guide-button button-quiet"
        data-place={place}
        onClick={() => {
          setUi({ demoGuideWanted: true });
        }}
      >
        Demo: what to try
      </button>
    );
  const steps: readonly { keys: readonly string[]; text: string; act: () => void }[] = [
    {
      keys: [prefixName, 'I'],
      text: 'Answer all that is asked, in one inbox',
      act: () => {
        runUiAction('inbox');
      },
    },
    {
      keys: [prefixName, 'a'],
      text: 'Go to the next that needs you',
      act: () => void runCommand('focus_next_attention', {}),
    },
    {
      keys: [prefixName, 'v'],
      text: 'See a pane as a chat, and back',
      act: () => void runCommand('set_face', {}),
    },
    {
      keys: [prefixName, 'h'],
      text: 'Find what was said anywhere',
      act: () => {
        runUiAction('history');
      },
    },
  ];
  return (
    <section
      className="demo-guide"
      data-place={place}
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
          <p>
            Any program can write to a Claude, here to <em>errands</em>. In a shell:
          </p>
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
    </section>
  );
}
