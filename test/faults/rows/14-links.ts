import type { App } from '#test/helpers/app';
import { openConversation } from '#test/helpers/chat';
import { lineOf } from '#test/helpers/messages';
import { waitFor } from '#test/helpers/wait';
import { openApp } from '#test/helpers/window';
import { type Row, Tally } from '../row';

const SCHEMES = [
  ...[
    'javascript',
    'data',
    'file',
    'smb',
    'ftp',
    'ssh',
    'vscode',
    'ms-msdt',
    'ms-word',
    'search-ms',
    'chrome',
  ],
  ...[
    'fugue',
    'about',
    'blob',
    'ws',
    'wss',
    'mailto',
    'tel',
    'x-apple.systempreferences',
    'ldap',
    'telnet',
    'view-source',
  ],
];
const BAD: readonly string[] = [
  ...SCHEMES.flatMap((scheme) => [`${scheme}:alert(1)`, `${scheme}://127.0.0.1/x`]),
  'https://user:secret@example.test/',
  'https://example.test@evil.test/',
  'http://:x@evil.test/',
  'https://user@evil.test/',
  'example.test',
  '//evil.test/x',
  '/etc/passwd',
  '',
  ' ',
  'https://',
  'http:///',
  'https://exa mple.test/',
  `https://example.test/${'x'.repeat(4096)}`,
  'htt\u202eps://example.test/',
];
/** What may be opened; some of it looks odd, and is written out in full for whoever confirms it. */
const GOOD = [
  'https://example.test/a',
  'http://example.test:8080/b?c=d#e',
  'https://xn--e1afmkfd.test/',
  'HTTPS://EXAMPLE.TEST/',
];

const opened = (app: App) =>
  app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);

export const row: Row = {
  number: 14,
  async run({ defer }) {
    const tally = new Tally();
    const app = await openApp();
    defer(() => app.close());
    await app.electron.evaluate(({ shell }) => {
      const seen: string[] = [];
      Object.assign(globalThis, { opened: seen });
      shell.openExternal = (url: string) => {
        seen.push(url);
        return Promise.resolve();
      };
    });
    const bad = BAD.map((url, at) => `[bad-${String(at)}](<${url.replaceAll(' ', '%20')}>)`).join(' ');
    const text = `[the page](https://example.test/clicked)\n\n${bad}`;
    await openConversation(app, 'links', [
      lineOf({ type: 'assistant', uuid: 'u', message: { id: 'm', content: [{ type: 'text', text }] } }, 'u'),
    ]);
    await app.page.getByRole('link', { name: 'the page' }).click();
    const dialog = app.page.getByTestId('confirm-dialog');
    await dialog.waitFor();
    const asked = (await dialog.textContent()) ?? '';
    tally.check(
      (await opened(app)).length === 0 && asked.includes('https://example.test/clicked'),
      'a link was opened before it was shown',
    );
    await dialog.getByRole('button', { name: /open/i }).click();
    await waitFor('the link', async () => (await opened(app)).length === 1);
    // What a page that was taken over could ask for, without any click.
    for (const url of BAD) {
      await app.page.evaluate(
        (address) => window.fugue.invoke('link:open', { url: address }).catch(() => null),
        url,
      );
      const seen = await opened(app);
      tally.check(seen.length === 1, `${url.slice(0, 60)} was opened: ${seen.at(-1) ?? ''}`);
      if (tally.hopeless) return tally;
    }
    for (const url of GOOD) {
      const before = (await opened(app)).length;
      await app.page.evaluate((address) => window.fugue.invoke('link:open', { url: address }), url);
      tally.check((await opened(app)).length === before + 1, `${url} was not opened`);
    }
    // And no more of them than a person would.
    for (let number = 0; number < 5; number += 1)
      await app.page.evaluate(() => window.fugue.invoke('link:open', { url: 'https://example.test/again' }));
    tally.check((await opened(app)).length <= 6, 'more were opened than anybody clicks');
    return tally;
  },
};
