import { Command } from 'cmdk';
import { useMemo, useRef, useState } from 'react';
import { Overlay } from '../dialogs/Overlay';
import { useAppState } from '../store/replica';
import { runRaw } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { KeyCaps } from './KeyCaps';
import { keyBindings } from './keyboard';
import type { PaletteItem } from './palette-entries';
import { paletteItems } from './palette-entries';
import { fitOf } from './palette-search';
import { runEffect } from './ui-actions';

function close(): void {
  setUi({ palette: 'closed' });
}

/** All commands in one list, with the key that each has. */
export function Palette() {
  const open = useUi((state) => state.palette === 'open');
  const field = useRef<HTMLInputElement>(null);
  return (
    <Overlay
      open={open}
      close={close}
      title="Commands"
      className="palette"
      testId="palette"
      initialFocus={() => field.current}
    >
      <PaletteBody field={field} />
    </Overlay>
  );
}

function PaletteBody({ field }: { readonly field: React.RefObject<HTMLInputElement | null> }) {
  const state = useAppState((whole) => whole);
  const [asked, setAsked] = useState<PaletteItem | null>(null);
  const items = useMemo(() => paletteItems(state, keyBindings(state.configuration)), [state]);
  const groups = useMemo(() => [...new Set(items.map((item) => item.group))], [items]);
  if (asked?.ask) return <Ask item={asked} ask={asked.ask} />;
  const choose = (item: PaletteItem): void => {
    if (item.ask !== null) {
      setAsked(item);
      return;
    }
    close();
    // The palette gives the keyboard back first; what is chosen may want it for itself.
    requestAnimationFrame(() => {
      runEffect(item.effect);
    });
  };
  return (
    <Command
      label="Commands"
      loop
      filter={(id, search) => {
        const item = items.find((one) => one.id === id);
        return item === undefined ? 0 : fitOf(item, search, items);
      }}
    >
      <Command.Input ref={field} placeholder="What do you want to do?" />
      <Command.List label="Commands">
        <Command.Empty>No command has this name.</Command.Empty>
        {groups.map((group) => (
          <Command.Group key={group} heading={group}>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <Command.Item
                  key={item.id}
                  value={item.id}
                  onSelect={() => {
                    choose(item);
                  }}
                >
                  <span className="palette-title">{item.title}</span>
                  {item.detail !== '' && <span className="palette-detail">{item.detail}</span>}
                  <span className="palette-keys">
                    {item.keys.map((key) => (
                      <KeyCaps key={key} name={key} />
                    ))}
                  </span>
                </Command.Item>
              ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

/** The same box, now asking for the one thing that the command still needs. */
function Ask({ item, ask }: { readonly item: PaletteItem; readonly ask: NonNullable<PaletteItem['ask']> }) {
  const [text, setText] = useState('');
  return (
    <form
      className="palette-ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (item.effect.kind !== 'command') return;
        if (text.trim() === '' && !ask.mayBeEmpty) return;
        const { name, input } = item.effect.command;
        close();
        void runRaw(name, { ...input, [ask.field]: text });
      }}
    >
      <input
        autoFocus
        type="text"
        aria-label={ask.prompt}
        placeholder={ask.prompt}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <p className="palette-hint">
        {item.title} · <KeyCaps name="Enter" /> to run, <KeyCaps name="Escape" /> to leave
      </p>
    </form>
  );
}
