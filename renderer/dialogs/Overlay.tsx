import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { focusActiveTerminal } from '../terminal/terminal-registry';

interface Properties {
  readonly open: boolean;
  readonly close: () => void;
  readonly title: string;
  readonly titleShown?: boolean;
  readonly className: string;
  readonly testId: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly initialFocus?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** Something that lies over the window and has the keyboard until it is closed. Escape closes it. */
export function Overlay(properties: Properties) {
  const { open, close, title, titleShown, className, testId, role, initialFocus, children } = properties;
  const before = useRef<Element | null>(null);
  const content = useRef<HTMLDivElement>(null);
  return (
    <RadixDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="overlay-backdrop" />
        <RadixDialog.Content
          ref={content}
          tabIndex={-1}
          className={`overlay ${className}`}
          role={role ?? 'dialog'}
          data-testid={testId}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            event.preventDefault();
            (initialFocus?.() ?? content.current)?.focus();
          }}
          onEscapeKeyDown={(event) => {
            // A list that is open in it is closed first, by itself.
            if (document.activeElement?.matches('.theme-button[aria-expanded="true"]') === true)
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack(before.current);
          }}
        >
          <RadixDialog.Title className={titleShown === true ? 'overlay-title' : 'visually-hidden'}>
            {title}
          </RadixDialog.Title>
          {titleShown === true && role !== 'alertdialog' && (
            <RadixDialog.Close className="button-icon overlay-close" aria-label="Close" title="Close">
              <X size={14} aria-hidden />
            </RadixDialog.Close>
          )}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The keyboard goes back to where it was, or to the active pane when that is gone. */
function giveBack(element: Element | null): void {
  const inTerminal = element?.closest('.tile-terminal') ?? null;
  if (
    element instanceof HTMLElement &&
    element.isConnected &&
    element !== document.body &&
    inTerminal === null
  ) {
    element.focus();
  } else focusActiveTerminal();
}
