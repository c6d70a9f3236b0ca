// Ten thousand transcripts as Claude writes them, made once and kept: the same ones every time.
import fs from 'node:fs';
import path from 'node:path';
import { projectDirectoryName } from '#electron/claude/transcripts';
import { repositoryRoot } from '#test/helpers/root';

/** Other contents need another name: what was made before is kept. */
const NAME = 'bench-history-1';
export const TRANSCRIPTS = 10_000;
const PROJECTS = 200;
/** Sizes are as those of people are: half of them below this, few of them many times as large. In bytes. */
const MEDIAN_SIZE = 60 * 1024;
const SPREAD = 1.15;
/** A word that some of the conversations hold, and two that few do. */
export const COMMON_WORD = 'lighthouse';
export const RARE_WORDS = 'quicksilver meridian';

export interface HistoryCorpus {
  /** As CLAUDE_CONFIG_DIR. */
  readonly configDirectory: string;
  readonly bytes: number;
}

export function historyCorpus(say: (text: string) => void, transcripts = TRANSCRIPTS): HistoryCorpus {
  const folder = path.join(repositoryRoot, '.cache', `${NAME}-${String(transcripts)}`);
  const done = path.join(folder, 'done.json');
  if (!fs.existsSync(done)) {
    say(`making ${String(transcripts)} transcripts, once`);
    fs.rmSync(folder, { recursive: true, force: true });
    const bytes = new Writer(folder).write(transcripts);
    fs.writeFileSync(done, JSON.stringify({ bytes }));
  }
  const { bytes } = JSON.parse(fs.readFileSync(done, 'utf8')) as { bytes: number };
  return { configDirectory: folder, bytes };
}

/** A generator of numbers between 0 and 1 that always gives the same ones (mulberry32). */
function randomness(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Writer {
  private readonly random = randomness(7);
  private readonly prose: string;
  private readonly code: string;

  constructor(private readonly folder: string) {
    const words = Array.from({ length: 4000 }, () => this.word());
    // Few words are most of what is written.
    const pick = (): string => words[Math.floor(words.length * this.random() ** 3)] ?? '';
    this.prose = Array.from({ length: 400_000 }, (_, index) =>
      index % 12 === 11 ? `${pick()}.` : pick(),
    ).join(' ');
    this.code = Array.from(
      { length: 120_000 },
      (_, index) => `${'  '.repeat(index % 4)}const ${pick()} = ${pick()}(${pick()}, "${pick()}");`,
    ).join('\n');
  }

  write(transcripts: number): number {
    let bytes = 0;
    for (let number = 0; number < transcripts; number += 1) {
      // Some projects have many conversations.
      const project = Math.floor(PROJECTS * this.random() ** 2);
      const directory = `/home/dev/work/project-${String(project)}`;
      const folder = path.join(this.folder, 'projects', projectDirectoryName(directory));
      fs.mkdirSync(folder, { recursive: true });
      const id = this.uuid();
      const file = path.join(folder, `${id}.jsonl`);
      const text = this.transcript(number, id, directory);
      fs.writeFileSync(file, text);
      const at = Date.UTC(2026, 0, 1) / 1000 + number * 1800;
      fs.utimesSync(file, at, at);
      bytes += Buffer.byteLength(text);
    }
    return bytes;
  }

  private transcript(number: number, sessionId: string, cwd: string): string {
    const wanted = MEDIAN_SIZE * Math.exp(SPREAD * this.normal());
    const common = {
      isSidechain: false,
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId,
      version: '2.1.197',
      gitBranch: 'main',
    };
    let at = Date.UTC(2026, 0, 1) + number * 1_800_000;
    let parentUuid: string | null = null;
    const lines: string[] = [JSON.stringify({ type: 'file-history-snapshot', messageId: this.uuid() })];
    const written = { length: 0 };
    const add = (line: Record<string, unknown>): void => {
      const uuid = this.uuid();
      at += 2000;
      const text = JSON.stringify({
        parentUuid,
        ...common,
        ...line,
        uuid,
        timestamp: new Date(at).toISOString(),
      });
      parentUuid = uuid;
      lines.push(text);
      written.length += text.length + 1;
    };
    for (let turn = 0; turn === 0 || written.length < wanted; turn += 1) {
      let prompt = this.slice(this.prose, 40 + 400 * this.random() ** 2);
      if (turn === 0 && number % 50 === 0) prompt += ` ${COMMON_WORD}`;
      if (turn === 0 && number % 2500 === 3) prompt += ` ${RARE_WORDS}`;
      add({ type: 'user', message: { role: 'user', content: prompt } });
      if (turn === 0)
        lines.push(JSON.stringify({ type: 'ai-title', aiTitle: this.slice(this.prose, 40), sessionId }));
      for (let step = Math.floor(1 + 4 * this.random()); step > 0; step -= 1) {
        const id = `msg_${this.uuid()}`;
        const tool = `toolu_${this.uuid()}`;
        const usage = {
          input_tokens: 6,
          cache_read_input_tokens: 12_000,
          cache_creation_input_tokens: 400,
          output_tokens: 150,
        };
        const said = (block: unknown, stop: string | null) => ({
          type: 'assistant',
          requestId: `req_${id}`,
          message: {
            id,
            type: 'message',
            role: 'assistant',
            model: 'claude-sonnet-5',
            content: [block],
            stop_reason: stop,
            usage,
          },
        });
        add(said({ type: 'text', text: this.slice(this.prose, 60 + 900 * this.random() ** 2) }, null));
        add(
          said(
            { type: 'tool_use', id: tool, name: 'Bash', input: { command: this.slice(this.prose, 60) } },
            'tool_use',
          ),
        );
        const output = this.slice(this.code, 200 + 9000 * this.random() ** 3);
        add({
          type: 'user',
          message: {
            role: 'user',
            content: [{ tool_use_id: tool, type: 'tool_result', content: output, is_error: false }],
          },
          toolUseResult: { stdout: output.slice(0, 2000), stderr: '', interrupted: false },
        });
      }
    }
    return `${lines.join('\n')}\n`;
  }

  private slice(text: string, length: number): string {
    const start = Math.floor(this.random() * (text.length - length));
    return text.slice(start, start + length).trim();
  }

  private word(): string {
    const letters = 'etaoinshrdlucmfwypvbgk';
    return Array.from(
      { length: 2 + Math.floor(this.random() * 8) },
      () => letters[Math.floor(letters.length * this.random() ** 1.5)],
    ).join('');
  }

  /** Around zero, most of it between -2 and 2. */
  private normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
  }

  private uuid(): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(this.random() * 16).toString(16)).join('');
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `a${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  }
}
