import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { CommandInput, CommandName, CommandOutput } from '#shared/commands/catalog';
import type { Origin } from '#shared/commands/define-command';
import type { CommandReply } from '#shared/ipc/channels';
import type { AppState } from '#shared/state/state';
import type { Clock } from '#shared/base/clock';
import type { PtyHostClient } from '../pty/pty-host-client';
import type { Snapshots } from '../session/persistence/snapshots';
import type { Channels } from '../channels/channels';
import type { HistoryClient } from '../claude/history/history-client';
import type { ClaudePanes } from '../session/claude-panes';
import type { Consents } from '../session/consents';
import type { DesktopWindows } from '../session/desktop-windows';
import type { Deliveries } from '../session/delivery/deliveries';
import type { ChatSessions } from '../session/chat/chat-sessions';
import type { HandOff } from '../session/chat/hand-off';
import type { DecisionLog } from '../session/permissions/decision-log';
import type { PermissionLedger } from '../session/permissions/ledger';
import type { Receivers } from '../session/delivery/receivers';
import type { Messenger } from '../session/delivery/messenger';
import type { SessionService } from '../session/session-service';
import type { UsageMeter } from '../session/usage-meter';
import type { SettingsFile } from '../system/settings-file';

/** What a handler may use. */
export interface CommandContext {
  readonly state: AppState;
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly clock: Clock;
  readonly claudes: ClaudePanes;
  readonly history: HistoryClient;
  readonly deliveries: Deliveries;
  readonly messenger: Messenger;
  readonly receivers: Receivers;
  readonly chats: ChatSessions;
  readonly handOff: HandOff;
  readonly ledger: PermissionLedger;
  readonly decisions: DecisionLog;
  readonly consents: Consents;
  readonly desktopWindows: DesktopWindows;
  readonly channels: Channels;
  readonly settings: SettingsFile;
  readonly usage: UsageMeter;
  /** Where Fugue's own log is. */
  readonly logFile: string;
  readonly origin: Origin;
  /** The caller has gone or no longer wants an answer. */
  readonly signal: AbortSignal;
  /** Tells the caller something before the command is done. */
  readonly progress: (reply: CommandReply) => void;
  readonly snapshots: Snapshots;
  /** Folder that relative paths are meant from. */
  readonly workingDirectory: string;
}

export type Outcome<Name extends CommandName> = Result<CommandOutput<Name>, Failure>;
export type Handler<Name extends CommandName> = (
  context: CommandContext,
  input: CommandInput<Name>,
) => Outcome<Name> | Promise<Outcome<Name>>;
export type Handlers = { readonly [Name in CommandName]: Handler<Name> };
