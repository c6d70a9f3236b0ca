import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AgentStatus } from '#shared/model/agent-state';
import type { PaneId } from '#shared/model/ids';
import type { PanePresentation } from '#shared/state/attention';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { StateCard } from './StateCard';

interface Properties {
  readonly paneId: PaneId;
  readonly agent: AgentStatus;
  readonly shown: PanePresentation;
}

/** Time for which the pointer has to rest before the card opens, and to get from the badge into the card. */
const OPEN_DELAY = 350;
const CLOSE_DELAY = 200;

/** The state of a Claude in the header of its pane; resting on it or giving it the focus says why. */
export function StateBadge({ paneId, agent, shown }: Properties) {
  const badge = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const cardId = useId();
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const set = (open: boolean): void => {
    window.clearTimeout(timer.current);
    setAnchor(open ? (badge.current?.getBoundingClientRect() ?? null) : null);
  };
  const plan = (open: boolean): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => {
        // What has the focus stays open: the pointer only passed by.
        const focused = document.activeElement;
        const kept = focused === badge.current || card.current?.contains(focused) === true;
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
  const enterCard = (): void => {
    window.clearTimeout(timer.current);
  };
  const isOpen = anchor !== null;
  return (
    <>
      <button
        ref={badge}
        type="button"
        className="pane-agent"
        data-state={agent.state}
        data-testid={`state-badge-${paneId}`}
        data-badge-of={paneId}
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
          if (card.current?.contains(event.relatedTarget) !== true) set(false);
        }}
        onClick={(event) => {
          event.stopPropagation();
          set(true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          else if (event.key === 'ArrowDown') card.current?.focus();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span aria-hidden>{shown.icon}</span>
        <span className="pane-agent-label">{shown.label}</span>
        {shown.reason !== '' && (
          <span className="pane-agent-reason">
            <span className="visually-hidden">: </span>
            {shown.reason}
          </span>
        )}
      </button>
      {anchor !== null &&
        createPortal(
          <StateCard
            reference={card}
            id={cardId}
            paneId={paneId}
            agent={agent}
            shown={shown}
            anchor={anchor}
            enter={enterCard}
            leave={() => {
              plan(false);
            }}
            blurred={(to) => {
              if (to !== badge.current) set(false);
            }}
            escape={leave}
          />,
          document.body,
        )}
    </>
  );
}
