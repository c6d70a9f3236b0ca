/* Colours as `#rrggbb`, and how well one can be read on another. */

/** How far the text of the window stands out from what it stands on: level AA. */
export const READABLE = 4.5;

type Channels = readonly [number, number, number];

/** Null when it is no colour of the form `#rgb`, `#rrggbb` or `#rrggbbaa`; how opaque it is does not count. */
export function hexColor(text: string): string | null {
  const match = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim());
  if (match === null) return null;
  const digits = (match[1] ?? '').toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits.slice(0, 6)}`;
}

function channels(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export function fromChannels(values: readonly number[]): string {
  return `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** One colour with a share of another in it, from 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const more = channels(other);
  return fromChannels(channels(color).map((value, index) => value + ((more[index] ?? 0) - value) * share));
}

/** From 0, black, to 1, white, as the guidelines for accessible pages measure it. */
export function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, the same, to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((left, right) => left - right) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** A colour as near as can be that stands out from all of the backgrounds; else black or white, whichever does more. */
export function readable(color: string, backgrounds: readonly string[], ratio = READABLE): string {
  const worst = (candidate: string): number =>
    Math.min(...backgrounds.map((background) => contrast(candidate, background)));
  const ends = worst('#ffffff') >= worst('#000000') ? '#ffffff' : '#000000';
  for (let step = 0; step < 20; step += 1) {
    const candidate = mix(color, ends, step / 20);
    if (worst(candidate) >= ratio) return candidate;
  }
  return ends;
}
