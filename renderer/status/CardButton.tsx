import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { focusActiveTerminal } from '../terminal/terminal-registry';

interface Properties {
  readonly className: string;
  readonly attributes: Readonly<Record<`data-${string}`, string>>;
  /** What the card is called. */
  readonly cardLabel: string;
  readonly cardTestId: string;
  /** What the card shows; drawn only while it is open. */
  readonly card: ReactNode;
  /** What a click does in place of opening the card. */
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** Time for which the pointer has to rest before the card opens, and to get from the button into the card. */
const OPEN_DELAY = 350;
const CLOSE_DELAY = 200;
const CARD_WIDTH = 340;
const MARGIN = 8;

/** A button that tells more in a card while the pointer rests on it or it has the focus. */
export function CardButton(properties: Properties) {
  const { className, attributes, card, cardLabel, cardTestId, onClick, children } = properties;
  const button = useRef<HTMLButtonElement>(null);
  const shell = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const cardId = useId();
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const set = (open: boolean): void => {
    window.clearTimeout(timer.current);
    setAnchor(open ? (button.current?.getBoundingClientRect() ?? null) : null);
  };
  const plan = (open: boolean): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => {
        // What has the focus stays open: the pointer only passed by.
        const focused = document.activeElement;
        const kept = focused === button.current || shell.current?.contains(focused) === true;
        if (open || !kept) set(open);
      },
      open ? OPEN_DELAY : CLOSE_DELAY,
    );
  };
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );
  const leave = (): void => {
    set(false);
    focusActiveTerminal();
  };
  const isOpen = anchor !== null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        {...attributes}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': cardId } : {})}
        onMouseEnter={() => {
          plan(true);
        }}
        onMouseLeave={() => {
          plan(false);
        }}
        onFocus={() => {
          set(true);
        }}
        onBlur={(event) => {
          if (shell.current?.contains(event.relatedTarget) !== true) set(false);
        }}
        onClick={(event) => {
          event.stopPropagation();
          set(onClick === undefined);
          onClick?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          else if (event.key === 'ArrowDown') shell.current?.focus();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {children}
      </button>
      {anchor !== null &&
        createPortal(
          <div
            ref={shell}
            id={cardId}
            role="dialog"
            aria-label={cardLabel}
            className="state-card"
            data-testid={cardTestId}
            tabIndex={0}
            style={placeAt(anchor)}
            onMouseEnter={() => {
              window.clearTimeout(timer.current);
            }}
            onMouseLeave={() => {
              plan(false);
            }}
            onBlur={(event) => {
              const to = event.relatedTarget;
              if (to !== button.current && shell.current?.contains(to) !== true) set(false);
            }}
            // A portal's events rise to the header, which would take them for its own.
            onClick={(event) => {
              event.stopPropagation();
            }}
            onDoubleClick={(event) => {
              event.stopPropagation();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              leave();
            }}
          >
            {card}
          </div>,
          document.body,
        )}
    </>
  );
}

function placeAt(anchor: DOMRect): React.CSSProperties {
  const width = Math.min(CARD_WIDTH, window.innerWidth - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(anchor.right - width, window.innerWidth - width - MARGIN));
  const below = window.innerHeight - anchor.bottom - 2 * MARGIN;
  const above = anchor.top - 2 * MARGIN;
  // Above the button only where there is too little room below it and more above.
  return below >= 200 || below >= above
    ? { left, width, top: anchor.bottom + 4, maxHeight: below }
    : { left, width, bottom: window.innerHeight - anchor.top + 4, maxHeight: above };
}
