import { describe, expect, it } from 'vitest';
import { compare, replay } from '#electron/claude/recording/replay';
import { randomCut, seededRandom } from '#test/helpers/chunks';
import { loadRecording, RECORDING_FILES, shown } from '#test/helpers/recordings';

/** Ways of cutting each recording; more of them when a whole night is there for it: `FUGUE_CUTS=1000`. */
const WAYS = Number(process.env['FUGUE_CUTS'] ?? 20);

const DIALOG_MARKERS = /^(?:permission:.*|question|plan|trust)$/;

describe.each(RECORDING_FILES)('%s', (name) => {
  it('tells the right state within 300 ms of each marker, and no dialog that there was not', async () => {
    const recording = loadRecording(name);
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
    const recording = loadRecording(name);
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
    const recording = loadRecording(name);
    const random = seededRandom(name.length);
    const told = await replay(recording, { cut: (bytes) => randomCut(bytes, random, 100) });
    expect(told).toEqual(await replay(recording));
  });

  it('tells every dialog from the screen alone', async () => {
    const recording = loadRecording(name);
    const told = await replay({
      ...recording,
      events: recording.events.filter((event) => event.kind !== 'hook' && event.kind !== 'registry'),
    });
    const dialogs = recording.expectations.filter((expected) => expected.state === 'waiting');
    expect(compare(told, dialogs)).toEqual([]);
  });
});
