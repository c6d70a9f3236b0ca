import type { Configuration } from '#shared/config/schema';
import { appState, replica } from '../store/replica';
import { overlayOpen, setUi } from '../store/ui-store';
import type { LineReader } from '#shared/commands/key-effect';
import type { Binding, KeyBindings } from './key-bindings';
import { nameAlone, readEffect } from '#shared/commands/key-effect';
import { KeyMachine, readKeyBindings } from './key-bindings';
import { showKey } from '#shared/commands/key-names';
import { runEffect } from './ui-actions';

const HINT_MILLISECONDS = 2000;

let readLine: LineReader = nameAlone;
let catalog: Promise<void> | null = null;

/** Loads what the meaning of commands is read with. The bindings are those of the whole catalog from then on. */
export function loadCatalog(): Promise<void> {
  return (catalog ??= import('#shared/commands/command-line').then(({ parseCommandLine }) => {
    readLine = parseCommandLine;
    cached = null;
    setUi({ catalogLoaded: true });
  }));
}

let cached: { readonly configuration: Configuration; readonly bindings: KeyBindings } | null = null;

/** The bindings in force. */
export function keyBindings(configuration: Configuration): KeyBindings {
  if (cached?.configuration !== configuration) {
    cached = { configuration, bindings: readKeyBindings(configuration, readLine) };
  }
  return cached.bindings;
}

const NO_KEYS: KeyBindings = {
  prefix: '',
  prefixName: '',
  prefixed: new Map(),
  direct: new Map(),
  problems: [],
};

const machine = new KeyMachine(
  () => {
    const state = appState();
    return state === null ? NO_KEYS : keyBindings(state.configuration);
  },
  () => performance.now(),
);

function prefixName(): string {
  const state = appState();
  return state === null ? '' : keyBindings(state.configuration).prefixName;
}

let hintTimer: number | null = null;

function hint(text: string): void {
  setUi({ keyHint: text });
  if (hintTimer !== null) window.clearTimeout(hintTimer);
  hintTimer = window.setTimeout(() => {
    setUi({ keyHint: null });
  }, HINT_MILLISECONDS);
}

function reset(): void {
  machine.reset();
  setUi({ prefixPending: false });
}

/** Where one writes to a program or a Claude. */
function isAtProgram(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.classList.contains('xterm-helper-textarea') || target.closest('.chat-composer') !== null)
  );
}

function isOverlaid(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}

/** A field of the window's own, such as a name being edited; where one writes to a program or a Claude is none. */
function isOwnField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false;
  return !isAtProgram(target);
}

function handle(event: KeyboardEvent): void {
  // An input method is at work: the key is a part of a character.
  if (event.isComposing || event.key === 'Process') return;
  if (overlayOpen() || isOwnField(event.target)) {
    if (machine.prefixPending) reset();
    // What lies over the panes may not be drawn yet: what is typed for it must not reach a program meanwhile.
    if (overlayOpen() && isAtProgram(event.target) && !isOverlaid(event.target)) {
      event.preventDefault();
      event.stopPropagation();
    }
    return;
  }
  const decision = machine.press({
    key: event.key,
    code: event.code,
    ctrlKey: event.ctrlKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    metaKey: event.metaKey,
    altGraph: event.getModifierState('AltGraph'),
  });
  setUi({ prefixPending: machine.prefixPending });
  if (decision.kind === 'pass') return;
  // Here the key ends: neither the terminal nor the browser sees it.
  event.preventDefault();
  event.stopPropagation();
  if (decision.kind === 'run') runBinding(decision.binding);
  if (decision.kind === 'unbound')
    hint(`${showKey(decision.key)} does nothing here; ${prefixName()} ? lists the keys`);
}

function runBinding({ effect, value }: Binding): void {
  if (effect.kind === 'ui' || readLine !== nameAlone) {
    runEffect(effect);
    return;
  }
  void loadCatalog().then(() => {
    const read = readEffect(value, readLine);
    if (typeof read === 'string') hint(read);
    else runEffect(read);
  });
}

/** Listens to keys before anything else does. */
export function followKeyboard(): void {
  window.addEventListener('keydown', handle, { capture: true });
  window.addEventListener('blur', reset);
  replica.subscribe(({ state }, before) => {
    if (state?.configuration !== before.state?.configuration) reset();
  });
}
