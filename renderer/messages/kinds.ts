import type { LucideIcon } from 'lucide-react';
import { Activity, Cable, LifeBuoy, Megaphone, MessageSquare, MessageSquareQuote, Reply } from 'lucide-react';
import type { MessageKind } from '#shared/model/delivery';

/** How each kind of message looks, and what it is called. */
export const KINDS: Readonly<Record<MessageKind, { readonly icon: LucideIcon; readonly word: string }>> = {
  prompt: { icon: MessageSquareQuote, word: 'Prompt' },
  message: { icon: MessageSquare, word: 'Message' },
  status: { icon: Activity, word: 'Status' },
  help: { icon: LifeBuoy, word: 'Help' },
  broadcast: { icon: Megaphone, word: 'To all' },
  channel: { icon: Cable, word: 'Channel' },
  answer: { icon: Reply, word: 'Answer' },
};
