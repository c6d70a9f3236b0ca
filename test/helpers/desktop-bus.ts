// What a desktop offers on its session bus, played by the test: the server of notifications, and the panel that shows
// icons of a tray. The app talks to it as it would to a real desktop.
import * as dbus from '@jellybrick/dbus-next';
import { waitFor } from './wait';

const NOTIFICATIONS = 'org.freedesktop.Notifications';
const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';

export interface SentNotification {
  readonly id: number;
  readonly replaces: number;
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];
  readonly urgency: number | null;
  closed: boolean;
}

export interface MenuItem {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  readonly type: string;
}

export interface PanelItem {
  readonly tooltip: string;
  readonly iconSizes: readonly number[];
  /** The pixels of the largest icon, as text, to tell icons apart. */
  readonly icon: string;
}

/** The library gives each object empty fields of its own, which hide what `configureMembers` set up for its class. */
class BusObject extends dbus.interface.Interface {
  constructor(name: string) {
    super(name);
    for (const field of ['$properties', '$methods', '$signals']) Reflect.deleteProperty(this, field);
  }
}

class NotificationServer extends BusObject {
  readonly sent: SentNotification[] = [];

  Notify(
    _application: string,
    replaces: number,
    _icon: string,
    title: string,
    body: string,
    actions: string[],
    hints: Record<string, dbus.Variant>,
  ): number {
    const id = replaces === 0 ? this.sent.length + 1 : replaces;
    const urgency = hints['urgency']?.value as number | undefined;
    this.sent.push({ id, replaces, title, body, actions, urgency: urgency ?? null, closed: false });
    return id;
  }

  CloseNotification(id: number): void {
    for (const sent of this.sent) if (sent.id === id) sent.closed = true;
    this.NotificationClosed(id, 3);
  }

  GetCapabilities(): string[] {
    return ['body', 'body-markup', 'actions'];
  }

  GetServerInformation(): string[] {
    return ['stub', 'fugue', '1', '1.2'];
  }

  NotificationClosed(id: number, reason: number): unknown[] {
    return [id, reason];
  }

  ActionInvoked(id: number, action: string): unknown[] {
    return [id, action];
  }
}
NotificationServer.configureMembers({
  methods: {
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u', outSignature: '' },
    GetCapabilities: { inSignature: '', outSignature: 'as' },
    GetServerInformation: { inSignature: '', outSignature: 'ssss' },
  },
  signals: {
    NotificationClosed: { signature: 'uu' },
    ActionInvoked: { signature: 'us' },
  },
});

class Watcher extends BusObject {
  readonly items: string[] = [];
  IsStatusNotifierHostRegistered = true;
  ProtocolVersion = 0;

  get RegisteredStatusNotifierItems(): string[] {
    return this.items;
  }

  RegisterStatusNotifierItem(service: string): void {
    this.items.push(service);
  }

  RegisterStatusNotifierHost(_service: string): void {
    // There is one: this test.
  }

  StatusNotifierHostRegistered(): unknown[] {
    return [];
  }
}
Watcher.configureMembers({
  properties: {
    IsStatusNotifierHostRegistered: { signature: 'b', access: dbus.interface.ACCESS_READ },
    ProtocolVersion: { signature: 'i', access: dbus.interface.ACCESS_READ },
    RegisteredStatusNotifierItems: { signature: 'as', access: dbus.interface.ACCESS_READ },
  },
  methods: {
    RegisterStatusNotifierItem: { inSignature: 's', outSignature: '' },
    RegisterStatusNotifierHost: { inSignature: 's', outSignature: '' },
  },
  signals: { StatusNotifierHostRegistered: { signature: '' } },
});

export class DesktopBus {
  private constructor(
    private readonly bus: dbus.MessageBus,
    private readonly server: NotificationServer,
    private readonly watcher: Watcher | null,
  ) {}

  /** `panel`: whether the desktop shows icons of a tray. */
  static async start(options: { readonly panel: boolean }): Promise<DesktopBus> {
    const bus = dbus.sessionBus();
    const server = new NotificationServer(NOTIFICATIONS);
    bus.export('/org/freedesktop/Notifications', server);
    await bus.requestName(NOTIFICATIONS, 0);
    let watcher: Watcher | null = null;
    if (options.panel) {
      watcher = new Watcher(WATCHER);
      bus.export('/StatusNotifierWatcher', watcher);
      await bus.requestName(WATCHER, 0);
    }
    return new DesktopBus(bus, server, watcher);
  }

  /** Everything that was told, oldest first. */
  get sent(): readonly SentNotification[] {
    return this.server.sent;
  }

  /** What is on the screen now. */
  get open(): readonly SentNotification[] {
    return this.server.sent.filter((sent) => !sent.closed);
  }

  /** The person clicks on a notification. */
  click(notification: SentNotification): void {
    this.server.ActionInvoked(notification.id, 'default');
    notification.closed = true;
    this.server.NotificationClosed(notification.id, 2);
  }

  /** The panel goes away, as when a person ends it. */
  async removePanel(): Promise<void> {
    await this.bus.releaseName(WATCHER);
  }

  get hasItem(): boolean {
    return (this.watcher?.items.length ?? 0) > 0;
  }

  async item(): Promise<PanelItem> {
    const tooltip = (await this.property(ITEM, 'ToolTip')) as [string, unknown[], string, string];
    const icons = (await this.property(ITEM, 'IconPixmap')) as [number, number, Buffer][];
    const largest = [...icons].sort((left, right) => right[0] - left[0])[0];
    return {
      tooltip: [tooltip[2], tooltip[3]].filter((part) => part !== '').join(' '),
      iconSizes: icons.map(([width]) => width),
      icon: largest === undefined ? '' : Buffer.from(largest[2]).toString('base64'),
    };
  }

  async menu(): Promise<readonly MenuItem[]> {
    const reply = await this.call(await this.menuPath(), MENU, 'GetLayout', 'iias', [0, -1, []]);
    const [, root] = reply as [number, [number, unknown, dbus.Variant[]]];
    return root[2].map((variant) => {
      const [id, properties] = variant.value as [number, Record<string, dbus.Variant>];
      return {
        id,
        label: (properties['label']?.value as string | undefined) ?? '',
        enabled: (properties['enabled']?.value as boolean | undefined) ?? true,
        type: (properties['type']?.value as string | undefined) ?? 'standard',
      };
    });
  }

  async choose(label: RegExp): Promise<void> {
    const found = (await this.menu()).find((item) => label.test(item.label));
    if (found === undefined) throw new Error(`the menu has nothing like ${String(label)}`);
    await this.call(await this.menuPath(), MENU, 'Event', 'isvu', [
      found.id,
      'clicked',
      new dbus.Variant('i', 0),
      0,
    ]);
  }

  close(): void {
    this.bus.disconnect();
  }

  private async menuPath(): Promise<string> {
    return (await this.property(ITEM, 'Menu')) as string;
  }

  private async property(itemInterface: string, name: string): Promise<unknown> {
    const [variant] = await this.call('/StatusNotifierItem', 'org.freedesktop.DBus.Properties', 'Get', 'ss', [
      itemInterface,
      name,
    ]);
    return (variant as dbus.Variant).value;
  }

  private async call(
    path: string,
    interfaceName: string,
    member: string,
    signature: string,
    body: unknown[],
  ): Promise<unknown[]> {
    const items = this.watcher?.items ?? [];
    const service = await waitFor('the item in the panel', () => items.at(-1));
    const reply = await this.bus.call(
      new dbus.Message({
        destination: service.split('/')[0] ?? '',
        path,
        interface: interfaceName,
        member,
        signature,
        body,
      }),
    );
    return reply?.body ?? [];
  }
}
