import type { Result } from '../../base/result';
import { fail, ok } from '../../base/result';
import { contrast, hexColor, mix } from '../contrast';
import { ANSI_NAMES } from '../palettes';
import type { TerminalColors } from '../tokens';

/** What a file of another program told: colours as they are written there, under our names. */
export type FoundColors = Partial<Record<keyof TerminalColors, string>>;

/** The colours in full. Sixteen, a foreground and a background have to be there; the others follow from them. */
export function completeColors(found: FoundColors): Result<TerminalColors, string> {
  const colors: Partial<Record<keyof TerminalColors, string>> = {};
  for (const [name, written] of Object.entries(found)) {
    const color = hexColor(written.replace(/^0x/i, ''));
    if (color !== null) colors[name as keyof TerminalColors] = color;
    else return fail(`${name} is "${written.slice(0, 40)}", which is no colour such as #a0b1c2`);
  }
  const { foreground, background } = colors;
  const missing = [...ANSI_NAMES.slice(0, 8), 'foreground', 'background'].filter(
    (name) => colors[name as keyof TerminalColors] === undefined,
  );
  if (missing.length > 0 || foreground === undefined || background === undefined)
    return fail(`these colours are missing: ${missing.join(', ')}`);
  if (contrast(foreground, background) < 1.5)
    return fail(`text of the colour ${foreground} can't be read on ${background}`);
  const bright = Object.fromEntries(
    ANSI_NAMES.slice(8).map((name, index) => [name, colors[name] ?? colors[ANSI_NAMES[index] ?? 'black']]),
  );
  return ok({
    cursor: foreground,
    cursorAccent: background,
    selectionBackground: mix(background, foreground, 0.25),
    ...bright,
    ...colors,
  } as TerminalColors);
}
