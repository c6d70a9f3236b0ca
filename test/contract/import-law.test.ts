// Shows that the lint has teeth: for each row of the import law, imports that pass and imports that are refused,
// linted with the real configuration.
import { ESLint } from 'eslint';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
// The files are made up, so nothing is known about their types.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [tseslint.configs.disableTypeChecked],
});

async function complaints(file: string, code: string, rule: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  const messages = result?.messages ?? [];
  expect(messages.filter((message) => message.fatal)).toEqual([]);
  return messages.filter((message) => message.ruleId === rule).map((message) => message.message);
}

const law = (file: string, code: string) => complaints(file, code, 'fugue/import-law');
const importing = (specifier: string) => `import { thing } from '${specifier}';\nthing();\n`;

interface Row {
  readonly layer: string;
  readonly file: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const rows: Row[] = [
  {
    layer: '0 base',
    file: 'shared/base/emitter.ts',
    good: ['./disposable', '#shared/base/result'],
    bad: ['../model/ids', '#shared/layout/tree', '#electron/pty/x', 'node:fs', 'fs', 'electron'],
  },
  {
    layer: '1 model',
    file: 'shared/model/pane.ts',
    good: ['../base/result', './ids', '#shared/base/emitter'],
    bad: ['../state/reducer', '#shared/commands/catalog', '#renderer/store/replica'],
  },
  {
    layer: '2 pure logic',
    file: 'shared/state/reducer.ts',
    good: ['../base/assert', '#shared/model/ids', '../layout/tree', 'zod'],
    bad: ['../../electron/session/store', '#electron/log/logger', 'node:path', '#test/helpers/wait'],
  },
  {
    layer: '3 devices',
    file: 'electron/pty/host/pty-host-main.ts',
    good: ['../flow-control', '#electron/log/logger', '#shared/base/framing', 'node:fs', 'node-pty'],
    bad: ['#electron/claude/launch', '../../session/store', '#electron/channels/inbox', 'electron'],
  },
  {
    layer: '3 devices: system',
    file: 'electron/system/locations.ts',
    good: ['./version', '#electron/log/logger', '#shared/config/schema', 'node:os'],
    bad: ['#electron/session/store', '../commands/dispatcher', 'electron'],
  },
  {
    layer: '3 devices: FIFOs',
    file: 'electron/channels/fifo/registry.ts',
    good: ['#electron/log/logger', '#electron/channels/fifo'],
    bad: ['../inbox', '#electron/session/store', '#electron/channels/fifoless'],
  },
  {
    layer: '4 Claude knowledge',
    file: 'electron/claude/detect/title.ts',
    good: ['../launch', '#electron/screen/frames', '#shared/model/agent-state'],
    bad: ['#electron/session/store', '../../commands/dispatcher', '#electron/ipc/port', 'electron'],
  },
  {
    layer: '5 session',
    file: 'electron/session/store.ts',
    good: ['../claude/launch', '#electron/channels/inbox', '#electron/pty/pty-process'],
    bad: ['#electron/commands/dispatcher', '../mcp/server', 'electron', '#renderer/store/replica'],
  },
  {
    layer: '5 session: channels',
    file: 'electron/channels/inbox.ts',
    good: ['./fifo/registry', '#electron/session/store'],
    bad: ['../commands/dispatcher', '#electron/bootstrap'],
  },
  {
    layer: '6 commands',
    file: 'electron/commands/dispatcher.ts',
    good: ['../session/store', '#shared/commands/catalog'],
    bad: ['../cli/server', '#electron/mcp/server', '../bootstrap', 'electron'],
  },
  ...['mcp', 'cli', 'sideband'].map((surface) => ({
    layer: `7 surfaces: ${surface}`,
    file: `electron/${surface}/server.ts`,
    good: ['./part', '../commands/dispatcher', '#electron/session/store'],
    bad: ['../ipc/port', '#electron/shell/window', '../bootstrap', 'electron'],
  })),
  {
    layer: '7 surfaces: ipc',
    file: 'electron/ipc/state-port.ts',
    good: ['../commands/dispatcher', 'electron'],
    bad: ['../cli/server', '#electron/mcp/server', '../sideband/runner', '#electron/main'],
  },
  {
    layer: '8 wiring: shell',
    file: 'electron/shell/window.ts',
    good: ['../ipc/state-port', '#electron/bootstrap', '#electron/cli/server', 'electron'],
    bad: ['#renderer/store/replica', '../../test/helpers/wait', '../../scripts/targets.mjs'],
  },
  {
    layer: '8 wiring: main',
    file: 'electron/main.ts',
    good: ['./bootstrap', './shell/window', 'electron', '../package.json'],
    bad: ['#renderer/main'],
  },
  {
    layer: '8 wiring: bootstrap',
    file: 'electron/bootstrap.ts',
    good: ['./mcp/server', './session/store', './commands/dispatcher'],
    bad: ['electron'],
  },
  {
    layer: '8 wiring: headless',
    file: 'electron/headless.ts',
    good: ['./bootstrap'],
    bad: ['electron', 'electron/main'],
  },
  {
    layer: 'R bridge',
    file: 'renderer/bridge/bridge.ts',
    good: ['#shared/ipc/bridge', './ports'],
    bad: ['../store/replica', '#renderer/tiles/Tiles', '#electron/ipc/port', 'electron', 'node:fs'],
  },
  {
    layer: 'R store',
    file: 'renderer/store/replica.ts',
    good: ['../bridge/bridge', '#shared/state/reducer', 'zustand'],
    bad: ['../tiles/Tiles', '#renderer/terminal/terminal-session'],
  },
  {
    layer: 'R views',
    file: 'renderer/tiles/Tiles.tsx',
    good: ['../store/replica', '../terminal/TerminalPane', '#renderer/bridge/bridge', 'react'],
    bad: ['../../electron/pty/pty-process', 'electron', 'os', '#test/helpers/wait'],
  },
];

describe('import law', () => {
  for (const { layer, file, good, bad } of rows) {
    it.each(good)(`${layer} may import %s`, async (specifier) => {
      expect(await law(file, importing(specifier))).toEqual([]);
    });
    it.each(bad)(`${layer} may not import %s`, async (specifier) => {
      expect(await law(file, importing(specifier))).toHaveLength(1);
    });
  }

  it('lets tests import everything', async () => {
    const code = ['#electron/main', '#renderer/main', 'electron', '../../scripts/targets.mjs']
      .map(importing)
      .join('');
    expect(await law('test/unit/anything.test.ts', code)).toEqual([]);
  });

  it('wants every folder of the product to have a place in the table', async () => {
    expect(await law('electron/stray/thing.ts', 'export {};\n')).toEqual([
      "'electron/stray/thing.ts' is in no layer of the import law: add its folder to the table",
    ]);
  });

  it.each([
    ["import type { Store } from '#electron/session/store';\nexport type S = Store;\n", 'type import'],
    ["export { store } from '#electron/session/store';\n", 're-export'],
    ["export * from '#electron/session/store';\n", 're-export of everything'],
    ["export const store = import('#electron/session/store');\n", 'dynamic import'],
    ["export type Store = import('#electron/session/store').Store;\n", 'import type expression'],
    ["import store = require('#electron/session/store');\nstore();\n", 'import equals'],
    ["export const store = require('#electron/session/store');\n", 'require'],
  ])('sees every form of import: %s', async (code) => {
    expect(await law('electron/pty/pty-process.ts', code)).toHaveLength(1);
  });
});

describe('names of electron', () => {
  const using = (name: string) => `import { ${name} } from 'electron';\n${name}.on('x', () => undefined);\n`;
  it.each([
    ['electron/ipc/state-port.ts', 'ipcMain', 0],
    ['electron/shell/window.ts', 'ipcMain', 1],
    ['electron/main.ts', 'ipcMain', 1],
    ['electron/preload.ts', 'ipcRenderer', 0],
    ['electron/ipc/state-port.ts', 'ipcRenderer', 1],
    ['electron/shell/window.ts', 'app', 0],
  ])('%s imports %s: %i complaints', async (file, name, count) => {
    expect(await law(file, using(name))).toHaveLength(count);
  });

  it('cannot be reached around by a default, a namespace or a require', async () => {
    expect(
      await law('electron/shell/a.ts', "import electron from 'electron';\nelectron.ipcMain();\n"),
    ).toHaveLength(1);
    expect(await law('electron/shell/a.ts', "import * as e from 'electron';\ne.ipcMain();\n")).toHaveLength(
      1,
    );
    expect(await law('electron/shell/a.ts', "export const e = require('electron');\n")).toHaveLength(1);
  });
});

describe('other rules of the house', () => {
  const speaking = "console.log('hello');\n";
  it.each([
    ['electron/session/store.ts', 1],
    ['renderer/store/replica.ts', 1],
    ['electron/log/logger.ts', 0],
    ['scripts/something.mjs', 0],
    ['test/unit/thing.test.ts', 0],
  ])('console in %s: %i complaints', async (file, count) => {
    expect(await complaints(file, speaking, 'no-console')).toHaveLength(count);
  });

  it('refuses any, and switching a rule off without a reason', async () => {
    const code = (comment: string) => `${comment}\nexport const x: any = 1;\n`;
    const rule = '@typescript-eslint/no-explicit-any';
    const file = 'shared/model/x.ts';
    expect(await complaints(file, code(''), rule)).toHaveLength(1);
    const bare = code(`// eslint-disable-next-line ${rule}`);
    expect(await complaints(file, bare, 'fugue/explained-disable')).toHaveLength(1);
    const explained = code(`// eslint-disable-next-line ${rule} -- the caller's type is not known here`);
    expect(await complaints(file, explained, 'fugue/explained-disable')).toEqual([]);
    expect(await complaints(file, explained, rule)).toEqual([]);
  });
});
