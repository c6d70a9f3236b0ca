// When a turn is told: at once when its end is known, and never twice.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TurnFollower } from '#electron/channels/broadcast/turn-follower';
import { FakeClock } from '#test/helpers/fake-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
let clock: FakeClock;
let follower: TurnFollower;
let file: string;
let told: string[];
beforeEach(() => {
  directory = makeTemporaryDirectory();
  clock = new FakeClock();
  file = `${directory.path}/one.jsonl`;
  told = [];
  follower = new TurnFollower({
    file,
    clock,
    since: 0,
    told: 0,
    turn: (blocks) => told.push(blocks.map((block) => String(block['text'])).join('+')),
    fault: (error) => told.push(String(error)),
  });
});
afterEach(() => {
  follower.dispose();
  directory.remove();
});

const add = (record: Record<string, unknown>) => {
  const timestamp = new Date(clock.now()).toISOString();
  fs.appendFileSync(file, `${JSON.stringify({ timestamp, ...record })}\n`);
};
const prompt = () => add({ type: 'user', message: { content: 'go' } });
const says = (text: string, stop: string | null = 'end_turn') =>
  add({ type: 'assistant', message: { content: [{ type: 'text', text }], stop_reason: stop } });
const note = () => add({ type: 'system', subtype: 'turn_duration' });
/** Reads are real, so time waits for them: longer than a read takes when other work is in its way. */
const pass = async (milliseconds: number, step = 50) => {
  for (let gone = 0; gone < milliseconds; gone += step) {
    clock.advance(step);
    for (let turn = 0; turn < 40; turn += 1) await fs.promises.stat(directory.path);
  }
};

describe('a turn', () => {
  it('is told as soon as its end is told and its lines are there', async () => {
    prompt();
    says('hello');
    follower.isOver();
    await pass(250);
    expect(told).toEqual(['hello']);
    note();
    await pass(5000);
    expect(told).toEqual(['hello']);
  });

  it('waits for lines that are late, but not for ever', async () => {
    prompt();
    says('I look', 'tool_use');
    follower.isOver();
    await pass(500);
    expect(told).toEqual([]);
    says('found');
    await pass(300);
    expect(told).toEqual(['I look+found']);
    prompt();
    says('half', null);
    follower.isOver();
    await pass(1500);
    expect(told).toHaveLength(1);
    await pass(1000);
    expect(told).toEqual(['I look+found', 'half']);
  });

  it('is told by the file alone when nothing else tells of it', async () => {
    prompt();
    says('one');
    note();
    await pass(3500);
    prompt();
    says('two');
    await pass(6000);
    expect(told).toEqual(['one', 'two']);
  });

  it('that goes on is not cut, and what is left when the conversation is left is told', async () => {
    prompt();
    says('one', 'tool_use');
    follower.isOver();
    await pass(100);
    follower.goesOn();
    await pass(8000);
    expect(told).toEqual([]);
    follower.leave();
    await pass(100);
    expect(told).toEqual(['one']);
    says('later');
    await pass(5000);
    expect(told).toEqual(['one']);
  });

  it('is not told again when the file is written anew', async () => {
    prompt();
    says('one');
    note();
    await pass(3000);
    const whole = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, '');
    await pass(1200);
    fs.writeFileSync(file, whole);
    says('two');
    note();
    await pass(3000);
    expect(told).toEqual(['one', 'two']);
  });
});
