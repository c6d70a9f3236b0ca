import { expect, it, vi } from 'vitest';
import { TRAY_SHADES } from '#shared/model/tray';
import { TRAY_ICONS } from '#shared/state/attention';
import { drawTrayIcon } from '../../../../electron/shell/tray-icon';

vi.mock('electron', () => ({ Notification: class {} }));

it('the icons of the tray differ from each other, at both sizes, and are not empty', () => {
  for (const size of [22, 44]) {
    const drawn = TRAY_ICONS.map((icon) => Buffer.from(drawTrayIcon(icon, size)).toString('base64'));
    expect(new Set(drawn).size).toBe(TRAY_ICONS.length);
    for (const icon of TRAY_ICONS) {
      const pixels = drawTrayIcon(icon, size);
      expect(pixels).toHaveLength(size * size * 4);
      const opaque = pixels.filter((value, index) => index % 4 === 3 && value === 255).length;
      expect(opaque).toBeGreaterThan(size * size * 0.5);
      // Colours are multiplied with the alpha, so none is larger.
      expect(pixels.every((value, index) => value <= (pixels[index - (index % 4) + 3] ?? 0))).toBe(true);
    }
  }
});

it('each shade of the icons is drawn in its own way, and stands out from its panel', () => {
  const center = (shade: 'light' | 'dark'): number =>
    drawTrayIcon('quiet', 44, shade)[(12 * 44 + 12) * 4] ?? 0;
  expect(center('light')).toBeGreaterThan(180);
  expect(center('dark')).toBeLessThan(60);
  for (const icon of TRAY_ICONS) {
    const drawn = TRAY_SHADES.map((shade) => Buffer.from(drawTrayIcon(icon, 22, shade)).toString('base64'));
    expect(new Set(drawn).size).toBe(TRAY_SHADES.length);
  }
});

it('the body of a notification is plain text, whatever the program said', async () => {
  const { bodyText } = await import('../../../../electron/shell/notifications');
  expect(bodyText('a <b>bold</b> & \u001b[31mred\n\nwork', 'linux')).toBe(
    'a &lt;b>bold&lt;/b> &amp; [31mred\nwork',
  );
  expect(bodyText('a <b> & c', 'darwin')).toBe('a <b> & c');
  expect(bodyText('x'.repeat(10_000), 'linux').length).toBeLessThanOrEqual(300);
});
