import { fail } from '../base/result';

/** The kinds of refusal a layout operation can give. */
export type LayoutErrorCode =
  | 'unknown-pane'
  | 'duplicate-pane'
  | 'bad-ratio'
  | 'bad-amount'
  | 'bad-shape'
  | 'empty-split'
  | 'too-deep'
  | 'too-many'
  | 'no-room'
  | 'no-divider'
  | 'syntax';

/** A refusal: the code is for programs, the message is a sentence for people and says what to do next. */
export interface LayoutError {
  readonly code: LayoutErrorCode;
  readonly message: string;
}

/** A failed result that holds a layout error. */
export function refuse(
  code: LayoutErrorCode,
  message: string,
): { readonly ok: false; readonly error: LayoutError } {
  return fail({ code, message });
}

const CANDIDATES_SHOWN = 8;

/** The refusal for a pane that the layout does not hold; lists the panes that it does hold. */
export function refuseUnknownPane(pane: string, known: readonly string[]) {
  const shown = known.slice(0, CANDIDATES_SHOWN).join(', ');
  const more = known.length > CANDIDATES_SHOWN ? ` and ${String(known.length - CANDIDATES_SHOWN)} more` : '';
  return refuse('unknown-pane', `Pane "${pane}" is not in this layout. Name one of: ${shown}${more}.`);
}
