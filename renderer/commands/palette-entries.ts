import { z } from 'zod';
import type { PaletteChoices } from '#shared/commands/define-command';
import { COMMAND_NAMES, definitionOf, type CommandName } from '#shared/commands/catalog';
import { paneLabel } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import { windowShowing } from '#shared/state/desktop-windows';
import { panesOfSession, sessionsInOrder } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import type { KeyEffect } from '#shared/commands/key-effect';
import type { KeyBindings } from './key-bindings';
import { sameEffect } from './key-bindings';
import { UI_ACTIONS, type UiAction } from '#shared/commands/ui-action-names';

export interface PaletteItem {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly detail: string;
  /** Keys in the order in which they are pressed, such as the prefix and `%`. */
  readonly keys: readonly string[];
  readonly effect: KeyEffect;
  /** What the person types before the command runs. */
  readonly ask: {
    readonly field: string;
    readonly prompt: string;
    /** Typing nothing is an answer too. */
    readonly mayBeEmpty: boolean;
    /** What it is chosen from; absent where anything may be typed. */
    readonly choices?: PaletteChoices;
  } | null;
}

const GROUP_TITLES: Readonly<Record<string, string>> = {
  sessions: 'Sessions',
  windows: 'Windows',
  panes: 'Panes',
  layouts: 'Layout',
};

/** Actions of the window that the catalog offers in its own way. */
const IN_CATALOG: Partial<Record<CommandName, UiAction>> = {
  rename_pane: 'rename-pane',
  rename_window: 'rename-window',
  rename_session: 'rename-session',
};
const LEFT_OUT = new Set<string>(['palette', 'focus-terminal', ...Object.values(IN_CATALOG)]);

/** Everything the palette offers: places to go to, commands of the catalog, actions of the window. */
export function paletteItems(state: AppState, bindings: KeyBindings): readonly PaletteItem[] {
  return [...commandItems(bindings), ...actionItems(bindings), ...placeItems(state)];
}

function commandItems(bindings: KeyBindings): PaletteItem[] {
  return COMMAND_NAMES.flatMap((name) => {
    const definition = definitionOf(name);
    return definition.palette.map((entry, index): PaletteItem => {
      const effect: KeyEffect = { kind: 'command', command: { name, input: entry.input ?? {} } };
      const action = IN_CATALOG[name];
      const keyEffect: KeyEffect = action === undefined ? effect : { kind: 'ui', action };
      return {
        id: `${name}-${String(index)}`,
        group: GROUP_TITLES[definition.group] ?? 'Other',
        title: entry.title,
        detail: '',
        keys: keysOf(bindings, keyEffect),
        effect,
        ask:
          entry.ask === undefined ? null : { ...entry.ask, mayBeEmpty: takesNothing(name, entry.ask.field) },
      };
    });
  });
}

function takesNothing(name: CommandName, field: string): boolean {
  const shape: Readonly<Record<string, z.core.$ZodType>> = definitionOf(name).input.shape;
  const type = shape[field];
  return type !== undefined && z.safeParse(type, '').success;
}

function actionItems(bindings: KeyBindings): PaletteItem[] {
  return (Object.keys(UI_ACTIONS) as UiAction[])
    .filter((action) => !LEFT_OUT.has(action))
    .map((action) => ({
      id: `ui-${action}`,
      group: 'Window',
      title: UI_ACTIONS[action],
      detail: '',
      keys: keysOf(bindings, { kind: 'ui', action }),
      effect: { kind: 'ui', action },
      ask: null,
    }));
}

function placeItems(state: AppState): PaletteItem[] {
  const sessions = sessionsInOrder(state);
  const panes = sessions.flatMap((session) =>
    panesOfSession(state, session.id).map((pane): PaletteItem => ({
      id: `pane-${pane.id}`,
      group: 'Go to',
      title: `Go to pane ${paneLabel(pane)}`,
      detail: `${session.name} · ${state.windows[pane.windowId]?.name ?? ''}`,
      keys: [],
      effect: { kind: 'command', command: { name: 'focus_pane', input: { pane_id: pane.id } } },
      ask: null,
    })),
  );
  return [...panes, ...sessions.filter(({ id }) => windowShowing(state, id) === null).map(ownWindow)];
}

function ownWindow(session: Session): PaletteItem {
  return {
    id: `desktop-window-${session.id}`,
    group: 'Go to',
    title: `Show session ${session.name} in a desktop window of its own`,
    detail: '',
    keys: [],
    effect: { kind: 'command', command: { name: 'open_desktop_window', input: { session_id: session.id } } },
    ask: null,
  };
}

/** The keys of an effect; a direct key before one with the prefix. */
function keysOf(bindings: KeyBindings, effect: KeyEffect): readonly string[] {
  const direct = [...bindings.direct.values()].find((binding) => sameEffect(binding.effect, effect));
  if (direct !== undefined) return [direct.key];
  const prefixed = [...bindings.prefixed.values()].find((binding) => sameEffect(binding.effect, effect));
  return prefixed === undefined ? [] : [bindings.prefixName, prefixed.key];
}
