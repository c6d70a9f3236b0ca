import { useEffect, useRef } from 'react';
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
          className="button"
          onClick={() => {
            dialog.answer(false);
          }}
        >
          Cancel
        </button>
        <button
          ref={confirm}
          type="button"
          className={dialog.danger ? 'button-danger' : 'button-primary'}
          data-testid="confirm"
          onClick={() => {
            dialog.answer(true);
          }}
        >
          {dialog.confirm}
        </button>
      </div>
    </Overlay>
  );
}
