import type { Terminal } from '@xterm/xterm';

/**
 * Wheels are counted in ticks; some devices and remote displays send a distance and no ticks, which the terminal
 * takes for no movement. False: the event is dealt with.
 */
export function scrollWithoutTicks(terminal: Terminal, event: WheelEvent): boolean {
  const { wheelDeltaY } = event as WheelEvent & { readonly wheelDeltaY?: number };
  const history = terminal.buffer.active.type === 'normal';
  if (event.defaultPrevented || wheelDeltaY !== 0 || event.deltaY === 0 || !history) return true;
  const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / 40;
  terminal.scrollLines(Math.sign(lines) * Math.max(1, Math.round(Math.abs(lines))));
  event.preventDefault();
  return false;
}
