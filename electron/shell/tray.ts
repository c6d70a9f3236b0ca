import type { MenuItemConstructorOptions, NativeImage } from 'electron';
import { Menu, nativeImage, Tray } from 'electron';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import type { TrayShade } from '#shared/model/tray';
import type { TrayContent, TrayIcon } from '#shared/state/attention';
import { trayContent } from '#shared/state/attention';
import type { StoreReader } from '../session/store';
import { drawTrayIcon } from './tray-icon';

export interface DesktopTrayOptions {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly go: (paneIds: readonly PaneId[]) => void;
  readonly goToNext: () => void;
  readonly showWindow: () => void;
  readonly quit: () => void;
}

/** Titles of working Claudes change many times a second; the panel need not. */
const SETTLE_TIME = 150;

/** The icon in the panel of the desktop, with a menu that leads to every Claude. Comes and goes with its setting. */
export class DesktopTray implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly timer = this.disposables.add(new DisposableSlot());
  private readonly images = new Map<string, NativeImage>();
  private tray: Tray | null = null;
  private icon: string | null = null;
  private tooltip = '';
  private menu = '';
  private planned = false;

  constructor(private readonly options: DesktopTrayOptions) {
    this.disposables.add(
      options.store.onAction(() => {
        if (this.planned) return;
        this.planned = true;
        this.timer.value = options.clock.after(SETTLE_TIME, () => {
          this.planned = false;
          this.update();
        });
      }),
    );
    this.update();
  }

  get isShown(): boolean {
    return this.tray !== null;
  }

  dispose(): void {
    this.disposables.dispose();
    this.remove();
  }

  private update(): void {
    const { state } = this.options.store;
    if (!state.configuration.desktop.tray) {
      this.remove();
      return;
    }
    const content = trayContent(state);
    const shade = state.configuration.desktop['tray-icon'];
    const drawn = `${content.icon} ${shade}`;
    if (this.tray === null) {
      this.tray = new Tray(this.image(content.icon, shade));
      // Some desktops tell of a click and some only open the menu, so everything is in the menu too.
      this.tray.on('click', this.options.showWindow);
      this.icon = drawn;
    }
    if (drawn !== this.icon) {
      this.icon = drawn;
      this.tray.setImage(this.image(content.icon, shade));
    }
    if (content.tooltip !== this.tooltip) {
      this.tooltip = content.tooltip;
      this.tray.setToolTip(content.tooltip);
    }
    // A menu can't be changed on Linux, and a new one closes the one that is open: only when it would be another.
    const menu = JSON.stringify([content.entries, content.attention]);
    if (menu === this.menu) return;
    this.menu = menu;
    this.tray.setContextMenu(Menu.buildFromTemplate(this.items(content)));
  }

  private items(content: TrayContent): MenuItemConstructorOptions[] {
    const { go, goToNext, showWindow, quit } = this.options;
    const entries = content.entries.map(({ paneId, text }): MenuItemConstructorOptions => ({
      label: literal(text),
      click: () => {
        go([paneId]);
      },
    }));
    return [
      ...(entries.length === 0 ? [{ label: 'No Claude runs', enabled: false }] : entries),
      { type: 'separator' },
      { label: 'Next that needs me', enabled: content.attention, click: goToNext },
      { label: 'Show Fugue', click: showWindow },
      { type: 'separator' },
      { label: 'Quit', click: quit },
    ];
  }

  private image(icon: TrayIcon, shade: TrayShade): NativeImage {
    const name = `${icon} ${shade}`;
    const known = this.images.get(name);
    if (known !== undefined) return known;
    const image = process.platform === 'linux' ? bitmap(icon, shade, 44, 1) : bitmap(icon, shade, 22, 1);
    // Panels of Linux scale what they get; elsewhere the size is told in points.
    if (process.platform !== 'linux')
      image.addRepresentation({
        scaleFactor: 2,
        width: 44,
        height: 44,
        buffer: bitmap(icon, shade, 44, 2).toPNG(),
      });
    this.images.set(name, image);
    return image;
  }

  private remove(): void {
    this.tray?.destroy();
    this.tray = null;
    this.tooltip = '';
    this.menu = '';
  }
}

/** Bitmaps of Electron hold blue, green, red, alpha. */
function bitmap(icon: TrayIcon, shade: TrayShade, size: number, scaleFactor: number): NativeImage {
  const pixels = Buffer.from(drawTrayIcon(icon, size, shade));
  for (let index = 0; index < pixels.length; index += 4) {
    const red = pixels.readUInt8(index);
    pixels.writeUInt8(pixels.readUInt8(index + 2), index);
    pixels.writeUInt8(red, index + 2);
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size, scaleFactor });
}

/** Labels of menus take `&` for the mark of a key. */
function literal(text: string): string {
  return text.replace(/&/g, '&&');
}
