/** Control characters other than tab and line ends: in pasted text they could act as keys. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export interface PreparedPaste {
  /** What is sent to the program. */
  readonly data: string;
  /** Several lines for a program that would run each as it comes: the person is asked first. */
  readonly needsConfirmation: boolean;
  /** The text as the person sees it. */
  readonly shown: string;
}

/** Makes pasted text safe to send: no escape can end a bracketed paste or press a key. */
export function preparePaste(text: string, bracketed: boolean): PreparedPaste {
  const shown = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
  const typed = shown.replaceAll('\n', '\r');
  return {
    data: bracketed ? `\u001b[200~${typed}\u001b[201~` : typed,
    needsConfirmation: !bracketed && /\n[^\n]/.test(shown),
    shown,
  };
}
