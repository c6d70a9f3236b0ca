/** In front of the title when Claude does not work: it is ready, or it asks something. */
const READY_GLYPH = '✳';
/** The glyphs in front of the title while Claude works: those of the versions known, and what such spinners are drawn with. */
const BUSY_GLYPH = /^[\u2800-\u28ff\u25a0-\u25ff]$/u;

/** `leaving` is the empty title that Claude sets as it ends; `other` is a title that is none of Claude's. */
export type TitleObservation = 'ready' | 'busy' | 'leaving' | 'other';

/** What the title of a terminal in which a Claude runs says about it. */
export function readTitle(title: string): TitleObservation {
  if (title === '') return 'leaving';
  const [glyph = '', blank, ...text] = [...title];
  if (blank !== ' ' || text.length === 0) return 'other';
  if (glyph === READY_GLYPH) return 'ready';
  return BUSY_GLYPH.test(glyph) ? 'busy' : 'other';
}

/** The title without the state glyph, for showing as a name. */
export function plainTitle(title: string): string {
  const kind = readTitle(title);
  return kind === 'ready' || kind === 'busy' ? [...title].slice(2).join('').trimStart() : title;
}
