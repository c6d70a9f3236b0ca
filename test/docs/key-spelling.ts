const MODIFIERS: Readonly<Record<string, string>> = { C: 'Ctrl', M: 'Alt', S: 'Shift' };

/** `C-b %` as pages write it: `Ctrl+B %`. Letters that are held with a modifier are capitals, as on the keyboard. */
export function keysAsWritten(keys: string): string {
  return keys
    .split(' ')
    .map((key) => {
      const [, held = '', last = ''] = /^((?:[CMS]-)*)(.+)$/.exec(key) ?? [];
      const modifiers = held.split('-').flatMap((letter) => MODIFIERS[letter] ?? []);
      return [...modifiers, modifiers.length > 0 && last.length === 1 ? last.toUpperCase() : last].join('+');
    })
    .join(' ');
}
