import { fontNames } from '../terminal/font-names';

/** Fonts that come with Fugue: they are there, whatever the system has. */
const OWN = new Set(['jetbrains mono', 'inter', 'inter variable', 'monospace']);

/** Says which fonts of the setting this system does not have. */
export function FontNote({ setting }: { readonly setting: string }) {
  const missing = fontNames(setting).filter((name) => !OWN.has(name.toLowerCase()) && !isThere(name));
  if (missing.length === 0) return null;
  return (
    <p className="setting-over" role="status">
      {missing.join(' and ')} {missing.length === 1 ? 'is' : 'are'} not on this system; the next font stands
      in.
    </p>
  );
}

const SAMPLE = 'mmmmmmmmmmlli10Ög@';

/** A font that is missing is drawn with what stands behind it, so that text is as wide as without it. */
function isThere(name: string): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return true;
  const width = (family: string): number => {
    context.font = `72px ${family}`;
    return context.measureText(SAMPLE).width;
  };
  return ['monospace', 'serif', 'sans-serif'].some(
    (behind) => width(`"${name}", ${behind}`) !== width(behind),
  );
}
