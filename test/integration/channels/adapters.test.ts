// The adapters of the how-to, run as they stand there.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { TestCore } from '#test/helpers/core';
import { repositoryRoot } from '#test/helpers/root';
import { waitFor } from '#test/helpers/wait';

const page = fs.readFileSync(path.join(repositoryRoot, 'docs/how-to/write-an-adapter.md'), 'utf8');
const [, shell = ''] = /^```sh\n(#!.*?)^```/ms.exec(page) ?? [];
const [, node = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? [];

let core: TestCore;
afterEach(async () => {
  await core.close();
});

/** Starts an app and an adapter beside it; gives the adapter's folder and its end. */
async function adapter(name: string, text: string, command: string, environment: Record<string, string>) {
  core = await TestCore.start({ config: '[channels]\nenabled = true\nmanaged = false\n' });
  const folder = core.directory.folder('adapter');
  fs.writeFileSync(path.join(folder, name), text);
  const child = spawn(command, [name], {
    cwd: folder,
    env: { ...process.env, CCMUX_RUNTIME_DIR: path.join(core.directory.path, 'ccmux'), ...environment },
    stdio: 'inherit',
  });
  return { folder, end: () => child.kill('SIGTERM') };
}

const has = async (side: 'inputs' | 'outputs', channel: string) =>
  (await core.run('list_channels', {}))[side].includes(channel);
const waiting = () => core.core.channels.inbox.waiting.map(({ text }) => text.replace(/\d/g, '0'));

it('the one in shell brings lines both ways, and leaves nothing behind', async () => {
  const { folder, end } = await adapter('adapter.sh', shell, 'sh', {});
  await waitFor(
    'its channels',
    async () => (await has('inputs', 'notes')) && (await has('outputs', 'notes')),
  );
  fs.appendFileSync(path.join(folder, 'inbox.txt'), 'look at the build\n');
  await waitFor('its line', () => waiting().includes('[00:00 notes] look at the build'));
  await core.run('send_to_channel', { channel: 'notes', message: 'it is green' });
  const outbox = path.join(folder, 'outbox.txt');
  await waitFor(
    'the answer',
    () => fs.existsSync(outbox) && fs.readFileSync(outbox, 'utf8') === 'it is green\n',
  );
  end();
  await waitFor('its channels to be gone', async () => !(await has('inputs', 'notes')));
});

it('the one in Node brings requests and answers, and leaves nothing behind', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const { end } = await adapter('adapter.mjs', node, process.execPath, { PORT: String(port) });
  await waitFor('its channels', async () => (await has('inputs', 'web')) && (await has('outputs', 'web')));
  const ask = (options?: RequestInit) => fetch(`http://127.0.0.1:${String(port)}/`, options);
  const posted = await waitFor('its service', () =>
    ask({ method: 'POST', body: 'what is\nthe time?' }).catch(() => null),
  );
  expect(posted.status).toBe(202);
  await waitFor('its line', () => waiting().includes('[00:00 web] what is\n  the time?'));
  await core.run('send_to_channel', { channel: 'web', message: 'late' });
  await waitFor('the answer', async () => (await (await ask()).text()) === 'late\n');
  end();
  await waitFor('its channels to be gone', async () => !(await has('outputs', 'web')));
});
