// A desktop of real programs on a session bus of its own: dunst shows the notifications, the panel of Xfce the tray.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { cleanEnvironment } from './clean-environment';
import type { TemporaryDirectory } from './temporary-directory';
import { waitFor } from './wait';

const execute = promisify(execFile);

/** What dunst put on the screen. */
export interface ShownNotification {
  readonly summary: string;
  readonly body: string;
  readonly urgency: string;
}

const DUNST = `[global]
monitor = 0
follow = none
[urgency_normal]
timeout = 0
[urgency_critical]
timeout = 0
`;

/** One panel in the upper left corner that holds nothing but icons of programs. */
const PANEL = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="48"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty"><property name="plugin-1" type="string" value="systray"/></property>
</channel>
`;

/** Inside of the first icon, which stands in the corner of the panel. */
const ICON = ['12', '12'];

export class RealDesktop {
  private dunstOutput = '';

  private constructor(
    /** The variables of a program on this desktop. */
    readonly variables: Readonly<Record<string, string>>,
    private readonly programs: ChildProcess[],
  ) {}

  static async start(directory: TemporaryDirectory): Promise<RealDesktop> {
    const home = directory.folder('desktop');
    const dunst = directory.file('desktop/dunstrc', DUNST);
    directory.file('desktop/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml', PANEL);
    const own = { HOME: home, XDG_CONFIG_HOME: home };
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
      env: cleanEnvironment(own),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let address = '';
    bus.stdout.on('data', (chunk: Buffer) => (address += chunk.toString()));
    const desktop = await waitFor(
      'the address of the bus',
      () => address.endsWith('\n') && address.trim(),
    ).then((found) => new RealDesktop({ DBUS_SESSION_BUS_ADDRESS: found }, [bus]));
    const env = cleanEnvironment({ ...own, ...desktop.variables });
    const notifier = spawn('dunst', ['-conf', dunst, '-print'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    notifier.stdout.on('data', (chunk: Buffer) => (desktop.dunstOutput += chunk.toString()));
    const panel = spawn('xfce4-panel', ['--disable-wm-check'], { env, stdio: 'ignore' });
    desktop.programs.unshift(panel, notifier);
    await waitFor('the notifications', async () => (await desktop.displayed()) === 0, { timeout: 20_000 });
    await waitFor('the panel', () => desktop.isPanelThere(), { timeout: 20_000 });
    return desktop;
  }

  /** How many notifications are on the screen now; null while nobody shows any. */
  async displayed(): Promise<number | null> {
    const answer = await this.ask('dunstctl', 'count', 'displayed');
    return answer === null ? null : Number(answer);
  }

  /** Everything that was shown so far, oldest first. */
  get shown(): readonly ShownNotification[] {
    // dunst prints each as it is shown, a field a line; text of more than one line goes on to its closing quote.
    const field = (block: string, name: string) =>
      new RegExp(`^\\t${name}: '?(.*?)'?\\n\\t[a-z_ ]+:`, 'ms').exec(block)?.[1] ?? '';
    return this.dunstOutput
      .split(/^\}$/m)
      .slice(0, -1) // what follows the last closing brace is not printed to its end yet
      .map((block) => ({
        summary: field(block, 'summary'),
        body: field(block, 'body'),
        urgency: field(block, 'urgency'),
      }));
  }

  /** Does what a click on the newest notification does. */
  async click(): Promise<void> {
    await this.ask('dunstctl', 'action', '0');
  }

  /** The programs whose icons the panel shows. */
  async trayItems(): Promise<number> {
    const answer = await this.watcher('RegisteredStatusNotifierItems');
    return answer?.match(/StatusNotifierItem/g)?.length ?? 0;
  }

  /** A click with the mouse on the only icon of the panel. */
  async clickTray(): Promise<void> {
    const windows = await this.ask('xdotool', 'search', '--onlyvisible', '--class', 'xfce4-panel');
    const [panel] = windows?.split('\n') ?? [];
    if (panel === undefined || panel === '') throw new Error('the panel has no window');
    await this.ask('xdotool', 'mousemove', '--window', panel, ...ICON, 'click', '1');
  }

  async close(): Promise<void> {
    for (const program of this.programs) {
      const ended = new Promise((resolve) => program.once('exit', resolve));
      if (program.exitCode !== null || program.signalCode !== null) continue;
      program.kill();
      await ended;
    }
  }

  private async isPanelThere(): Promise<boolean> {
    return (await this.watcher('IsStatusNotifierHostRegistered'))?.includes('true') === true;
  }

  private watcher(property: string): Promise<string | null> {
    const name = 'org.kde.StatusNotifierWatcher';
    const get = 'org.freedesktop.DBus.Properties.Get';
    const to = ['--session', '--print-reply', `--dest=${name}`, '/StatusNotifierWatcher', get];
    return this.ask('dbus-send', ...to, `string:${name}`, `string:${property}`);
  }

  /** What a program printed; null when it failed, as it does while nobody is there to answer. */
  private async ask(program: string, ...words: readonly string[]): Promise<string | null> {
    try {
      const env = cleanEnvironment(this.variables);
      const { stdout } = await execute(program, [...words], { env, timeout: 5000 });
      return stdout.trim();
    } catch {
      return null;
    }
  }
}
