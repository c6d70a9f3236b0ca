/** The fonts of a setting in the order in which they are looked for, as a page names them. */
export function fontNames(setting: string): readonly string[] {
  return setting
    .split(',')
    .map((name) => name.replaceAll(/["'\\]/g, '').trim())
    .filter((name) => name !== '');
}
