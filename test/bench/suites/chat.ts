import type { Page } from '@playwright/test';
// For the type of window.fugueChat.
import type {} from '../../../renderer/chat/test-hooks';
import type { BenchOptions } from '../options';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { percentile } from '../statistics';
import { FugueSubject, using } from '../subject';

/*
 * The chat view in the real window, fed by the protocol of its port. A virtual display draws in software, so what
 * counts is the work of the page's main thread in each frame, from its first event to the end of layout and paint; the
 * time between frames is told beside it.
 */

interface Frames {
  /** Milliseconds of work, frame by frame. */
  readonly work: readonly number[];
  /** Milliseconds between frames. */
  readonly gaps: readonly number[];
}

interface FrameMeter {
  stop(): Frames;
}

declare global {
  interface Window {
    benchMeter?: FrameMeter;
    benchFrames?: Frames;
  }
}

/** Begins to measure each frame of the page. */
async function startMeter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const work: number[] = [];
    const gaps: number[] = [];
    let began: number | null = null;
    let last: number | null = null;
    let running = true;
    const onScroll = (): void => {
      began ??= performance.now();
    };
    // A message that is sent in a frame comes right after it was laid out and painted.
    const after = new MessageChannel();
    after.port1.onmessage = () => {
      if (began !== null) work.push(performance.now() - began);
      began = null;
    };
    const frame = (): void => {
      if (!running) return;
      const now = performance.now();
      if (last !== null) gaps.push(now - last);
      last = now;
      began ??= now;
      after.port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    window.addEventListener('scroll', onScroll, { capture: true });
    requestAnimationFrame(frame);
    window.benchMeter = {
      stop() {
        running = false;
        window.removeEventListener('scroll', onScroll, { capture: true });
        return { work, gaps };
      },
    };
  });
}

async function stopMeter(page: Page): Promise<Frames> {
  return page.evaluate(() => window.benchMeter?.stop() ?? { work: [], gaps: [] });
}

const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        let left = wanted;
        const next = (): void => {
          left -= 1;
          if (left <= 0) resolve();
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    count,
  );

/** Shows a conversation of so many messages, of the kinds that real ones have. */
async function openLong(page: Page, messages: number): Promise<number> {
  return page.evaluate(async (count) => {
    const chat = window.fugueChat;
    if (chat === undefined) throw new Error('the page has no handles for tests');
    chat.open('a long conversation');
    chat.feed([{ type: 'reset', sessionId: null }]);
    const lineOf = (index: number): string => {
      const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      const said = (content: unknown): string =>
        JSON.stringify({ type: 'assistant', uuid, message: { id: `m${String(index)}`, content: [content] } });
      switch (index % 5) {
        case 0:
          return JSON.stringify({
            type: 'user',
            uuid,
            message: {
              role: 'user',
              content: `Message ${String(index)}: ${'please look at the tides '.repeat(index % 7)}`,
            },
          });
        case 1:
          return said({
            type: 'text',
            text: `I look at **part ${String(index)}**.\n\n- one \`thing\`\n- another\n\n${'Some words more. '.repeat(index % 23)}${index % 3 === 0 ? '\n\n```ts\nconst tide: number = 1;\nexport { tide };\n```' : ''}`,
          });
        case 2:
          return said({
            type: 'tool_use',
            id: `t${String(index)}`,
            name: 'Bash',
            input: { command: `npm test -- ${String(index)}` },
          });
        case 3: {
          const output = Array.from(
            { length: index % 40 },
            (_, line) => `line ${String(line)} of the output`,
          ).join('\n');
          const content = [{ type: 'tool_result', tool_use_id: `t${String(index - 1)}`, content: output }];
          return JSON.stringify({ type: 'user', uuid, message: { role: 'user', content } });
        }
        default:
          return said({
            type: 'tool_use',
            id: `t${String(index)}`,
            name: 'Edit',
            input: {
              file_path: `/src/tides-${String(index)}.ts`,
              old_string: 'const a = 1;\nconst b = 2;',
              new_string: 'const a = 2;\nconst b = 2;',
            },
          });
      }
    };
    const began = performance.now();
    for (let from = 0; from < count; from += 2000) {
      const lines = Array.from({ length: Math.min(2000, count - from) }, (_, at) => ({
        text: lineOf(from + at),
        id: String(from + at),
      }));
      chat.feed([{ type: 'lines', lines }]);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    chat.feed([{ type: 'earlier', lines: [], more: false }]);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  }, messages);
}

async function scrollByWheel(page: Page, turns: number): Promise<Frames> {
  const box = await page.locator('.chat-scroller').boundingBox();
  if (box === null) throw new Error('the conversation is not in view');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await startMeter(page);
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, turn < turns * 0.7 ? -480 : 480);
  await frames(page, 20);
  return stopMeter(page);
}

/** Drags the thumb of the scroll bar over the whole conversation. */
async function scrollByBar(page: Page, steps: number): Promise<Frames> {
  const scroller = page.locator('.chat-scroller');
  const box = await scroller.boundingBox();
  if (box === null) throw new Error('the conversation is not in view');
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await frames(page, 10);
  const x = box.x + box.width - 5;
  await page.mouse.move(x, box.y + box.height - 8);
  await page.mouse.down();
  await startMeter(page);
  for (let step = 1; step <= steps; step += 1)
    await page.mouse.move(x, box.y + box.height - 8 - ((box.height - 16) * step) / steps);
  await frames(page, 20);
  const measured = await stopMeter(page);
  await page.mouse.up();
  const top = await scroller.evaluate((element) => element.scrollTop / element.scrollHeight);
  if (top > 0.2)
    throw new Error(`the bar was not dragged: the view is at ${top.toFixed(2)} of the conversation`);
  return measured;
}

interface Streamed {
  /** Milliseconds of work of the first and of the second half of the parts. */
  readonly halves: readonly [number, number];
  readonly longest: number;
}

/** Streams one answer in so many parts, some in each frame, and then gives the whole. */
async function stream(page: Page, parts: number, perFrame: number): Promise<Streamed> {
  await page.evaluate(() => {
    window.fugueChat?.open('an answer that is being written');
    window.fugueChat?.feed([
      { type: 'reset', sessionId: null },
      { type: 'lines', lines: [] },
      { type: 'earlier', lines: [], more: false },
    ]);
  });
  await frames(page, 5);
  return page.evaluate(
    async ([count, each]) => {
      const chat = window.fugueChat;
      if (chat === undefined) throw new Error('the page has no handles for tests');
      const part = `# Part\n\nSome *text* with \`code\` and a [link](https://example.test).\n\n|a|b|\n|-|-|\n${'|1|2|\n'.repeat(20)}\n\`\`\`ts\n${'const x: number = 1;\n'.repeat(60)}\`\`\`\n\n`;
      const length = 20;
      const text = part.repeat(Math.ceil((count * length) / part.length)).slice(0, count * length);
      const event = (body: unknown): string => JSON.stringify({ type: 'stream_event', event: body });
      chat.feed([
        { type: 'partial', lines: [event({ type: 'message_start', message: { id: 'm' } })] },
        {
          type: 'partial',
          lines: [
            event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
          ],
        },
      ]);
      const work: number[] = [];
      const painted = new MessageChannel();
      const frame = (feed: () => void): Promise<void> =>
        new Promise((resolve) => {
          // Before the view asks for the frame: its work comes behind the beginning then.
          requestAnimationFrame(() => {
            const began = performance.now();
            painted.port1.onmessage = () => {
              work.push(performance.now() - began);
              resolve();
            };
            painted.port2.postMessage(null);
          });
          feed();
        });
      for (let from = 0; from < count; from += each) {
        await frame(() => {
          for (let at = from; at < Math.min(count, from + each); at += 1) {
            const delta = { type: 'text_delta', text: text.slice(at * length, (at + 1) * length) };
            chat.feed([
              { type: 'partial', lines: [event({ type: 'content_block_delta', index: 0, delta })] },
            ]);
          }
        });
      }
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
      const middle = Math.floor(work.length / 2);
      const halves = [sum(work.slice(0, middle)), sum(work.slice(middle))] as const;
      await frame(() => {
        const message = { id: 'm', content: [{ type: 'text', text }] };
        chat.feed([
          {
            type: 'lines',
            lines: [{ id: 'whole', text: JSON.stringify({ type: 'assistant', uuid: 'u', message }) }],
          },
        ]);
      });
      for (let rest = 0; rest < 10; rest += 1) await frame(() => undefined);
      return { halves, longest: Math.max(...work) };
    },
    [parts, perFrame] as const,
  );
}

export async function chatSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const messages = options.quick ? 10_000 : 50_000;
  const parts = options.quick ? 3000 : 10_000;
  return using(FugueSubject.start(1), async ({ page }) => {
    await page.waitForFunction(() => window.fugueChat !== undefined);
    const taken = await openLong(page, messages);
    await frames(page, 20);
    say(`chat, ${String(messages)} messages taken in ${(taken / 1000).toFixed(1)} s`);
    const wheel = await scrollByWheel(page, options.quick ? 150 : 400);
    say(`chat, wheel: ${summary(wheel)}`);
    const bar = await scrollByBar(page, options.quick ? 100 : 300);
    say(`chat, scroll bar: ${summary(bar)}`);
    await page.evaluate(() => window.fugueChat?.close());
    // Once to warm up: the first run also pays for code that is read for the first time.
    await stream(page, 1000, 20);
    await page.evaluate(() => window.fugueChat?.close());
    const streamed = await stream(page, parts, 20);
    const ratio = streamed.halves[1] / streamed.halves[0];
    say(
      `chat, ${String(parts)} parts: halves ${streamed.halves.map((half) => half.toFixed(0)).join(' and ')} ms, longest frame ${streamed.longest.toFixed(0)} ms`,
    );
    const scrolled = (name: string, { work, gaps }: Frames): BenchResult[] => [
      result({
        name: `chat, ${name}: work of a frame, p95`,
        value: percentile(work, 0.95),
        unit: 'ms',
        targets: [atMost(17)],
      }),
      result({ name: `chat, ${name}: between frames, p95`, value: percentile(gaps, 0.95), unit: 'ms' }),
    ];
    return [
      result({ name: `chat, ${String(messages)} messages are taken`, value: taken, unit: 'ms' }),
      ...scrolled('wheel', wheel),
      ...scrolled('scroll bar', bar),
      result({
        name: `chat, ${String(parts)} parts of an answer: second half to first`,
        value: ratio,
        unit: '×',
        targets: [atMost(1.2)],
      }),
      result({
        name: 'chat, an answer that is written: longest frame',
        value: streamed.longest,
        unit: 'ms',
        targets: [atMost(200)],
      }),
    ];
  });
}

function summary({ work, gaps }: Frames): string {
  const of = (values: readonly number[]): string =>
    [0.5, 0.95, 0.99].map((share) => percentile(values, share).toFixed(1)).join('/');
  return `work p50/p95/p99 ${of(work)} ms, between frames ${of(gaps)} ms, ${String(work.length)} frames`;
}
