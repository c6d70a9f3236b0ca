import { type ComponentType, useEffect, useReducer, useRef } from 'react';
import { useUi, type UiState } from '../store/ui-store';

/** Loads the code of all views that are not loaded yet, one after the other. */
export async function loadViews(): Promise<void> {
  for (const load of loads) await load();
}

const loads: (() => Promise<unknown>)[] = [];

/**
 * A view whose code is loaded when it is first shown, or before that when the window has nothing else to do: a window
 * is drawn sooner without the code of all views. From then on it is there like any other.
 */
export function shownLater<Properties extends object>(
  load: () => Promise<ComponentType<Properties>>,
  isShown: (state: UiState) => boolean = () => true,
): ComponentType<Properties> {
  let View: ComponentType<Properties> | null = null;
  let loading: Promise<void> | null = null;
  const begin = (): Promise<void> =>
    (loading ??= load().then((loaded) => {
      View = loaded;
    }));
  loads.push(begin);
  return function Later(properties: Properties) {
    const shown = useUi(isShown);
    const wasShown = useRef(false);
    const [, draw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      if (shown && View === null) void begin().then(draw);
    }, [shown]);
    wasShown.current ||= shown;
    // What was shown once stays, so that it keeps what it holds and can leave as it likes.
    return View !== null && wasShown.current ? <View {...properties} /> : null;
  };
}
