// What every reader of a stream makes of it: the same for every way of cutting, which rows 1 and 2 try.
import { replay } from '#electron/claude/recording/replay';
import type { Recording } from '#electron/claude/recording/format';
import { LineReader } from '#shared/base/framing';
import { SidebandScanner } from '#shared/sideband/scanner';
import { MESSAGE } from '../unit/shared/sideband/support';
import { loadRecording, RECORDING_FILES, recordingText, shown } from '#test/helpers/recordings';

export type Cut = (bytes: Uint8Array) => readonly Uint8Array[];

/** Text in pieces of characters, cut where the bytes of it would be. */
function textPieces(text: string, cut: Cut): readonly string[] {
  let at = 0;
  return cut(Buffer.alloc(text.length)).map(({ length }) => text.slice(at, (at += length)));
}

function linesIn(pieces: readonly string[]): string {
  const reader = new LineReader();
  return JSON.stringify([...pieces.flatMap((piece) => reader.push(piece)), reader.finish()]);
}

/** The tags and the text, joined where two pieces of it touch. */
export function scanned(pieces: readonly string[]): string {
  const scanner = new SidebandScanner();
  let found = '';
  for (const piece of [...pieces.flatMap((part) => scanner.push(part)), ...scanner.end()])
    found += piece.type === 'text' ? piece.text : `\0${JSON.stringify(piece)}\0`;
  return found;
}

async function screenOf(recording: Recording, cut: Cut): Promise<string> {
  const { titles, screens } = await shown(recording, cut, () => false);
  return JSON.stringify([titles, [...screens]]);
}

async function statesOf(recording: Recording, cut: Cut): Promise<string> {
  return JSON.stringify(await replay(recording, { cut }));
}

export interface Read {
  readonly screen: string;
  readonly states: string | null;
  readonly lines: string;
  readonly tags: string;
}

export class Subject {
  readonly recording: Recording;
  private readonly text: string;
  private whole: Read | null = null;

  constructor(readonly name: string) {
    this.recording = loadRecording(name);
    this.text = recordingText(name).slice(0, 20_000);
  }

  /** Which readers see something else when it is cut so; empty when none does. */
  async differences(cut: Cut, withStates: boolean): Promise<string> {
    this.whole ??= await this.read((bytes) => [bytes], true);
    const read = await this.read(cut, withStates);
    const whole = this.whole;
    return (['screen', 'states', 'lines', 'tags'] as const)
      .filter((reader) => read[reader] !== null && read[reader] !== whole[reader])
      .join(', ');
  }

  private async read(cut: Cut, withStates: boolean): Promise<Read> {
    return {
      screen: await screenOf(this.recording, cut),
      states: withStates ? await statesOf(this.recording, cut) : null,
      lines: linesIn(textPieces(this.text, cut)),
      tags: scanned(textPieces(MESSAGE, cut)),
    };
  }
}

export const terminalSubjects = (): readonly Subject[] =>
  RECORDING_FILES.map((name) => new Subject(name)).filter(
    ({ recording }) => recording.header.interface === 'terminal',
  );
