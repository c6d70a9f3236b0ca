// Makes the pictures of the documentation. Everything in them is real: the app, its programs, and a real Claude that
// talks to a scripted model.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, startModelServer, story, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { header, openApp, pane, panes, run, shows, type } from '#test/helpers/window';

const folder = path.join(repositoryRoot, 'docs/screenshots');

const tides = story('tides', [
  answer(
    text(
      'The tide table reads the hours in local time, but the harbour sends them in UTC.\n\n' +
        'I would convert them where they come in, in `readTides`, so that everything behind it can stay as it is:\n\n' +
        '- parse the hour with its zone\n- keep the moment, not the text\n- format only when it is shown',
    ),
  ),
]);

const source = `// Reads the tides of a day, as the harbour sends them.
export interface Tide {
  readonly at: Date;
  readonly height: number;
  readonly kind: 'high' | 'low';
}

export function readTides(lines: readonly string[]): Tide[] {
  return lines.map((line) => {
    const [hour, height, kind] = line.split(';');
    return { at: new Date(hour), height: Number(height), kind };
  });
}
`;

function sampleProject(home: string): string {
  const project = path.join(home, 'harbour');
  execFileSync('bash', ['-c', 'mkdir -p "$1/src" && cat > "$1/src/tides.ts"', 'sample', project], {
    input: source,
  });
  return project;
}

async function picture(app: App, name: string): Promise<void> {
  await app.page.mouse.move(0, 0);
  await app.page.screenshot({ path: path.join(folder, `${name}.png`) });
}

test('pictures of the window', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const model = await startModelServer(tides);
  const home = directory.folder('home');
  const project = sampleProject(home);
  makeClaudeHome(home, { trusted: [home, project] });
  const claude = await ensureClaude('2.1.332');
  execFileSync('ln', ['-s', claude, path.join(home, 'claude')]);
  directory.file('home/.bash_profile', `export PS1='\\[\\e[36m\\]\\W\\[\\e[0m\\] $ ' PATH="$HOME:$PATH"\n`);
  const env = claudeVariables({ home, modelServerUrl: model.url });
  const app = await openApp({ directory, env, args: [project], size: { width: 1440, height: 900 } });
  try {
    await waitFor('the project', async () => (await run(app, 'list_sessions')).stdout.includes('"harbour"'));
    await run(app, 'kill_session', { session: 'home' }).catch(() => undefined);
    const [editor] = await panes(app);
    if (editor === undefined) throw new Error('there is a pane');
    const make = async (name: string, flags: Record<string, string | number>): Promise<string> => {
      const made = await run(app, 'split_pane', { name, ...flags });
      return (made.json as { pane: { id: string } }).pane.id;
    };
    const assistant = await make('assistant', { pane: editor.id, direction: 'horizontal', ratio: 0.52 });
    const watcher = await make('load', { pane: editor.id, direction: 'vertical', ratio: 0.42 });
    const shell = await make('shell', { pane: assistant, direction: 'vertical', ratio: 0.3 });
    await run(app, 'rename_pane', { pane: editor.id, name: 'editor' });
    await run(app, 'rename_window', { name: 'tides' });
    await run(app, 'create_window', { name: 'release' });
    await run(app, 'create_session', { name: 'lighthouse', cwd: home });
    await type(app, editor.id, 'vim -N -u NONE -c "syntax on" src/tides.ts');
    await shows(app, editor.id, /readTides/);
    await type(app, watcher, 'htop -p $$');
    await shows(app, watcher, /Load average/);
    await type(app, shell, 'clear; wc -l src/*');
    await shows(app, shell, /tides\.ts/);
    await type(app, assistant, 'claude --permission-mode default');
    await waitFor(
      'Claude',
      async () => /idle/.test((await run(app, 'get_status', { pane: assistant })).stdout),
      { timeout: 40_000 },
    );
    await app.page.keyboard.type('why are the tides an hour off in summer?');
    await shows(app, assistant, /in summer/);
    await app.page.keyboard.press('Enter');
    await shows(app, assistant, /format only when/, 30_000);
    await waitFor('the turn to end', async () =>
      /"state":"idle"/.test((await run(app, 'get_status', { pane: assistant })).stdout),
    );
    await picture(app, 'four-panes');

    await app.page.keyboard.press('Control+Shift+P');
    await app.page.keyboard.type('pane');
    await picture(app, 'palette');
    await app.page.keyboard.press('Escape');

    const grab = await header(app, shell).boundingBox();
    const target = await pane(app, editor.id).boundingBox();
    if (grab === null || target === null) throw new Error('the panes are on the screen');
    await app.page.mouse.move(grab.x + 60, grab.y + 12);
    await app.page.mouse.down();
    await app.page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 10 });
    await app.page.mouse.move(target.x + target.width / 2, target.y + target.height - 30, { steps: 6 });
    await app.page.getByTestId('drop-preview').waitFor();
    await app.page.screenshot({ path: path.join(folder, 'drag-preview.png') });
    await app.page.keyboard.press('Escape');
    await app.page.mouse.up();

    directory.file('fugue/config/fugue.toml', '[appearance]\ntheme = "light"\n');
    await waitFor('the light theme', () =>
      app.page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(233, 231, 226)'),
    );
    await picture(app, 'light-theme');
    directory.file('fugue/config/fugue.toml', '');
    await app.resize(640, 400);
    await run(app, 'focus_pane', { pane: assistant });
    await picture(app, 'narrow-window');
  } finally {
    await app.close();
    await model.close();
    directory.remove();
  }
});
