import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryMethod } from '#shared/history/types';
import { assistantLine, HistoryBench, userLine } from '#test/helpers/history';
import { repositoryRoot } from '#test/helpers/root';
import { HistoryClient } from '../../../electron/claude/history/history-client';
import { silentLogger } from '../../../electron/log/logger';

let bench: HistoryBench;
let client: HistoryClient;
beforeEach(() => {
  bench = new HistoryBench();
  client = new HistoryClient(
    path.join(repositoryRoot, 'dist/history-worker.cjs'),
    bench.settings,
    silentLogger,
  );
});
afterEach(() => {
  client.dispose();
  bench.end();
});

const everything = { directory: null, limit: 10, cursor: null, before: null };

describe('the thread of the history', () => {
  it('answers several at once', async () => {
    bench.write([userLine('asked'), assistantLine('answered')]);
    const [list, found, usage] = await Promise.all([
      client.ask('list', everything),
      client.ask('search', { query: 'answered', directory: null, limit: 5 }),
      client.ask('usage', { by: 'day', directory: null, id: null, since: null, limit: 5 }),
    ]);
    expect(list).toMatchObject({ ok: true, value: { conversations: [{ title: 'asked' }] } });
    expect(found).toMatchObject({ ok: true, value: { total: 1 } });
    expect(usage).toMatchObject({ ok: true, value: { total: [{ answers: 1 }] } });
  });

  it('starts again after a fault, and says so to those who waited', async () => {
    const fault = await client.ask('nonsense' as HistoryMethod, null);
    expect(fault).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect((await client.ask('list', everything)).ok).toBe(true);
  });

  it('lets go of a search that nobody waits for, and of everybody when it ends', async () => {
    for (let number = 0; number < 200; number += 1)
      bench.write([userLine('asked'), assistantLine('word '.repeat(5000))]);
    const nobody = new AbortController();
    const search = { query: 'asked', directory: null, limit: 5 };
    const abandoned = client.ask('search', search, nobody.signal);
    nobody.abort();
    expect(await abandoned).toMatchObject({ ok: false, error: { code: 'refused' } });
    const last = client.ask('search', search);
    client.dispose();
    expect(await last).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(await client.ask('list', everything)).toMatchObject({ ok: false });
  });
});
