import type { Failure } from '../base/errors';
import type { Result } from '../base/result';
import type { ChatSource } from './chat-port';
import type { DesktopWindowId } from '../model/ids';
import type { Action } from '../state/actions';
import type { AppState } from '../state/state';

/**
 * Everything that crosses between the window and the main process, besides the byte ports. The window asks
 * (`InvokeMap`), the main process tells (`EventMap`). Adding a line here is the whole declaration of a channel.
 */
export interface InvokeMap {
  /** Runs a command of the catalog with origin `window`, meant for what this window shows. */
  'command:run': { readonly input: CommandRequest; readonly output: Result<CommandReply, Failure> };
  /** The whole state and the number of the last action in it; numbered actions follow as events. */
  'state:attach': { readonly input: null; readonly output: StateSnapshot };
  /** Asks for the byte port of a pane, which then arrives as a window message. */
  'bytes:attach': { readonly input: { readonly paneId: string }; readonly output: Result<null, Failure> };
  /** Opens a conversation for a chat view. Its port then arrives as a window message under the id that comes back. */
  'chat:attach': { readonly input: ChatRequest; readonly output: Result<ChatOpened, Failure> };
  /** Keeps a picture that was pasted, so that a message can name its file. */
  'attachment:save': { readonly input: Attachment; readonly output: Result<AttachmentFile, Failure> };
  'clipboard:write': { readonly input: { readonly text: string }; readonly output: null };
  'clipboard:read': { readonly input: null; readonly output: string };
  /** Opens a link that the person confirmed; only http and https. */
  'link:open': { readonly input: { readonly url: string }; readonly output: Result<null, Failure> };
  /** Something went wrong in the page that nobody had foreseen; a report is written. */
  'page:fault': { readonly input: PageFault; readonly output: null };
  /** The window drew its first frame with the state in it. */
  'window:ready': { readonly input: null; readonly output: null };
}

export interface EventMap {
  'state:actions': ActionBatch;
  /** A link or another start of the app asks for a view. */
  'view:show': ViewRequest;
}

/** The views that can be asked for from outside of the window. */
export const LINKED_VIEWS = ['inbox', 'history', 'messages', 'channels'] as const;
export interface ViewRequest {
  readonly view: (typeof LINKED_VIEWS)[number];
}

export type InvokeChannel = keyof InvokeMap;
export type EventChannel = keyof EventMap;

export const INVOKE_CHANNELS = [
  'command:run',
  'state:attach',
  'bytes:attach',
  'chat:attach',
  'attachment:save',
  'clipboard:write',
  'clipboard:read',
  'link:open',
  'page:fault',
  'window:ready',
] as const satisfies readonly InvokeChannel[];

export const EVENT_CHANNELS = ['state:actions', 'view:show'] as const satisfies readonly EventChannel[];

export interface CommandRequest {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface PageFault {
  readonly what: string;
  readonly stack: string;
}

export interface ChatRequest {
  readonly source: ChatSource;
}

export interface ChatOpened {
  readonly chatId: string;
}

/** A picture of at most 5 MB in a format that Claude reads. */
export interface Attachment {
  readonly mediaType: string;
  readonly data: Uint8Array;
}

export interface AttachmentFile {
  readonly path: string;
}

export interface CommandReply {
  readonly output: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface StateSnapshot {
  /** Which window of the desktop the page is in. */
  readonly desktopWindow: DesktopWindowId;
  readonly sequence: number;
  readonly state: AppState;
}

/** Actions in order; `first` is the number of the first one. A gap means: attach again. */
export interface ActionBatch {
  readonly first: number;
  readonly actions: readonly Action[];
}

/** A file of the page; the other side of the bridge knows no more of it. */
type File = object;

/** What the preload puts on `window.fugue`. */
export interface Bridge {
  invoke<Channel extends InvokeChannel>(
    channel: Channel,
    input: InvokeMap[Channel]['input'],
  ): Promise<InvokeMap[Channel]['output']>;
  /** Subscribes; the function that comes back ends it. */
  on<Channel extends EventChannel>(
    channel: Channel,
    listener: (event: EventMap[Channel]) => void,
  ): () => void;
  /** Where a file that was dropped on the window stands; empty for one that stands nowhere. */
  pathOf(file: File): string;
  /** The size of the whole page, as a factor. */
  zoom(factor: number): void;
}

/** The message with which the preload hands a byte port to the page. */
export const BYTE_PORT_MESSAGE = 'fugue:byte-port';
export interface BytePortHandover {
  readonly type: typeof BYTE_PORT_MESSAGE;
  readonly paneId: string;
}

/** The message with which the preload hands the port of a chat to the page. */
export const CHAT_PORT_MESSAGE = 'fugue:chat-port';
export interface ChatPortHandover {
  readonly type: typeof CHAT_PORT_MESSAGE;
  readonly chatId: string;
}
