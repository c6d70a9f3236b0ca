import { Check, CircleAlert, Clock, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { plainLine } from '#shared/state/attention';
import type { DeliveryPresentation } from '#shared/state/messages';
import { secondsUntil } from '#shared/state/messages';

const TONE_ICONS = { waiting: Clock, moving: Send, done: Check, failed: CircleAlert } as const;
const LONGEST_REASON = 300;

interface Properties {
  readonly presentation: DeliveryPresentation;
  /** When a wait that has a known end is over, and the time now, in milliseconds since 1970. */
  readonly until: number | null;
  readonly now: number;
  readonly children?: ReactNode;
}

/** What has become of a message, why, and for how long. */
export function FateLine({ presentation: { tone, label, reason }, until, now, children }: Properties) {
  const Icon = TONE_ICONS[tone];
  const seconds = secondsUntil(until, now);
  return (
    <div className="message-fate" data-tone={tone}>
      <Icon size={12} aria-hidden />
      <span>
        {label}
        {reason !== '' && `: ${plainLine(reason, LONGEST_REASON)}`}
        {seconds !== null && <span aria-hidden> · {seconds} s</span>}
      </span>
      {children}
    </div>
  );
}
