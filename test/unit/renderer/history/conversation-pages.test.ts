import { describe, expect, it } from 'vitest';
import { seededRandom } from '#test/helpers/chunks';
import {
  type Answer,
  ConversationPages,
  type Question,
  type ShownConversation,
} from '../../../../renderer/history/conversation-pages';

const ALL: Question = { words: null, folder: null };
const PAGE = 3;

function row(number: number, of = ''): ShownConversation {
  return {
    claude_session_id: `${of}${String(number)}`,
    title: '',
    cwd: null,
    changed_at: 0,
    pane_id: null,
    transcript_path: '',
    bytes: 0,
    archived: false,
    related: [],
    subagents: 0,
    problem: null,
    excerpt: null,
  };
}

/** Conversations 0, 1, 2 …, whose answers come when the test says so. */
class Source {
  count = 10;
  readonly waiting: { readonly what: string; readonly answer: (fails?: boolean) => void }[] = [];

  readonly list = (folder: string | null, cursor: string | null): Promise<Answer | null> => {
    const from = Number(cursor ?? 0);
    const to = Math.min(this.count, from + PAGE);
    const rows = Array.from({ length: to - from }, (_, place) => row(from + place, folder ?? ''));
    return this.later(`${folder ?? ''} from ${String(from)}`, {
      rows,
      total: null,
      cursor: to < this.count ? String(to) : null,
    });
  };

  readonly search = (words: string): Promise<Answer | null> =>
    this.later(words, { rows: [row(1, words)], total: 1, cursor: null });

  /** Answers the oldest question, or the one of that name; what follows from it has happened then. */
  async answers(what?: string, fails = false): Promise<void> {
    const place = what === undefined ? 0 : this.waiting.findIndex((one) => one.what === what);
    const [one] = this.waiting.splice(place, 1);
    one?.answer(fails);
    await new Promise((resolve) => setImmediate(resolve));
  }

  private later(what: string, answer: Answer): Promise<Answer | null> {
    return new Promise((resolve) => {
      this.waiting.push({ what, answer: (fails = false) => resolve(fails ? null : answer) });
    });
  }
}

function make() {
  const source = new Source();
  const pages = new ConversationPages(source);
  let told = 0;
  pages.subscribe(() => (told += 1));
  return {
    source,
    pages,
    ids: () => pages.shown().rows.map(({ claude_session_id: id }) => id),
    told: () => told,
    upTo: (count: number) => Array.from({ length: count }, (_, place) => String(place)),
  };
}

describe('pages of conversations', () => {
  it('come one after the other until all are there', async () => {
    const { source, pages, ids, upTo } = make();
    expect(pages.shown().state).toBe('asking');
    void pages.ask(ALL);
    await source.answers();
    expect(pages.shown().state).toBe('there');
    for (const count of [6, 9, 10]) {
      void pages.more();
      await source.answers();
      expect(ids()).toEqual(upTo(count));
    }
    void pages.more();
    expect(source.waiting).toEqual([]);
  });

  it('stand there once, however often they are asked for', async () => {
    const { source, pages, ids, upTo } = make();
    void pages.ask(ALL);
    await source.answers();
    void pages.more();
    void pages.more();
    expect(source.waiting.map(({ what }) => what)).toEqual([' from 3']);
    // Asked for in the moment in which the page has come and is not drawn yet.
    const stop = pages.subscribe(() => void pages.more());
    await source.answers();
    stop();
    expect(source.waiting.map(({ what }) => what)).toEqual([' from 6']);
    await source.answers();
    expect(ids()).toEqual(upTo(9));
  });

  it('are asked for again after a change overtook them, and nothing that stands there goes away', async () => {
    const { source, pages, ids, told, upTo } = make();
    void pages.ask(ALL);
    await source.answers();
    void pages.more();
    void pages.ask(ALL);
    const before = told();
    await source.answers(' from 3');
    expect(told()).toBeGreaterThan(before);
    expect(ids()).toEqual(upTo(3));
    // Nothing is asked for while the change is on its way: it may bring what is wanted.
    void pages.more();
    expect(source.waiting.map(({ what }) => what)).toEqual([' from 0']);
    await source.answers();
    void pages.more();
    await source.answers();
    expect(ids()).toEqual(upTo(6));
    source.count = 20;
    void pages.ask(ALL);
    await source.answers();
    await source.answers();
    expect(ids()).toEqual(upTo(6));
    expect(pages.shown().state).toBe('there');
  });

  it('of another question are not mixed with it', async () => {
    const { source, pages, ids } = make();
    void pages.ask(ALL);
    await source.answers();
    void pages.more();
    void pages.ask({ words: null, folder: '/b' });
    expect(pages.shown().state).toBe('asking');
    await source.answers('/b from 0');
    await source.answers(' from 3');
    expect(ids()).toEqual(['/b0', '/b1', '/b2']);
    void pages.more();
    await source.answers();
    expect(ids()).toEqual(['/b0', '/b1', '/b2', '/b3', '/b4', '/b5']);
    void pages.ask({ words: 'tide', folder: '/b' });
    void pages.ask({ words: 'tides', folder: '/b' });
    await source.answers('tides');
    await source.answers('tide');
    expect(ids()).toEqual(['tides1']);
    expect(pages.shown().total).toBe(1);
    void pages.more();
    expect(source.waiting).toEqual([]);
  });

  it('that do not come leave what is there, and can be asked for again', async () => {
    const { source, pages, ids, upTo } = make();
    void pages.ask(ALL);
    await source.answers(undefined, true);
    expect(pages.shown().state).toBe('failed');
    void pages.ask(ALL);
    await source.answers();
    void pages.more();
    await source.answers(undefined, true);
    expect(ids()).toEqual(upTo(3));
    void pages.more();
    await source.answers();
    expect(ids()).toEqual(upTo(6));
  });

  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'are each there once and in order, whatever happens when (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const { source, pages, ids, upTo } = make();
      source.count = 5 + Math.floor(random() * 20);
      void pages.ask(ALL);
      for (let step = 0; step < 60; step += 1) {
        const what = random();
        if (what < 0.15) void pages.ask(ALL);
        else if (what < 0.5) void pages.more();
        else await source.answers(source.waiting[Math.floor(random() * source.waiting.length)]?.what);
        expect(ids()).toEqual(upTo(ids().length));
      }
      // Whoever stands at the end asks each time that something is told.
      pages.subscribe(() => void pages.more());
      void pages.ask(ALL);
      while (source.waiting.length > 0) await source.answers();
      expect(ids()).toEqual(upTo(source.count));
    },
  );
});
