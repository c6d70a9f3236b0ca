// A pane of the real window that shows its real Claude as a chat; the model is scripted.
import type { Locator } from '@playwright/test';
import type { App } from './app';
import { claudeVariables, ensureClaude, makeClaudeHome } from './claude/claude';
import type { MessagesBody, Turn } from './model-server/index';
import { directed, startModelServer } from './model-server/index';
import { makeTemporaryDirectory } from './temporary-directory';
import { openApp, panes, run } from './window';

export interface ChatPane {
  readonly app: App;
  readonly id: string;
  readonly chat: Locator;
  readonly composer: Locator;
  close(): Promise<void>;
}

/** Opens the app with one pane: a Claude that answers as `reply` says. */
export async function openChatPane(
  reply: (body: MessagesBody) => Turn,
  options: {
    readonly config?: string;
    readonly size?: { readonly width: number; readonly height: number };
  } = {},
): Promise<ChatPane> {
  const directory = makeTemporaryDirectory('harbour-');
  const model = await startModelServer(directed('a chat', reply));
  const home = directory.folder('home');
  const project = directory.folder('home', 'harbour');
  directory.file('home/harbour/tides.ts', 'export const tides = [];\n');
  makeClaudeHome(home, { trusted: [home, project] });
  const claude = await ensureClaude('2.1.332');
  const app = await openApp({
    directory,
    env: claudeVariables({ home, modelServerUrl: model.url }),
    args: [project],
    config: `${options.config ?? ''}[claude]\ncommand = "${claude}"\n`,
    size: options.size ?? { width: 1100, height: 860 },
  });
  const [shell] = await panes(app);
  const made = await run(app, 'split_pane', {
    kind: 'claude',
    face: 'chat',
    name: 'tides',
    cwd: project,
    focus: true,
  });
  const { id } = (made.json as { pane: { id: string } }).pane;
  await run(app, 'close_pane', { pane: shell?.id ?? '' });
  return {
    app,
    id,
    chat: app.page.getByTestId(`chat-${id}`),
    composer: app.page.getByTestId(`composer-${id}`),
    async close() {
      await app.close();
      await model.close();
      directory.remove();
    },
  };
}
