import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { casePath, fixtureText } from '#test/helpers/fixtures';
import { HistoryBench, userLine } from '#test/helpers/history';
import { readConversation } from '#electron/claude/history/read-conversation';
import { projectDirectoryName } from '#electron/claude/transcripts';

let bench: HistoryBench;
beforeEach(() => {
  bench = new HistoryBench();
});
afterEach(() => {
  bench.end();
});

/** Takes the folder `projects` of a case. */
function load(name: string): void {
  fs.cpSync(path.join(casePath(name), 'projects'), bench.projects, { recursive: true });
}

describe('the cases of comparable tools', () => {
  it('sess-01: conversations of folders with any characters are found, by the rule and by what the lines say', async () => {
    const paths = JSON.parse(fixtureText('cases/sess-01/paths.json')) as readonly (readonly [
      string,
      string,
    ])[];
    for (const [folder, name] of paths) {
      expect(projectDirectoryName(folder)).toBe(name);
      bench.write([userLine(`asked in ${folder}`, { cwd: folder })], { cwd: folder });
    }
    for (const [folder] of paths)
      expect(await bench.titles({ directory: folder })).toEqual([`asked in ${folder}`]);
    bench.write([userLine('kept elsewhere', { cwd: '/srv/away' })], { cwd: '/quite/another' });
    expect(await bench.titles({ directory: '/srv/away' })).toEqual(['kept elsewhere']);
    expect(await bench.titles({ directory: '/srv/nothing' })).toEqual([]);
  });

  it('sess-02: the folder is the one that the lines name, also when the first of them name none', async () => {
    load('sess-02');
    const [entry] = (await bench.list()).conversations;
    expect(entry?.directory).toBe('/home/dev/shop-front');
    expect((await bench.ask('projects', null)).map(({ directory }) => directory)).toEqual([
      '/home/dev/shop-front',
    ]);
  });

  it('sess-03: the files count, not what an index says of them', async () => {
    load('sess-03');
    const { conversations } = await bench.list();
    expect(conversations.map(({ title }) => title).sort()).toEqual([
      'also not in it',
      'indexed one',
      'not in the index',
    ]);
    expect(await bench.ask('find', { id: '0000dead-1f2e-4a3b-9c4d-00000000dead' })).toBeNull();
  });

  it.each([
    ['a', 'fix the flaky upload test'],
    ['b', 'why is this button grey?'],
    ['c', /^Conversation of \d+ March, \d\d:\d\d$/],
    ['d', 'named by hand'],
  ])('sess-06: the title of %s is what a person would call it', async (name, title) => {
    bench.write(fixtureText(`cases/sess-06/${name}.jsonl`));
    const [shown] = await bench.titles();
    if (typeof title === 'string') expect(shown).toBe(title);
    else expect(shown).toMatch(title);
  });

  it('sess-07: a transcript of more bytes than a string may have shows its title and its last turn', async () => {
    const folder = bench.directory.folder('claude/projects/-home-dev-otter');
    const file = path.join(folder, '00000001-1f2e-4a3b-9c4d-000000000001.jsonl');
    execFileSync('bash', [path.join(casePath('sess-07'), 'make_huge.sh'), file]);
    expect(fs.statSync(file).size).toBeGreaterThan(512 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    const start = performance.now();
    expect(await bench.titles()).toEqual(['FIRST PROMPT']);
    expect(readConversation(file)).toMatch(/LAST PROMPT$/);
    expect(performance.now() - start).toBeLessThan(3000);
    const found = await bench.search('"last prompt"');
    expect(found.hits.map(({ excerpt }) => excerpt)).toEqual(['LAST PROMPT']);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  }, 60_000);

  it('sess-09: each answer is counted once, with the last that was said of it', async () => {
    bench.write(`${JSON.stringify(userLine('count'))}\n${fixtureText('cases/sess-09/usage.jsonl')}`);
    const want = JSON.parse(fixtureText('cases/sess-09/want.json')) as Record<string, number>;
    const usage = await bench.ask('usage', {
      by: 'session',
      directory: null,
      id: null,
      since: null,
      limit: 10,
    });
    const [model] = usage.rows[0]!.models;
    expect({
      messages: model!.answers,
      output_tokens: model!.tokens.output,
      input_tokens: model!.tokens.input,
      cache_read: model!.tokens.cacheRead,
    }).toEqual(want);
  });

  it('sess-12: a conversation whose folder was renamed is found all the same, and can go on in the new one', async () => {
    load('sess-12');
    const id = '00000081-1f2e-4a3b-9c4d-000000000081';
    const found = await bench.ask('find', { id });
    expect(found?.entry.directory).toBe('/home/dev/oldname');
    const copied = await bench.ask('copyTo', { id, directory: '/home/dev/newname' });
    const file = path.join(bench.projects, '-home-dev-newname', `${id}.jsonl`);
    expect(copied).toEqual({ file });
    expect(fs.readFileSync(file)).toEqual(fs.readFileSync(found!.entry.file));
    // One conversation, however many folders have it.
    expect((await bench.list()).conversations.map((entry) => entry.id)).toEqual([id]);
    fs.appendFileSync(file, `${JSON.stringify(userLine('went on'))}\n`);
    expect(await bench.ask('copyTo', { id, directory: '/home/dev/newname' })).toEqual({ file });
    expect(fs.readFileSync(file, 'utf8')).toContain('went on');
  });

  it('sess-16: twenty thousand transcripts of agents hide no conversation, and take one watch', async () => {
    execFileSync('bash', [path.join(casePath('sess-16'), 'many.sh'), bench.projects]);
    const start = performance.now();
    const titles = await bench.titles();
    expect(performance.now() - start).toBeLessThan(3000);
    expect([...titles].sort()).toEqual(
      Array.from({ length: 12 + 1 }, (_, index) => `real ${String(index * 1667)}`).sort(),
    );
    // The folder of projects, and the one in it.
    expect(bench.engine.watches).toBe(2);
  }, 30_000);
});
