import type { WebContents } from 'electron';
import { MessageChannelMain } from 'electron';
import { z } from 'zod';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { PageFault } from '#shared/ipc/channels';
import { BYTE_PORT_MESSAGE } from '#shared/ipc/channels';
import type { Origin } from '#shared/commands/define-command';
import type { DesktopWindowId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import { holds } from '#shared/state/desktop-windows';
import type { Dispatcher } from '../commands/dispatcher';
import type { PtyHostClient } from '../pty/pty-host-client';
import type { StoreReader } from '../session/store';
import { emit, handle } from './ipc-main';
import { PendingActions } from './pending-actions';

/** What the window needs from the desktop; the shell provides it. */
export interface Desktop {
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  openLink(url: string): Promise<Result<null, Failure>>;
  /** Which window of the desktop a page is in; null for one that is just going. */
  desktopWindowOf(sender: WebContents): DesktopWindowId | null;
  windowReady(id: DesktopWindowId): void;
  pageFault(fault: PageFault): void;
}

export interface WindowSurfaceOptions {
  readonly store: StoreReader;
  readonly dispatcher: Dispatcher;
  readonly host: PtyHostClient;
  readonly desktop: Desktop;
  readonly home: string;
}

const commandRequest = z
  .object({ name: z.string().max(200), input: z.record(z.string(), z.unknown()) })
  .strict();
const paneRequest = z.object({ paneId: z.string().max(100) }).strict();
const person: Origin = { kind: 'window', paneId: null };
/** Largest text that goes to or comes from the clipboard, in UTF-16 units. */
const CLIPBOARD_LIMIT = 16 * 1024 * 1024;
const textRequest = z.object({ text: z.string().max(CLIPBOARD_LIMIT) }).strict();
const faultRequest = z.object({ what: z.string().max(2000), stack: z.string().max(20_000) }).strict();
const linkRequest = z.object({ url: z.string().max(4096) }).strict();

/** Serves the windows: commands and byte ports go down, numbered actions come up. */
export class WindowSurface implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly viewers = new Set<WebContents>();
  private readonly pending = new PendingActions();

  constructor(options: WindowSurfaceOptions) {
    const { store, dispatcher, host, desktop } = options;
    this.disposables.add(
      store.onAction((numbered) => {
        // What happens in one turn of the event loop goes to the window as one message.
        if (this.pending.add(numbered))
          setImmediate(() => {
            this.flush();
          });
      }),
    );
    this.disposables.add(
      handle('state:attach', (_input, sender) => {
        const id = desktop.desktopWindowOf(sender);
        if (id === null) throw new Error('the window of this page is gone');
        this.flush();
        if (!this.viewers.has(sender)) {
          this.viewers.add(sender);
          sender.once('destroyed', () => {
            this.viewers.delete(sender);
          });
        }
        return { desktopWindow: id, sequence: store.sequence, state: store.state };
      }),
    );
    this.disposables.add(
      handle('command:run', (input, sender) => {
        const request = commandRequest.safeParse(input);
        if (!request.success) return failure('invalid', 'a command is {name, input}');
        const id = desktop.desktopWindowOf(sender);
        return dispatcher.run({
          ...request.data,
          origin: id === null ? person : { ...person, desktopWindow: id },
          workingDirectory: options.home,
        });
      }),
    );
    this.disposables.add(
      handle('bytes:attach', (input, sender) => {
        const request = paneRequest.safeParse(input);
        if (!request.success) return failure('invalid', 'a byte port is asked for with {paneId}');
        const { paneId } = request.data;
        if (store.state.panes[asPaneId(paneId)] === undefined)
          return failure('not-found', 'the pane is closed');
        // A program writes to one terminal at a time. What a page asks for may be old by now.
        const id = desktop.desktopWindowOf(sender);
        if (id === null || !holds(store.state, id, asPaneId(paneId)))
          return failure('refused', 'another window has the terminal of this pane');
        const { port1, port2 } = new MessageChannelMain();
        host.attach(paneId, port1);
        sender.postMessage(BYTE_PORT_MESSAGE, { paneId }, [port2]);
        return ok(null);
      }),
    );
    this.disposables.add(handle('clipboard:read', () => desktop.readClipboard()));
    this.disposables.add(
      handle('clipboard:write', async (input) => {
        const request = textRequest.parse(input);
        await desktop.writeClipboard(request.text);
        return null;
      }),
    );
    this.disposables.add(
      handle('link:open', (input) => {
        const request = linkRequest.safeParse(input);
        return request.success
          ? desktop.openLink(request.data.url)
          : failure('invalid', 'the link is too long to open');
      }),
    );
    this.disposables.add(
      handle('page:fault', (input) => {
        desktop.pageFault(faultRequest.parse(input));
        return null;
      }),
    );
    this.disposables.add(
      handle('window:ready', (_input, sender) => {
        const id = desktop.desktopWindowOf(sender);
        if (id !== null) desktop.windowReady(id);
        return null;
      }),
    );
  }

  dispose(): void {
    this.disposables.dispose();
    this.viewers.clear();
  }

  private flush(): void {
    const batch = this.pending.take();
    if (batch === null) return;
    for (const viewer of this.viewers) emit(viewer, 'state:actions', batch);
  }
}
