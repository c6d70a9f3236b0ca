// Transcripts and the index over them, for tests.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { HistoryEvent, HistoryMethod, HistoryRequests, HistorySettings } from '#shared/history/types';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { HistoryEngine } from '../../electron/claude/history/history-engine';
import { projectDirectoryName } from '../../electron/claude/transcripts';
import { systemClock } from '../../electron/system/system-clock';

export type Line = Readonly<Record<string, unknown>>;

const BEGAN = Date.UTC(2026, 2, 2, 10, 0);

export function userLine(text: string, more: Line = {}): Line {
  return {
    type: 'user',
    uuid: randomUUID(),
    cwd: '/home/dev/otter',
    isSidechain: false,
    timestamp: new Date(BEGAN).toISOString(),
    message: { role: 'user', content: text },
    ...more,
  };
}

export function assistantLine(text: string, more: Line = {}): Line {
  return {
    type: 'assistant',
    uuid: randomUUID(),
    cwd: '/home/dev/otter',
    isSidechain: false,
    timestamp: new Date(BEGAN + 1000).toISOString(),
    message: {
      role: 'assistant',
      id: `msg_${randomUUID()}`,
      model: 'claude-x',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 10, output_tokens: 5 },
    },
    ...more,
  };
}

export function asText(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A folder with configurations of Claude, and an index over it in this very thread. */
export class HistoryBench {
  readonly directory = makeTemporaryDirectory();
  readonly events: HistoryEvent[] = [];
  readonly settings: HistorySettings;
  engine: HistoryEngine;

  constructor(more: Partial<HistorySettings> = {}) {
    this.settings = {
      configDirectories: [this.directory.folder('claude')],
      paneConfigurations: path.join(this.directory.path, 'fugue/claude-configs'),
      stateDirectory: this.directory.folder('fugue/state'),
      archiveDirectory: path.join(this.directory.path, 'fugue/archive'),
      archive: false,
      prices: {},
      ...more,
    };
    this.engine = this.start();
  }

  get projects(): string {
    return path.join(this.directory.path, 'claude/projects');
  }

  /** A new index that finds what the old one kept. */
  restart(): void {
    this.engine.dispose();
    this.engine = this.start();
  }

  /** Writes a transcript; `at` is when it changed, in seconds since 1970. */
  write(
    lines: readonly Line[] | string,
    options: {
      readonly id?: string;
      readonly cwd?: string;
      readonly at?: number;
      readonly config?: string;
    } = {},
  ): { readonly id: string; readonly file: string } {
    const { id = randomUUID(), cwd = '/home/dev/otter', at, config = 'claude' } = options;
    const text = typeof lines === 'string' ? lines : asText(lines);
    const file = this.directory.file(`${config}/projects/${projectDirectoryName(cwd)}/${id}.jsonl`, text);
    if (at !== undefined) fs.utimesSync(file, at, at);
    return { id, file };
  }

  ask<Method extends HistoryMethod>(
    method: Method,
    input: HistoryRequests[Method]['input'],
    signal: { readonly aborted: boolean } | null = null,
  ): Promise<HistoryRequests[Method]['output']> {
    return this.engine.answers[method](input, signal);
  }

  async list(more: Partial<HistoryRequests['list']['input']> = {}) {
    return this.ask('list', { directory: null, limit: 50, cursor: null, before: null, ...more });
  }

  async titles(more: Partial<HistoryRequests['list']['input']> = {}): Promise<readonly string[]> {
    return (await this.list(more)).conversations.map(({ title }) => title);
  }

  async search(query: string, directory: string | null = null) {
    return this.ask('search', { query, directory, limit: 50 });
  }

  end(): void {
    this.engine.dispose();
    this.directory.remove();
  }

  private start(): HistoryEngine {
    return new HistoryEngine({
      settings: this.settings,
      clock: systemClock,
      tell: (event) => this.events.push(event),
    });
  }
}
