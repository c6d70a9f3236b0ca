/** Where windows of the desktop stand. All of this is pure; places are in the pixels of the whole desktop. */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A monitor, with the part of it that panels of the desktop leave to windows. */
export interface Display {
  readonly id: number;
  readonly workArea: Area;
}

/** Where a window stood, and on which monitor: the corner of that one is kept, as monitors are put elsewhere. */
export interface KeptPlace {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly display?: { readonly id: number; readonly x: number; readonly y: number } | undefined;
}

/** Where a window opens; without a corner the desktop chooses one. */
export type Place = Pick<Area, 'width' | 'height'> & Partial<Area>;

/** So much of the title bar has to be in view that a window can be pulled by it. */
const GRIP = 40;
const ABOVE = 10;
/** How far a new window stands from the one before on the same monitor. */
const STEP = 32;
/** What a window is not made smaller than. */
export const SMALLEST = { width: 640, height: 400 } as const;
/** A frame is no wider than this on any side. */
const FRAME = 60;

/**
 * Where a window comes back: where it stood on its monitor, also when that one stands elsewhere now. When the monitor has
 * gone or the place can't be reached, all of it on one that is there. `displays` has the main one first.
 */
export function placeOnDisplays(kept: KeptPlace, displays: readonly Display[]): Place {
  const { width, height, x, y, display } = kept;
  const same = displays.find(({ id }) => id === display?.id);
  const home = same ?? displays[0];
  if (home === undefined) return { width, height };
  if (x === undefined || y === undefined) return within({ x: 0, y: 0, width, height }, home.workArea, false);
  const moved =
    same === undefined || display === undefined
      ? { x, y, width, height }
      : { x: x + same.workArea.x - display.x, y: y + same.workArea.y - display.y, width, height };
  return displays.some(({ workArea }) => isReachable(moved, workArea))
    ? moved
    : within(moved, home.workArea, true);
}

/** Where a further window opens: on a monitor that has none yet, or a step away from the one in front. */
export function placeBeside(front: Area, others: readonly Area[], displays: readonly Display[]): Place {
  const { width, height } = front;
  const all = [front, ...others];
  const free = displays.find(({ workArea }) => !all.some((area) => overlap(area, workArea)));
  if (free !== undefined) {
    const { workArea } = free;
    const size = { width: Math.min(width, workArea.width), height: Math.min(height, workArea.height) };
    return {
      ...size,
      x: workArea.x + Math.round((workArea.width - size.width) / 2),
      y: workArea.y + Math.round((workArea.height - size.height) / 2),
    };
  }
  let step = { x: front.x + STEP, y: front.y + STEP, width, height };
  while (others.some((area) => area.x === step.x && area.y === step.y))
    step = { ...step, x: step.x + STEP, y: step.y + STEP };
  const here = displays.find(({ workArea }) => overlap(front, workArea));
  return here === undefined ? step : within(shrunk(step, here.workArea), here.workArea, true);
}

/** One that has no room for the step is made smaller by it, rather than to cover the one before. */
function shrunk(area: Area, workArea: Area): Area {
  const width = Math.min(area.width, workArea.x + workArea.width - area.x);
  const height = Math.min(area.height, workArea.y + workArea.height - area.y);
  return width < SMALLEST.width || height < SMALLEST.height ? area : { ...area, width, height };
}

/**
 * How far a window stands from where it was asked to stand, by its frame. Some desktops place frames and tell of what is
 * within, so that a window would wander with each start. Farther than a frame is wide, it was the desktop's wish.
 */
export function frameOffset(
  asked: Place,
  got: Pick<Area, 'x' | 'y'>,
): { readonly x: number; readonly y: number } {
  if (asked.x === undefined || asked.y === undefined) return { x: 0, y: 0 };
  const offset = { x: got.x - asked.x, y: got.y - asked.y };
  const isFrame = [offset.x, offset.y].every((pixels) => pixels >= 0 && pixels <= FRAME);
  return isFrame ? offset : { x: 0, y: 0 };
}

function isReachable(area: Area, workArea: Area): boolean {
  return (
    area.x < workArea.x + workArea.width - GRIP &&
    area.x + area.width > workArea.x + GRIP &&
    area.y >= workArea.y - ABOVE &&
    area.y < workArea.y + workArea.height - GRIP
  );
}

function overlap(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function within(area: Area, workArea: Area, placed: boolean): Place {
  const width = Math.min(area.width, workArea.width);
  const height = Math.min(area.height, workArea.height);
  if (!placed) return { width, height };
  const between = (value: number, from: number, room: number): number =>
    Math.min(Math.max(value, from), from + room);
  return {
    width,
    height,
    x: between(area.x, workArea.x, workArea.width - width),
    y: between(area.y, workArea.y, workArea.height - height),
  };
}
