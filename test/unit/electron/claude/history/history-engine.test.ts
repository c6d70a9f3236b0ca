import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assistantLine, asText, HistoryBench, userLine } from '#test/helpers/history';
import { checkForLeaks } from '#test/helpers/leak-check';
import { waitFor } from '#test/helpers/wait';

checkForLeaks();
let bench: HistoryBench;
beforeEach(() => {
  bench = new HistoryBench();
});
afterEach(() => {
  bench.end();
});

const T = 1_770_000_000;

describe('the list', () => {
  it('is the newest first, in pages that hold together while files change', async () => {
    const files = Array.from({ length: 7 }, (_, number) =>
      bench.write([userLine(`asked ${String(number)}`)], { at: T + number }),
    );
    const first = await bench.list({ limit: 3 });
    expect(first.conversations.map(({ title }) => title)).toEqual(['asked 6', 'asked 5', 'asked 4']);
    // One that was shown already, and one that was not, are written to meanwhile.
    fs.utimesSync(files[5]!.file, T + 100, T + 100);
    bench.write([userLine('brand new')], { at: T + 200 });
    const second = await bench.list({ limit: 3, cursor: first.nextCursor });
    expect(second.conversations.map(({ title }) => title)).toEqual(['asked 3', 'asked 2', 'asked 1']);
    const third = await bench.list({ limit: 3, cursor: second.nextCursor });
    expect(third.conversations.map(({ title }) => title)).toEqual(['asked 0']);
    expect(third.nextCursor).toBeNull();
    expect(await bench.titles({ limit: 2 })).toEqual(['brand new', 'asked 5']);
  });

  it('has pages in which each conversation comes once, also those of the same moment', async () => {
    for (let number = 0; number < 23; number += 1)
      bench.write([userLine(`asked ${String(number)}`)], { at: T });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<HistoryBench['list']>> = await bench.list({ limit: 5, cursor });
      seen.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  });

  it('collapses copies under the newest, over pages too', async () => {
    const first = userLine('the same beginning');
    bench.write([first], { at: T, id: '00000000-0000-4000-8000-000000000001' });
    bench.write([userLine('another')], { at: T + 1 });
    bench.write([first, assistantLine('and on'), userLine('forked')], {
      at: T + 2,
      id: '00000000-0000-4000-8000-000000000002',
    });
    const page = await bench.list({ limit: 1 });
    expect(page.conversations[0]?.id).toBe('00000000-0000-4000-8000-000000000002');
    const next = await bench.list({ limit: 1, cursor: page.nextCursor });
    expect(next.conversations.map(({ title }) => title)).toEqual(['another']);
    expect(next.nextCursor).toBeNull();
    // Once all are known the older copy is told.
    await waitFor('the index to know all copies', () => bench.events.some(({ type }) => type === 'changed'));
    const [entry] = (await bench.list({ limit: 1 })).conversations;
    expect(entry?.related.map(({ id }) => id)).toEqual(['00000000-0000-4000-8000-000000000001']);
    const found = await bench.ask('find', { id: '00000000-0000-4000-8000-000000000001' });
    expect(found?.entry.id).toBe('00000000-0000-4000-8000-000000000001');
  });

  it('nests subagents with what they were started for', async () => {
    const { id, file } = bench.write([userLine('use an agent')]);
    const folder = path.join(file.replace('.jsonl', ''), 'subagents');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'agent-a1.jsonl'), asText([userLine('do it', { isSidechain: true })]));
    fs.writeFileSync(
      path.join(folder, 'agent-a1.meta.json'),
      JSON.stringify({ agentType: 'Explore', description: 'look\naround' }),
    );
    fs.writeFileSync(path.join(folder, 'agent-b2.jsonl'), '');
    fs.writeFileSync(path.join(folder, 'notes.txt'), '');
    expect((await bench.list()).conversations.map(({ agents }) => agents)).toEqual([2]);
    const details = await bench.ask('details', { id });
    expect(details?.agents.map(({ id: agent, type, description }) => [agent, type, description])).toEqual([
      ['a1', 'Explore', 'look around'],
      ['b2', 'agent', ''],
    ]);
    expect(details?.prompt).toBe('use an agent');
  });

  it('shows the others beside odd files', async () => {
    bench.write([userLine('good')], { at: T });
    bench.write('not JSON at all\n{"type":\n');
    bench.write('');
    bench.write(`{"type":"mode","mode":"default"}\n`);
    bench.write(Buffer.from([0xff, 0xfe, 0, 10, 0x7b]).toString('latin1'));
    bench.directory.file('claude/projects/-home-dev-otter/notes.jsonl', '{}');
    bench.directory.file('claude/projects/stray-file', '');
    const folder = path.join(bench.projects, '-home-dev-otter');
    fs.mkdirSync(path.join(folder, `${randomUUID()}.jsonl`));
    fs.symlinkSync('loop', path.join(folder, 'loop'));
    fs.symlinkSync(`${randomUUID()}.jsonl`, path.join(folder, `${randomUUID()}.jsonl`));
    expect(await bench.titles()).toEqual(['good']);
  });

  it('finds a title that stands far from both ends once the whole was read', async () => {
    const filler = Array.from({ length: 400 }, () => assistantLine('x'.repeat(1000)));
    bench.write([
      userLine('asked'),
      ...filler,
      { type: 'custom-title', customTitle: 'in the middle' },
      ...filler,
    ]);
    expect(await bench.titles()).toEqual(['asked']);
    await bench.search('asked');
    expect(await bench.titles()).toEqual(['in the middle']);
  });

  it('reads a first prompt behind a line that is longer than what is read of others', async () => {
    bench.write([
      { type: 'attachment', attachment: { type: 'file', content: 'x'.repeat(300_000) } },
      userLine('<command-name>/x</command-name>'),
      userLine('found'),
    ]);
    expect(await bench.titles()).toEqual(['found']);
  });

  it('has every configuration folder, each of its conversations once', async () => {
    const own = path.join(bench.settings.paneConfigurations, 'pane-1');
    const linked = path.join(bench.settings.paneConfigurations, 'pane-2');
    bench.write([userLine('usual')], { at: T });
    fs.mkdirSync(own, { recursive: true });
    fs.mkdirSync(linked, { recursive: true });
    fs.symlinkSync(bench.projects, path.join(linked, 'projects'));
    const { id } = bench.write([userLine('of a pane')], { at: T + 1, config: 'fugue/claude-configs/pane-1' });
    expect(await bench.titles()).toEqual(['of a pane', 'usual']);
    const found = await bench.ask('find', { id });
    expect(found).toMatchObject({ configDirectory: own, isUsualConfiguration: false });
  });
});

describe('what changes', () => {
  const changes = (): number => bench.events.filter(({ type }) => type === 'changed').length;

  it('is told when a title changes, when one comes and when one goes, and not when an answer comes', async () => {
    const { file } = bench.write([userLine('asked')]);
    await bench.list();
    await waitFor('the index to know all', () =>
      fs.existsSync(path.join(bench.settings.stateDirectory, 'heads.json')),
    );
    expect(changes()).toBe(0);
    fs.appendFileSync(file, asText([assistantLine('answered')]));
    fs.appendFileSync(file, asText([{ type: 'ai-title', aiTitle: 'Made title' }]));
    await waitFor('the title to be told', () => changes() === 1);
    expect(await bench.titles()).toEqual(['Made title']);
    const other = bench.write([userLine('another')], { cwd: '/home/dev/new-project' });
    await waitFor('the new one to be told', () => changes() === 2);
    fs.appendFileSync(file, asText([userLine('more'), assistantLine('more')]));
    fs.rmSync(other.file);
    await waitFor('the end of one to be told', () => changes() === 3);
  });

  it('is told also when somebody has asked in between', async () => {
    const { id, file } = bench.write([userLine('asked')]);
    await bench.list();
    fs.appendFileSync(file, asText([{ type: 'custom-title', customTitle: 'Named' }]));
    // The index knows it now, before the change of the file is told.
    expect(await bench.titles()).toEqual(['Named']);
    expect((await bench.ask('find', { id }))?.entry.title).toBe('Named');
    await waitFor('the title to be told', () => changes() === 1);
    const other = bench.write([userLine('another')], { cwd: '/home/dev/new-project' });
    await bench.list();
    await waitFor('the new one to be told', () => changes() === 2);
    fs.rmSync(other.file);
    await bench.list();
    await waitFor('the end of one to be told', () => changes() === 3);
  });

  it('keeps what it knows, and does not believe it once the file is another one', async () => {
    const { file } = bench.write([userLine('asked')], { at: T });
    await bench.list();
    const kept = path.join(bench.settings.stateDirectory, 'heads.json');
    await waitFor('what is known to be kept', () => fs.existsSync(kept));
    expect(fs.statSync(kept).mode & 0o777).toBe(0o600);
    bench.restart();
    fs.writeFileSync(file, asText([userLine('quite another')]));
    expect(await bench.titles()).toEqual(['quite another']);
    fs.writeFileSync(kept, '{"version":1,"known":');
    bench.restart();
    expect(await bench.titles()).toEqual(['quite another']);
  });
});

describe('the archive', () => {
  beforeEach(() => {
    bench.end();
    bench = new HistoryBench({ archive: true });
  });
  const copyOf = (file: string): string => path.join(bench.settings.archiveDirectory, file);

  it('outlives the files of Claude, shows what is only there, and puts it back', async () => {
    const { id, file } = bench.write([userLine('to be kept')]);
    const agent = bench.directory.file(
      `${path.relative(bench.directory.path, file).replace('.jsonl', '')}/subagents/agent-a.jsonl`,
      asText([userLine('agent', { isSidechain: true })]),
    );
    await waitFor('the copies', () => fs.existsSync(copyOf(file)) && fs.existsSync(copyOf(agent)), {
      timeout: 8000,
    });
    expect(fs.statSync(copyOf(file)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(copyOf(file))).mode & 0o777).toBe(0o700);
    expect((await bench.list()).conversations.map(({ archived }) => archived)).toEqual([false]);
    const whole = fs.readFileSync(file, 'utf8') + asText([assistantLine('added')]);
    fs.writeFileSync(file, whole);
    await waitFor('what was added', () => fs.readFileSync(copyOf(file), 'utf8') === whole, { timeout: 8000 });
    fs.rmSync(file);
    const [entry] = (await bench.list()).conversations;
    expect(entry).toMatchObject({ id, archived: true, title: 'to be kept' });
    expect((await bench.search('added')).hits.map((hit) => hit.entry.id)).toEqual([id]);
    expect(await bench.ask('restore', { id })).toEqual({ file });
    expect(fs.readFileSync(file, 'utf8')).toBe(whole);
    expect((await bench.list()).conversations.map(({ archived }) => archived)).toEqual([false]);
    expect(await bench.ask('restore', { id })).toHaveProperty('problem');
  }, 30_000);

  it('follows a file that was written anew', async () => {
    const { file } = bench.write([userLine('first '.repeat(50))]);
    await waitFor('the copy', () => fs.existsSync(copyOf(file)), { timeout: 8000 });
    fs.writeFileSync(file, asText([userLine('second')]));
    await waitFor('the other text', () => fs.readFileSync(copyOf(file), 'utf8').includes('second'), {
      timeout: 8000,
    });
    expect(fs.readFileSync(copyOf(file), 'utf8')).not.toContain('first');
  }, 20_000);
});
