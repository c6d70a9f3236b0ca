import { Command } from 'cmdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PaletteChoices } from '#shared/commands/define-command';
import { Overlay } from '../dialogs/Overlay';
import { appState, useAppState } from '../store/replica';
import { runRaw } from '../store/run-command';
import { setUi, useUi } from '../store/ui-store';
import { KeyCaps } from './KeyCaps';
import { keyBindings } from './keyboard';
import { choicesOf } from './load-choices';
import type { Choice } from './palette-choices';
import { NO_CHOICES, choiceFit } from './palette-choices';
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
  if (asked !== null && isAsking(asked)) return <Ask item={asked} />;
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

const isAsking = (item: PaletteItem): item is AskedItem => item.ask !== null;

type AskedItem = PaletteItem & { readonly ask: NonNullable<PaletteItem['ask']> };

/** The same box, now asking for the one thing that the command still needs. */
function Ask({ item }: { readonly item: AskedItem }) {
  const { ask, effect } = item;
  const [choices, setChoices] = useState<Choices>(null);
  const answer = (value: string): void => {
    if (effect.kind !== 'command') return;
    close();
    void runRaw(effect.command.name, { ...effect.command.input, [ask.field]: value });
  };
  return (
    <div className="palette-ask">
      {ask.choices === undefined ? (
        <AskText prompt={ask.prompt} mayBeEmpty={ask.mayBeEmpty} answer={answer} />
      ) : (
        <AskChoice
          prompt={ask.prompt}
          kind={ask.choices}
          choices={choices}
          setChoices={setChoices}
          answer={answer}
        />
      )}
      <p className="palette-hint">
        {item.title} ·{' '}
        {choices?.length !== 0 && (
          <>
            <KeyCaps name="Enter" /> to run,{' '}
          </>
        )}
        <KeyCaps name="Escape" /> to leave
      </p>
    </div>
  );
}

/** Null while the list is not there yet, and where there is none. */
type Choices = readonly Choice[] | null;

interface AskProps {
  readonly prompt: string;
  readonly answer: (value: string) => void;
}

function AskText({ prompt, mayBeEmpty, answer }: AskProps & { readonly mayBeEmpty: boolean }) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' || mayBeEmpty) answer(text);
      }}
    >
      <input
        autoFocus
        type="text"
        aria-label={prompt}
        placeholder={prompt}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
    </form>
  );
}

function AskChoice({
  prompt,
  kind,
  choices,
  setChoices,
  answer,
}: AskProps & {
  readonly kind: PaletteChoices;
  readonly choices: Choices;
  readonly setChoices: (choices: Choices) => void;
}) {
  useEffect(() => {
    let isWanted = true;
    void choicesOf(kind, appState()).then((found) => {
      if (isWanted) setChoices(found ?? []);
    });
    return () => {
      isWanted = false;
    };
  }, [kind, setChoices]);
  return (
    <Command
      label={prompt}
      loop
      filter={(value, search) => {
        const choice = choices?.find((one) => one.value === value);
        return choice === undefined ? 0 : choiceFit(choice, search);
      }}
    >
      <Command.Input autoFocus placeholder={prompt} />
      <Command.List label={prompt}>
        {choices !== null && (
          <Command.Empty>
            {choices.length === 0 ? NO_CHOICES[kind] : 'None of them has this name.'}
          </Command.Empty>
        )}
        {choices?.map(({ value, label, detail }) => (
          <Command.Item
            key={value}
            value={value}
            onSelect={() => {
              answer(value);
            }}
          >
            <span className="palette-title">{label}</span>
            <span className="palette-detail">{detail}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
