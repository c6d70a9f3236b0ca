import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, parseQuery } from '#shared/history/query';
import { isSaid, parseRecord, saidIn } from '#shared/history/records';
import { assistantLine, asText, HistoryBench, type Line, userLine } from '#test/helpers/history';

const words = ['Upload', 'upload', 'TEST', 'straße', 'ΟΔΟΣ', 'x', 'up', 'load', '漢字', '😀', 'a-b', 'é'];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.constantFrom(' ', '\n', '\t', '  ', '"')), { maxLength: 14 })
  .map((parts) => parts.join(''));
const anyLine = fc.oneof(
  anyText.map((text) => userLine(text)),
  anyText.map((text) => assistantLine(text)),
  anyText.map((text) => userLine(text, { isMeta: true })),
  anyText.map((text) =>
    userLine('', { message: { role: 'user', content: [{ type: 'tool_result', content: text }] } }),
  ),
  anyText.map((text) =>
    userLine('', {
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', content: 'upload' },
          { type: 'text', text },
        ],
      },
    }),
  ),
  anyText.map((text): Line => ({ type: 'ai-title', aiTitle: text })),
  fc.constant<Line>({ type: 'system' }),
);
const anyTranscript = fc.array(anyLine, { maxLength: 8 }).map((lines) => [userLine('begin'), ...lines]);
const anyQuery = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' ')),
  anyText.map((text) => `"${text.replaceAll('"', '')}"`),
);

/** What a search has to find, read anew and word for word. */
function naively(file: string, query: string): number {
  const terms = parseQuery(query);
  const said = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const record = parseRecord(line);
      return record !== null && isSaid(record) ? [foldForSearch(saidIn(record))] : [];
    });
  if (terms.length === 0 || !terms.every((term) => said.some((text) => text.includes(term)))) return 0;
  return said.filter((text) => terms.some((term) => text.includes(term))).length;
}

describe('a search', () => {
  it('finds what a reader finds, also after lines were added, files came, went and were written anew', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTranscript, { minLength: 1, maxLength: 4 }),
        fc.array(fc.array(anyLine, { maxLength: 3 }), { minLength: 4, maxLength: 4 }),
        fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 3 }),
        async (transcripts, added, queries, odd) => {
          const bench = new HistoryBench();
          try {
            const files = transcripts.map((lines) => bench.write(lines));
            const check = async (): Promise<void> => {
              for (const query of queries) {
                const answer = await bench.search(query);
                const found = Object.fromEntries(answer.hits.map(({ entry, count }) => [entry.id, count]));
                const wanted = Object.fromEntries(
                  files
                    .map(({ id, file }) => [id, fs.existsSync(file) ? naively(file, query) : 0] as const)
                    .filter(([, count]) => count > 0),
                );
                expect(found, query).toEqual(wanted);
                expect(answer.total).toBe(Object.keys(wanted).length);
              }
            };
            await check();
            files.forEach(({ file }, index) => {
              const text = asText(added[index] ?? []);
              // The last line may be only half written when it is looked at.
              if (index === odd)
                fs.appendFileSync(file, text + JSON.stringify(userLine('half')).slice(0, -5));
              else fs.appendFileSync(file, text);
            });
            await check();
            bench.restart();
            files.forEach(({ file }, index) => {
              if (index === odd) fs.writeFileSync(file, asText([userLine('Upload anew')]));
              else if (index === odd - 1) fs.rmSync(file);
            });
            await check();
          } finally {
            bench.end();
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it('shows the words in their own case, and where the most of them stand', async () => {
    const bench = new HistoryBench();
    bench.write([
      userLine('The test is red'),
      assistantLine('The Upload Test waits for the LIGHTHOUSE\nkeeper'),
    ]);
    const answer = await bench.search('test "lighthouse keeper"');
    expect(answer.hits[0]?.excerpt).toBe('The Upload Test waits for the LIGHTHOUSE keeper');
    expect(answer.hits[0]?.count).toBe(2);
    expect(await bench.search('""')).toEqual({ hits: [], total: 0 });
    bench.end();
  });

  it('is given up when nobody waits, and keeps what was read', async () => {
    const bench = new HistoryBench();
    for (let number = 0; number < 300; number += 1)
      bench.write([userLine(`asked ${String(number)}`), assistantLine('word '.repeat(4000))]);
    const signal = { aborted: false };
    const asked = bench.ask('search', { query: 'asked', directory: null, limit: 5 }, signal);
    signal.aborted = true;
    await expect(asked).rejects.toThrow('nobody waits');
    expect((await bench.search('asked')).total).toBe(300);
    expect(bench.events.at(-1)).toEqual({ type: 'reading', progress: null });
    bench.end();
  });

  it('makes its index again when that is damaged or gone, and leaves no waste behind', async () => {
    const bench = new HistoryBench();
    bench.write([userLine('asked')]);
    await bench.search('asked');
    const folder = `${bench.settings.stateDirectory}/history`;
    const [pack] = fs.readdirSync(folder).filter((name) => name.endsWith('.pack'));
    expect(fs.statSync(`${folder}/${pack!}`).mode & 0o777).toBe(0o600);
    for (const damage of [
      () => fs.truncateSync(`${folder}/${fs.readdirSync(folder).find((name) => name.endsWith('.pack'))!}`, 3),
      () => fs.writeFileSync(`${folder}/content.json`, '{"version":1,"records":7}'),
      () => fs.writeFileSync(`${folder}/content.json`, 'nothing of the kind'),
      () => fs.rmSync(folder, { recursive: true }),
    ]) {
      bench.engine.dispose();
      damage();
      bench.restart();
      expect((await bench.search('asked')).total).toBe(1);
      expect(fs.readdirSync(folder).filter((name) => name.endsWith('.pack'))).toHaveLength(1);
    }
    bench.end();
  });
});

describe('the usage', () => {
  const answer = (id: string, day: number, output: number) =>
    assistantLine('x', {
      timestamp: new Date(2026, 2, day, 12).toISOString(),
      message: {
        role: 'assistant',
        id,
        model: 'claude-x',
        content: [{ type: 'text', text: 'x' }],
        usage: { input_tokens: 100, output_tokens: output },
      },
    });
  const request = { by: 'session', directory: null, id: null, since: null, limit: 10 } as const;

  it('tells the dollars that Claude told, the last of each conversation, where the settings name no price', async () => {
    const bench = new HistoryBench();
    const root = userLine('begin');
    const cost = (dollars: number): Line => ({
      type: 'cost-state',
      modelUsage: { 'claude-x': { costUSD: dollars } },
    });
    const first = bench.write([root, answer('a', 2, 1), cost(1), cost(2)], { at: 1_770_000_000 });
    const fork = bench.write([root, answer('a', 2, 1), answer('b', 3, 7), cost(4)], { at: 1_770_000_100 });
    const costs = async (more = {}) =>
      Object.fromEntries(
        (await bench.ask('usage', { ...request, ...more })).rows.map(({ key, models }) => [
          key,
          models[0]?.cost,
        ]),
      );
    expect(await costs()).toEqual({ [first.id]: 2, [fork.id]: 4 });
    expect(await costs({ by: 'project' })).toEqual({ '/home/dev/otter': 6 });
    expect(await costs({ by: 'day' })).toEqual({ '2026-03-02': null, '2026-03-03': null });
    expect((await bench.ask('usage', request)).total[0]?.cost).toBe(6);
    bench.end();
  });

  it('counts what copies have in common once, subagents with their conversation, by session, project and day', async () => {
    const bench = new HistoryBench({
      prices: { 'claude-x': { input: 10_000, output: 0, 'cache-read': 0, 'cache-write': 0 } },
    });
    const root = userLine('begin');
    const first = bench.write([root, answer('a', 2, 1), answer('a', 2, 5)], { at: 1_770_000_000 });
    const fork = bench.write([root, answer('a', 2, 5), answer('b', 3, 7)], { at: 1_770_000_100 });
    bench.directory.file(
      `${fork.file.slice(bench.directory.path.length + 1, -'.jsonl'.length)}/subagents/agent-1.jsonl`,
      asText([answer('c', 3, 11)]),
    );
    bench.write([userLine('elsewhere', { cwd: '/srv/other' }), answer('d', 3, 13)], { cwd: '/srv/other' });
    const by = async (group: 'session' | 'project' | 'day', more = {}) =>
      Object.fromEntries(
        (await bench.ask('usage', { ...request, by: group, ...more })).rows.map(({ key, models }) => [
          key,
          models.reduce((sum, { tokens }) => sum + tokens.output, 0),
        ]),
      );
    expect(await by('session')).toMatchObject({ [first.id]: 5, [fork.id]: 18 });
    expect(await by('project')).toEqual({ '/home/dev/otter': 23, '/srv/other': 13 });
    expect(await by('day')).toEqual({ '2026-03-02': 5, '2026-03-03': 31 });
    expect(await by('day', { directory: '/srv/other' })).toEqual({ '2026-03-03': 13 });
    expect(await by('day', { since: new Date(2026, 2, 3).getTime() })).toEqual({ '2026-03-03': 31 });
    expect(await by('session', { id: fork.id })).toEqual({ [fork.id]: 18 });
    const { total } = await bench.ask('usage', request);
    expect(total).toEqual([
      {
        model: 'claude-x',
        answers: 4,
        tokens: { input: 400, output: 36, cacheRead: 0, cacheWrite: 0 },
        cost: 4,
      },
    ]);
    bench.end();
  });
});
