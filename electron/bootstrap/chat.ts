import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import type { Logger } from '../log/logger';
import { ChatHub } from '../session/chat/chat-hub';
import { ChatSessions } from '../session/chat/chat-sessions';
import { HandOff } from '../session/chat/hand-off';
import type { SessionService } from '../session/session-service';
import type { Locations } from '../system/locations';

export interface ChatParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly service: SessionService;
  readonly chats: ChatSessions;
  readonly hindrance: (paneId: PaneId) => Promise<string | null>;
}

export interface ChatServices {
  readonly hub: ChatHub;
  readonly handOff: HandOff;
}

/** The Claudes that Fugue talks to itself; none runs yet. */
export function buildChatSessions(
  parts: { locations: Locations; clock: Clock; logger: Logger; newId: () => string },
  disposables: DisposableStore,
): ChatSessions {
  return disposables.add(new ChatSessions({ ...parts, folder: path.join(parts.locations.state, 'chats') }));
}

/** Builds what shows conversations, and what has them held by whom the faces of their panes ask for. */
export function buildChat(parts: ChatParts, disposables: DisposableStore): ChatServices {
  const handOff = disposables.add(new HandOff(parts));
  const hub = disposables.add(new ChatHub({ ...parts, handOff }));
  return { hub, handOff };
}
