import type { KeyboardEvent, PointerEvent } from 'react';
import { useEffect, useRef } from 'react';
import { MINIMUM_PANE, type Divider } from '#shared/layout/geometry';
import type { Rectangle } from '#shared/layout/geometry';
import type { LayoutNode } from '#shared/layout/tree';
import { resizeDivider } from '#shared/layout/tree';
import type { WindowId } from '#shared/model/ids';
import { LAYOUT_GAP } from '#shared/state/view';
import { runCommand } from '../store/run-command';
import { setUi, ui } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';

const KEY_STEP = 16;
const LARGE_KEY_STEP = 64;
/** When the main process says nothing about a divider that was moved, the true layout is shown again. */
const PREVIEW_PATIENCE = 1000;

interface Properties {
  readonly divider: Divider;
  readonly windowId: WindowId;
  /** The layout as the main process knows it. */
  readonly layout: LayoutNode;
  readonly bounds: Rectangle;
}

export function DividerBar({ divider, windowId, layout, bounds }: Properties) {
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      endDrag.current?.();
    },
    [],
  );
  const upright = divider.direction === 'horizontal';

  const startDrag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const bar = event.currentTarget;
    bar.setPointerCapture(event.pointerId);
    bar.focus();
    const from = upright ? event.clientX : event.clientY;
    let delta = 0;
    const show = (): void => {
      // Always from the layout at the start, so that going back undoes what was pushed.
      const moved = resizeDivider(layout, divider.path, divider.index, delta, viewOf(bounds));
      if (moved.ok) setUi({ layoutPreview: { windowId, base: layout, layout: moved.value, dragging: true } });
    };
    const move = (next: globalThis.PointerEvent): void => {
      delta = Math.round((upright ? next.clientX : next.clientY) - from);
      show();
    };
    const end = (): void => {
      bar.removeEventListener('pointermove', move);
      bar.removeEventListener('pointerup', commit);
      bar.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', key, { capture: true });
      endDrag.current = null;
      // Who takes the mouse goes on typing where they were; the keyboard stays here for those who came by Tab.
      focusActiveTerminal();
    };
    const cancel = (): void => {
      end();
      setUi({ layoutPreview: null });
    };
    const commit = (): void => {
      end();
      void moveDivider(divider, windowId, layout, delta);
    };
    const key = (next: globalThis.KeyboardEvent): void => {
      if (next.key !== 'Escape') return;
      next.preventDefault();
      next.stopImmediatePropagation();
      cancel();
    };
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', commit);
    bar.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', key, { capture: true });
    endDrag.current = cancel;
    show();
  };

  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.shiftKey ? LARGE_KEY_STEP : KEY_STEP;
    const [back, on] = upright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const delta = event.key === back ? -step : event.key === on ? step : 0;
    if (delta === 0 || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    void runCommand('move_divider', {
      window_id: windowId,
      path: [...divider.path],
      index: divider.index,
      delta,
    });
  };

  const position = upright ? divider.x : divider.y;
  const range = Math.max(1, divider.end - divider.start);
  return (
    <div
      className={upright ? 'divider divider-upright' : 'divider divider-flat'}
      data-testid="divider"
      role="separator"
      tabIndex={0}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-label={upright ? 'Divider between panes, left and right' : 'Divider between panes, up and down'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.min(100, Math.max(0, Math.round(((position - divider.start) / range) * 100)))}
      style={{ left: divider.x, top: divider.y, width: divider.width, height: divider.height }}
      onPointerDown={startDrag}
      onKeyDown={press}
    />
  );
}

function viewOf(bounds: Rectangle) {
  return { bounds, gap: LAYOUT_GAP, minimum: MINIMUM_PANE };
}

/** Tells the main process once. The preview stays until the new layout comes, so that nothing jumps back. */
async function moveDivider(
  divider: Divider,
  windowId: WindowId,
  base: LayoutNode,
  delta: number,
): Promise<void> {
  const { layoutPreview } = ui.getState();
  const clear = (): void => {
    if (ui.getState().layoutPreview?.base === base) setUi({ layoutPreview: null });
  };
  if (layoutPreview === null || layoutPreview.layout === base) {
    clear();
    return;
  }
  setUi({ layoutPreview: { ...layoutPreview, dragging: false } });
  const done = await runCommand('move_divider', {
    window_id: windowId,
    path: [...divider.path],
    index: divider.index,
    delta,
  });
  if (done) window.setTimeout(clear, PREVIEW_PATIENCE);
  else clear();
}
