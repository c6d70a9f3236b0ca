import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRecording, type Recording } from '#electron/claude/recording/format';
import { compare, replay } from '#electron/claude/recording/replay';
import { ScreenModel } from '#electron/screen/screen-model';
import { randomCut, seededRandom } from '#test/helpers/chunks';
import { repositoryRoot } from '#test/helpers/root';

const folder = path.join(repositoryRoot, 'test/fixtures/recordings');
const files = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .sort();

function load(name: string): Recording {
  const recording = parseRecording(fs.readFileSync(path.join(folder, name), 'utf8'));
  if (!recording.ok) throw new Error(`${name}:${recording.error.line}: ${recording.error.message}`);
  return recording.value;
}

/** Ways of cutting each recording; more of them when a whole night is there for it: `FUGUE_CUTS=1000`. */
const WAYS = Number(process.env['FUGUE_CUTS'] ?? 20);

/** The titles, and the screen after some of the outputs: what readers get to see. */
async function shown(
  recording: Recording,
  cut: (bytes: Uint8Array) => readonly Uint8Array[],
  isLookedAt: () => boolean,
): Promise<{ titles: string[]; screens: Map<number, readonly string[]> }> {
  const { columns, rows } = recording.header;
  const screen = new ScreenModel({ columns, rows, scrollbackLines: 100 }, () => 0);
  const titles: string[] = [];
  const screens = new Map<number, readonly string[]>();
  screen.onTitle((title) => titles.push(title));
  const lastOutput = recording.events.map((event) => event.kind).lastIndexOf('output');
  for (const [index, event] of recording.events.entries()) {
    if (event.kind === 'output') {
      for (const piece of cut(Buffer.from(event.data))) screen.write(piece);
      if (index === lastOutput || isLookedAt())
        screen.write('', () => screens.set(index, screen.visibleRows()));
    } else if (event.kind === 'resize') {
      await parsed(screen);
      screen.resize(event.columns, event.rows);
    }
  }
  await parsed(screen);
  screen.dispose();
  return { titles, screens };
}

async function parsed(screen: ScreenModel): Promise<void> {
  await new Promise<void>((resolve) => {
    screen.write('', resolve);
  });
}

const DIALOG_MARKERS = /^(?:permission:.*|question|plan|trust)$/;

describe.each(files)('%s', (name) => {
  it('tells the right state within 300 ms of each marker, and no dialog that there was not', async () => {
    const recording = load(name);
    const told = await replay(recording);
    expect(recording.expectations.length).toBeGreaterThan(0);
    expect(compare(told, recording.expectations)).toEqual([]);
    const runs = told.filter(
      (state, index) => state.state === 'waiting' && told[index - 1]?.state !== 'waiting',
    );
    const dialogs = recording.events.filter(
      (event) => event.kind === 'marker' && DIALOG_MARKERS.test(event.data),
    );
    expect(runs).toHaveLength(dialogs.length);
  });

  it('shows the same however its bytes are cut, so that it is judged the same', async () => {
    const recording = load(name);
    const whole = await shown(
      recording,
      (bytes) => [bytes],
      () => true,
    );
    const random = seededRandom(name.length * 7919);
    for (let way = 0; way < WAYS; way += 1) {
      const longest = way % 4 === 0 ? 4 : 300;
      const cut = (bytes: Uint8Array) => randomCut(bytes, random, longest);
      const part = await shown(recording, cut, () => random() < 0.05);
      expect(part.titles).toEqual(whole.titles);
      for (const [event, rows] of part.screens) expect(rows).toEqual(whole.screens.get(event));
    }
  }, 600_000);

  it('is judged the same when its bytes are cut', async () => {
    const recording = load(name);
    const random = seededRandom(name.length);
    const told = await replay(recording, { cut: (bytes) => randomCut(bytes, random, 100) });
    expect(told).toEqual(await replay(recording));
  });

  it('tells every dialog from the screen alone', async () => {
    const recording = load(name);
    const told = await replay({
      ...recording,
      events: recording.events.filter((event) => event.kind !== 'hook' && event.kind !== 'registry'),
    });
    const dialogs = recording.expectations.filter((expected) => expected.state === 'waiting');
    expect(compare(told, dialogs)).toEqual([]);
  });
});
