import path from 'node:path';
import { INVOKE_CHANNELS, type InvokeChannel } from '#shared/ipc/channels';
import { productRoot } from '#test/helpers/root';
import { openApp } from '#test/helpers/window';
import { type Row, Tally } from '../row';

/** Channels that are asked without anything: what is sent along changes nothing. */
const TAKE_NOTHING: ReadonlySet<InvokeChannel> = new Set(['state:attach', 'clipboard:read', 'window:ready']);

/** By name; written as JavaScript, since much of it is no JSON. */
const INPUTS: Readonly<Record<string, string>> = {
  nothing: 'undefined',
  'a number': '5',
  'a list': '[1, 2, 3]',
  'a name that is long': `({ name: 'x'.repeat(1000000), paneId: 'x'.repeat(1000000), url: 'x'.repeat(1000000) })`,
  'a key too many': `({ name: 'list_panes', input: {}, paneId: 'none', url: 'file:///x', text: 5, extra: 1 })`,
  'a prototype': `JSON.parse('{"__proto__": {"name": "list_panes"}, "constructor": {"prototype": {}}}')`,
  'wrong types': `({ name: {}, input: 'x', paneId: [], url: {}, text: {}, source: 5, mediaType: 1, data: 'x' })`,
  'deep nesting': `((d) => { let v = {}; for (let i = 0; i < d; i += 1) v = { v }; return { name: 'list_panes', input: v, source: v, text: v, url: v, paneId: v, mediaType: v }; })(200)`,
  null: 'null',
};

/** What a page hears. */
interface Answer {
  readonly answered?: string;
  readonly error?: string;
}

export const row: Row = {
  number: 15,
  async run({ defer }) {
    const tally = new Tally();
    const app = await openApp();
    defer(() => app.close());
    const invoke = (channel: string, input: string) =>
      `window.fugue.invoke(${JSON.stringify(channel)}, ${input}).then((it) => ({ answered: it === null || it === undefined ? String(it) : it.ok === false ? 'refused' : 'given' }), (error) => ({ error: String(error) }))`;
    for (const channel of INVOKE_CHANNELS) {
      for (const [name, input] of Object.entries(INPUTS)) {
        const said = await app.page.evaluate<Answer>(invoke(channel, input));
        const refused = said.error !== undefined || said.answered === 'refused';
        tally.check(refused || TAKE_NOTHING.has(channel), `${channel} with ${name}: ${JSON.stringify(said)}`);
      }
      // The same bridge in a page that is none of the app's.
      const foreign = (await app.electron.evaluate(
        async ({ BrowserWindow }, [preload, script]) => {
          const window = new BrowserWindow({
            show: false,
            webPreferences: { preload, sandbox: true, contextIsolation: true },
          });
          await window.loadURL('data:text/html,<p>another page');
          const found: unknown = await window.webContents.executeJavaScript(script);
          window.destroy();
          return found;
        },
        [path.join(productRoot, 'dist/preload.cjs'), invoke(channel, INPUTS['a key too many']!)] as const,
      )) as Answer;
      tally.check(
        foreign.error?.includes('a page that is not') === true,
        `${channel} from another page: ${JSON.stringify(foreign)}`,
      );
    }
    const thrown = /uncaught|unhandled/i.exec(app.log());
    tally.alsoCheck(thrown === null, `the main process threw: ${app.log().slice(-300)}`);
    tally.alsoCheck(
      app.problems.every(({ kind }) => kind !== 'exception'),
      JSON.stringify(app.problems[0] ?? ''),
    );
    tally.alsoCheck((await app.runCommand('list_panes')).code === 0, 'the app takes no commands any more');
    return tally;
  },
};
