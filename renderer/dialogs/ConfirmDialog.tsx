import { useEffect, useRef } from 'react';
import { KeyCaps } from '../commands/KeyCaps';
import { useAppState } from '../store/replica';
import type { Dialog } from '../store/ui-store';
import { useUi } from '../store/ui-store';
import { Overlay } from './Overlay';

/** The oldest question that waits for the person. */
export function ConfirmDialog() {
  const dialog = useUi((state) => state.dialogs[0] ?? null);
  return dialog === null ? null : <Question key={dialog.id} dialog={dialog} />;
}

function Question({ dialog }: { readonly dialog: Dialog }) {
  const confirm = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const outlived = useAppState((state) => dialog.paneId !== null && !(dialog.paneId in state.panes));
  useEffect(() => {
    if (outlived) dialog.answer(false);
  }, [outlived, dialog]);
  useEffect(() => {
    if (!dialog.letters) return;
    const answerByLetter = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if ((key !== 'y' && key !== 'n') || event.ctrlKey || event.altKey || event.metaKey || event.repeat)
        return;
      event.preventDefault();
      event.stopPropagation();
      dialog.answer(key === 'y');
    };
    window.addEventListener('keydown', answerByLetter, { capture: true });
    return () => {
      window.removeEventListener('keydown', answerByLetter, { capture: true });
    };
  }, [dialog]);
  return (
    <Overlay
      open
      close={() => {
        dialog.answer(false);
      }}
      title={dialog.title}
      titleShown
      className="confirm-dialog"
      testId="confirm-dialog"
      role="alertdialog"
      initialFocus={() => (dialog.initialFocus === 'confirm' ? confirm.current : cancel.current)}
    >
      <p>{dialog.message}</p>
      {dialog.quoted !== null && (
        <pre className="quoted" tabIndex={0} aria-label="Text in question">
          {dialog.quoted}
        </pre>
      )}
      <div className="dialog-buttons">
        <button
          ref={cancel}
          type="button"
          aria-keyshortcuts={dialog.letters ? 'n' : undefined}
          className="button"
          onClick={() => {
            dialog.answer(false);
          }}
        >
          Cancel
          {dialog.letters && <Letter name="n" />}
        </button>
        <button
          ref={confirm}
          type="button"
          className={dialog.danger ? 'button-danger' : 'button-primary'}
          data-testid="confirm"
          aria-keyshortcuts={dialog.letters ? 'y' : undefined}
          onClick={() => {
            dialog.answer(true);
          }}
        >
          {dialog.confirm}
          {dialog.letters && <Letter name="y" />}
        </button>
      </div>
    </Overlay>
  );
}

/** The key that presses a button, for the eye: its name stays what it does. */
function Letter({ name }: { readonly name: string }) {
  return (
    <span className="button-key" aria-hidden>
      <KeyCaps name={name} />
    </span>
  );
}
