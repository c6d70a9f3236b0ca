// The client of Claude's protocol with a process that writes as it pleases.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claudeBackend } from '#electron/claude/backend/claude-backend';
import { StreamClient } from '#electron/claude/stream/stream-client';
import { systemClock } from '#electron/system/system-clock';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

const cases = path.join(repositoryRoot, 'test/fixtures/cases');

/** Everything that a process tells which writes these bytes with pauses at these places. */
async function linesOf(bytes: Buffer, cuts: readonly number[], pause: number): Promise<readonly string[]> {
  const directory = makeTemporaryDirectory();
  const file = directory.file('out.bin', bytes);
  const script = `
    const bytes = require('node:fs').readFileSync(${JSON.stringify(file)});
    const cuts = ${JSON.stringify([...cuts, bytes.length])};
    let from = 0;
    (async () => {
      for (const to of cuts) {
        await new Promise((resolve) => process.stdout.write(bytes.subarray(from, to), resolve));
        from = to;
        await new Promise((resolve) => setTimeout(resolve, ${String(pause)}));
      }
    })();`;
  const client = new StreamClient(
    {
      file: process.execPath,
      args: ['-e', script],
      cwd: '/',
      environment: { PATH: process.env['PATH'] ?? '' },
    },
    systemClock,
    claudeBackend.formatInputMessage,
  );
  onTestFinished(() => {
    client.dispose();
    directory.remove();
  });
  const texts: string[] = [];
  client.onLine(({ text }) => texts.push(text));
  await new Promise<void>((resolve) => client.onEnd(() => resolve()));
  return texts;
}

const types = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as { type: string }).type);

describe('lines of Claude', () => {
  it('are whole wherever reads cut them, also inside a character (chat-01)', async () => {
    const bytes = fs.readFileSync(path.join(cases, 'chat-01/stdout.bin'));
    const { cuts } = JSON.parse(fs.readFileSync(path.join(cases, 'chat-01/cuts.json'), 'utf8')) as {
      cuts: number[];
    };
    const texts = await linesOf(bytes, cuts, 5);
    expect(texts.join('\n')).toBe(bytes.toString('utf8').trimEnd());
    expect(texts).toHaveLength(3);
    expect(texts.at(-1)).toContain('1.25');
    expect(texts.join('')).not.toContain('\ufffd');
  });

  it('end with the input too, and with CR LF, and come once (chat-02)', async () => {
    const unfinished = fs.readFileSync(path.join(cases, 'chat-02/no_final_newline.bin'));
    const everywhere = [...unfinished.keys()].slice(1);
    const texts = await linesOf(unfinished, everywhere, 0);
    expect(texts.filter((text) => text.includes('LAST'))).toHaveLength(1);
    const crlf = await linesOf(fs.readFileSync(path.join(cases, 'chat-02/crlf.bin')), [20, 115], 5);
    expect(types(crlf)).toEqual(['assistant', 'assistant']);
    expect(crlf.join('')).not.toContain('\r');
  });
});
