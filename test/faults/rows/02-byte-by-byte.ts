import { type Cut, scanned, type Subject, terminalSubjects } from '../cut-readers';
import { type Row, Tally } from '../row';
import { ScreenModel } from '#electron/screen/screen-model';
import { LineReader } from '#shared/base/framing';

const byByte: Cut = (bytes) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));

/** What a stream of output leads to, cut once: the screen, the lines and the tags of it. */
async function result(subject: Subject, bytes: Uint8Array, at: number): Promise<string> {
  const { columns, rows } = subject.recording.header;
  const screen = new ScreenModel({ columns, rows, scrollbackLines: 100 }, () => 0);
  screen.write(bytes.subarray(0, at));
  screen.write(bytes.subarray(at));
  const seen = await new Promise<readonly string[]>((resolve) => {
    screen.write('', () => resolve(screen.visibleRows()));
  });
  screen.dispose();
  const text = Buffer.from(bytes).toString();
  const pieces = [text.slice(0, at), text.slice(at)];
  const reader = new LineReader();
  const lines = [...pieces.flatMap((piece) => reader.push(piece)), reader.finish()];
  return JSON.stringify([seen, lines, scanned(pieces)]);
}

export const row: Row = {
  number: 2,
  async run({ count }) {
    const tally = new Tally();
    const subjects = terminalSubjects();
    const full = count >= 2000;
    for (const subject of full ? subjects : subjects.slice(0, 3)) {
      const differences = await subject.differences(byByte, true);
      tally.check(differences === '', `${subject.name} byte by byte: other ${differences}`);
    }
    for (let number = 0; number < 3; number += 1) {
      const subject = subjects[number * 7]!;
      const outputs = subject.recording.events.flatMap((event) =>
        event.kind === 'output' ? [event.data] : [],
      );
      const bytes = Buffer.from(outputs.join(''));
      const whole = await result(subject, bytes, 0);
      // In a smaller run some of the places, spread evenly.
      const step = Math.max(1, full ? 1 : Math.floor((bytes.length * 3) / count));
      for (let at = 1; at < bytes.length; at += step)
        tally.check(
          (await result(subject, bytes, at)) === whole,
          `${subject.name} cut at byte ${String(at)}`,
        );
    }
    return tally;
  },
};
