// The picture of the History view: a week of conversations in three projects, and a search over them.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { assistantLine, asText, type Line, userLine } from '#test/helpers/history';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { openApp, prefixed } from '#test/helpers/window';
import { projectDirectoryName } from '../../electron/claude/transcripts';

const TALKS: readonly (readonly [project: string, hours: number, title: string, said: string])[] = [
  [
    'harbour',
    0.1,
    'Pilot boat schedule',
    'The lighthouse keeper starts at six, so the pilot boat can leave at 06:20.',
  ],
  [
    'tide-tables',
    2,
    'High water off by an hour',
    'Summer time is applied twice: once here, once in the lighthouse feed.',
  ],
  ['harbour', 5, 'Berth plan as a table', 'Berth 4 is free from noon on.'],
  [
    'weather-feed',
    26,
    'Retry when the station is silent',
    'The station at the lighthouse is silent for minutes in a storm.',
  ],
  ['harbour', 30, 'Rename quays', 'All 14 names are changed.'],
  ['tide-tables', 49, 'Draw the curve', 'The curve is smooth now.'],
  ['weather-feed', 75, 'Wind in knots', 'Knots everywhere but in the archive.'],
];

test('the history', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const answer = (text: string, tokens: number): Line =>
    assistantLine(text, {
      message: {
        id: `msg_${text}`,
        role: 'assistant',
        model: 'claude-sonnet-5',
        content: [{ type: 'text', text }],
        usage: { input_tokens: 40, cache_read_input_tokens: tokens * 90, output_tokens: tokens },
      },
    });
  for (const [index, [project, hours, title, said]] of TALKS.entries()) {
    const cwd = directory.folder('home', project);
    const at = Date.now() / 1000 - hours * 3600;
    const time = { timestamp: new Date(at * 1000).toISOString() };
    const file = directory.file(
      `home/.claude/projects/${projectDirectoryName(cwd)}/00000000-0000-4000-8000-${String(index).padStart(12, '0')}.jsonl`,
      asText(
        [
          userLine(`Look into this: ${title.toLowerCase()}. Tell me first what you find.`, time),
          answer(said, 700 + index * 340),
          { type: 'ai-title', aiTitle: title },
        ].map((line) => ({ ...line, cwd })),
      ),
    );
    fs.utimesSync(file, at, at);
  }
  const app = await openApp({ directory, size: { width: 1440, height: 900 } });
  try {
    await prefixed(app, 'h');
    await app.page.keyboard.type('lighthouse');
    await expect(app.page.getByTestId('history-found')).toHaveText('3 conversations');
    await app.page.keyboard.press('ArrowDown');
    await expect(app.page.getByTestId('history-usage')).toBeVisible();
    await app.page.mouse.move(0, 0);
    await app.page.screenshot({ path: path.join(repositoryRoot, 'docs/screenshots/history.png') });
  } finally {
    await app.close();
    directory.remove();
  }
});
