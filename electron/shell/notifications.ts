import { Notification } from 'electron';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import { plainLine } from '#shared/state/attention';
import type { NotificationContent } from '#shared/state/notification-policy';
import { NotificationPolicy } from '#shared/state/notification-policy';
import type { StoreReader } from '../session/store';

export interface DesktopNotificationsOptions {
  readonly store: StoreReader;
  readonly clock: Clock;
  /** The pane that the person looks at, if any. */
  readonly lookedAt: () => PaneId | null;
  /** Shows the window, with the first of these panes that is still there. */
  readonly go: (paneIds: readonly PaneId[]) => void;
}

const LONGEST_TITLE = 120;
const LONGEST_LINE = 300;

/** Tells the desktop when a Claude needs the person. What is told and when is decided by the policy alone. */
export class DesktopNotifications implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly policy = new NotificationPolicy();
  private readonly timer = this.disposables.add(new DisposableSlot());
  /** Held on to, because one that nobody holds loses its click. */
  private readonly shown = new Map<string, Notification>();
  private planned = false;

  constructor(private readonly options: DesktopNotificationsOptions) {
    this.disposables.add(
      options.store.onAction(() => {
        this.plan();
      }),
    );
    this.update();
  }

  /** Something changed besides the state, such as the focus of the window. */
  update(): void {
    if (this.disposables.isDisposed) return;
    const { store, clock, lookedAt } = this.options;
    const now = clock.monotonic();
    const time = new Date(clock.now());
    const { effects, wakeAt } = this.policy.step({
      state: store.state,
      now,
      minuteOfDay: time.getHours() * 60 + time.getMinutes(),
      lookedAt: lookedAt(),
    });
    for (const effect of effects) {
      if (effect.type === 'show') this.show(effect.content);
      else this.close(effect.id);
    }
    this.timer.value =
      wakeAt === null
        ? undefined
        : clock.after(Math.max(0, wakeAt - now), () => {
            this.update();
          });
  }

  dispose(): void {
    this.disposables.dispose();
    for (const id of [...this.shown.keys()]) this.close(id);
  }

  /** Many changes of one turn of the event loop are looked at once. */
  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      this.update();
    });
  }

  private show(content: NotificationContent): void {
    this.close(content.id);
    const notification = new Notification({
      title: plainLine(content.title, LONGEST_TITLE),
      body: bodyText(content.body, process.platform),
      silent: content.silent,
      // Only Linux knows this; a critical one stays until somebody has seen it.
      urgency: content.urgent ? 'critical' : 'normal',
      // Only macOS shows buttons.
      ...(process.platform === 'darwin' ? { actions: [{ type: 'button', text: 'Go to the pane' }] } : {}),
    });
    const go = (): void => {
      this.options.go(content.paneIds);
      this.close(content.id);
      this.policy.dismissed(content.id);
    };
    notification.on('click', go);
    notification.on('action', go);
    notification.on('close', () => {
      if (this.shown.get(content.id) !== notification) return;
      this.shown.delete(content.id);
      this.policy.dismissed(content.id);
    });
    this.shown.set(content.id, notification);
    notification.show();
  }

  private close(id: string): void {
    const notification = this.shown.get(id);
    // Taken out first, so that its event of closing is known to be our own doing.
    this.shown.delete(id);
    notification?.close();
  }
}

/** Lines of plain text. Linux desktops read simple markup in a body, so what could be such is escaped. */
export function bodyText(text: string, platform: NodeJS.Platform): string {
  const plain = text
    .split('\n')
    .map((line) => plainLine(line, LONGEST_LINE))
    .filter((line) => line !== '')
    .join('\n');
  return platform === 'linux' ? plain.replace(/&/g, '&amp;').replace(/</g, '&lt;') : plain;
}
