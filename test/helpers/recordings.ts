// The recordings of the real `claude`, and what a screen shows of one however its bytes are cut.
import fs from 'node:fs';
import path from 'node:path';
import { parseRecording, type Recording } from '#electron/claude/recording/format';
import { ScreenModel } from '#electron/screen/screen-model';
import { repositoryRoot } from './root';

const folder = path.join(repositoryRoot, 'test/fixtures/recordings');

/** The names of all recordings. */
export const RECORDING_FILES: readonly string[] = fs
  .readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .sort();

export function recordingText(name: string): string {
  return fs.readFileSync(path.join(folder, name), 'utf8');
}

export function loadRecording(name: string): Recording {
  const recording = parseRecording(recordingText(name));
  if (!recording.ok) throw new Error(`${name}:${recording.error.line}: ${recording.error.message}`);
  return recording.value;
}

/** The titles, and the screen after some of the outputs: what readers get to see. */
export async function shown(
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
