import { chipOf } from '../sideband/chip';
import { SidebandScanner } from '../sideband/scanner';

/** Stands before the text of a chip. Nothing that Claude writes has it: it is taken out of the text before. */
export const CHIP_MARK = '\ue0f0';

/** Markdown with a chip in the place of each tag that ran: inline code that begins with `CHIP_MARK`. */
export function chipped(text: string): string {
  const unmarked = text.includes(CHIP_MARK) ? text.replaceAll(CHIP_MARK, '') : text;
  if (!unmarked.includes('<fugue:')) return unmarked;
  const scanner = new SidebandScanner();
  return [...scanner.push(unmarked), ...scanner.end()]
    .map((piece) =>
      piece.type === 'text'
        ? piece.text
        : piece.type === 'tag'
          ? `\`${CHIP_MARK}${chipOf(piece.tag).replaceAll('`', "'")}\``
          : piece.source,
    )
    .join('');
}
