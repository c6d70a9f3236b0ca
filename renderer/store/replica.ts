import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ActionBatch, StateSnapshot } from '#shared/ipc/channels';
import type { DesktopWindowId, PaneId } from '#shared/model/ids';
import { holds, seenFrom } from '#shared/state/desktop-windows';
import { reduce } from '#shared/state/reducer';
import type { AppState } from '#shared/state/state';
import { bridge } from '../bridge/bridge';
import { ReplicaSequence } from './replica-sequence';

interface Replica {
  /** As this window of the desktop shows it. Null until the main process has told its state. */
  readonly state: AppState | null;
}

/** The window's copy of the state: changed by the main process's actions alone. */
export const replica = createStore<Replica>(() => ({ state: null }));

let own: DesktopWindowId | null = null;

/** Whether the terminal of a pane is in this window of the desktop. */
export function isHeldHere(state: AppState, paneId: PaneId): boolean {
  return own !== null && holds(state, own, paneId);
}

/** Whether this is the first window of the desktop, which has what stands once for all of them. */
export function isFirstHere(state: AppState): boolean {
  return own !== null && state.desktopWindows[0]?.id === own;
}

/** Reads a part of the state; only for views that are drawn once there is one. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(replica, ({ state }) => {
    if (state === null) throw new Error('invariant broken: views are drawn once the state is there');
    return select(state);
  });
}

export function appState(): AppState | null {
  return replica.getState().state;
}

/** Follows the main process's state from now on. Resolves when the first state is there. */
export async function followState(): Promise<void> {
  const sequence = new ReplicaSequence();
  /** The main process's own state, to which its actions belong. */
  let whole: AppState | null = null;
  const take = (state: AppState): void => {
    whole = state;
    replica.setState({ state: own === null ? state : seenFrom(state, own) });
  };
  const show = (batches: readonly ActionBatch[]): void => {
    if (whole === null || batches.length === 0) return;
    take(batches.flatMap((batch) => batch.actions).reduce(reduce, whole));
  };
  const attach = async (): Promise<void> => {
    const snapshot: StateSnapshot = await bridge.invoke('state:attach', null);
    const rest = sequence.begin(snapshot.sequence);
    own = snapshot.desktopWindow;
    take(snapshot.state);
    if (rest === 'gap') await attach();
    else show(rest);
  };
  // Subscribed first, so that nothing falls between the snapshot and the first batch.
  bridge.on('state:actions', (batch) => {
    const taken = sequence.take(batch);
    if (taken === 'gap') void attach();
    else show(taken);
  });
  await attach();
}
