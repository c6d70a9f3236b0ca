import { openConversation } from '#test/helpers/chat';
import { lineOf } from '#test/helpers/messages';
import { openApp } from '#test/helpers/window';
import { payloads } from '../payloads';
import { type Row, Tally } from '../row';

/** So many are shown at once: all that is in a view is drawn. */
const BATCH = 12;

const said = (text: string, uuid: string) =>
  lineOf({ type: 'assistant', uuid, message: { id: `m-${uuid}`, content: [{ type: 'text', text }] } }, uuid);

export const row: Row = {
  number: 13,
  async run({ defer }) {
    const tally = new Tally();
    const app = await openApp({ size: { width: 1200, height: 1400 } });
    defer(() => app.close());
    const requests: string[] = [];
    app.page.on('request', (request) => {
      if (!/^(?:fugue|devtools|data):/.test(request.url())) requests.push(request.url());
    });
    let left = 0;
    app.page.on('framenavigated', () => (left += 1));
    const address = app.page.url();
    const all = payloads();
    for (let from = 0; from < all.length && !tally.hopeless; from += BATCH) {
      const batch = all.slice(from, from + BATCH).map((text, at) => [from + at, text] as const);
      await openConversation(
        app,
        `batch ${String(from)}`,
        batch.map(([number, text]) => said(`${text}\n\nend-${String(number)}`, `u${String(number)}`)),
      );
      const drawn = new Set<number>();
      for (const part of [0, 0.34, 0.67, 1]) {
        const shown = await app.page.locator('.chat-scroller').evaluate(async (element, share) => {
          element.scrollTop = element.scrollHeight * share;
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          return element.textContent;
        }, part);
        for (const [, number] of shown.matchAll(/end-(\d+)/g)) drawn.add(Number(number));
      }
      const found = await app.page.locator('.chat-scroller').evaluate((chat) => ({
        ran: Object.keys(window).filter((name) => /^ran\d+$/.test(name)),
        foreign: chat.querySelectorAll('script, iframe, style, object, embed, form, base, link, meta, video')
          .length,
        handlers: [...chat.querySelectorAll('*')].filter((one) =>
          one.getAttributeNames().some((name) => name.startsWith('on')),
        ).length,
        links: [...chat.querySelectorAll('a')]
          .map(({ href }) => href)
          .filter((href) => !/^https?:/.test(href)),
      }));
      for (const [number, text] of batch) {
        const ran = found.ran.includes(`ran${String(number)}`);
        const asked = requests.some((url) => url.endsWith(`:9/${String(number)}`));
        tally.check(
          !ran && !asked && drawn.has(number),
          `${JSON.stringify(text)}${ran ? ' ran' : ''}${asked ? ' asked for something' : ''}${drawn.has(number) ? '' : ' was not drawn'}`,
        );
      }
      const odd = found.foreign + found.handlers + found.links.length;
      tally.alsoCheck(odd === 0, `batch ${String(from)}: ${JSON.stringify(found)}`);
    }
    tally.alsoCheck(left === 0 && app.page.url() === address, `the page went to ${app.page.url()}`);
    tally.alsoCheck(requests.length === 0, `it asked for ${requests.slice(0, 3).join()}`);
    return tally;
  },
  // As where Markup is put into a page as it comes, and no policy stands over it.
  async weakened({ defer }) {
    const tally = new Tally();
    const app = await openApp();
    defer(() => app.close());
    for (const [number, text] of payloads().slice(0, 20).entries()) {
      const ran = await app.electron.evaluate(
        async ({ BrowserWindow }, [html, name]) => {
          const window = new BrowserWindow({ show: false });
          await window.loadURL('data:text/html,<p>a page');
          const found: unknown = await window.webContents.executeJavaScript(
            `document.body.innerHTML = ${JSON.stringify(html)}; new Promise((done) => setTimeout(() => done(window[${JSON.stringify(name)}] === 1), 200))`,
          );
          window.destroy();
          return found === true;
        },
        [text, `ran${String(number)}`] as const,
      );
      tally.check(!ran, `${text} ran`);
    }
    return tally;
  },
};
