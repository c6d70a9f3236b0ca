import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { App, electronRuntime, type Flags } from '#test/helpers/app';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { waitFor } from '#test/helpers/wait';
import type { FloorConfiguration, FloorName } from './floors/wire';
import { FLOOR_LABELS } from './floors/wire';
import type { BenchProbe } from './probe-types';
import { sleep } from './processes';
import { CACHE, PROMPT, Workspace } from './workspace';

export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** Sizes go to the terminals at a pace; after this long they have the last one. */
const RESIZED = 700;

/** Something with terminals in a page: Fugue, or one of the floors. */
export interface Subject {
  readonly label: string;
  readonly page: Page;
  readonly panes: readonly string[];
  readonly workspace: Workspace;
  /** Types into a pane without the keyboard. */
  send(pane: string, text: string): Promise<void>;
  /** Gives the keyboard to a pane. */
  focus(pane: string): Promise<void>;
  close(): Promise<void>;
}

export const electronFlags = (): string[] => [
  '--disable-gpu',
  '--ozone-platform=x11',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export function isPrompt(text: string): boolean {
  return text.trimEnd().endsWith(PROMPT);
}

/** Writes into the home before the start, and gives more variables for it. */
type Prepare = (workspace: Workspace) => Readonly<Record<string, string>>;

export class FugueSubject implements Subject {
  readonly label = 'Fugue';
  panes: readonly string[] = [];

  private constructor(
    readonly app: App,
    readonly workspace: Workspace,
  ) {}

  get page(): Page {
    return this.app.page;
  }

  /** Starts the built app in a window of its own, with so many panes in view. */
  static async start(panes = 1, prepare: Prepare = () => ({})): Promise<FugueSubject> {
    const workspace = new Workspace();
    const env = { FUGUE_TEST: '1', ...prepare(workspace) };
    const app = await App.start({ directory: workspace.directory, env });
    const subject = new FugueSubject(app, workspace);
    await app.page.waitForFunction(() => window.fugueTest !== undefined);
    await app.page.evaluate(() => {
      const probe: BenchProbe = {
        text: (pane) => window.fugueTest?.text(pane) ?? '',
        rows: (pane) => document.querySelector<HTMLElement>(`[data-testid="pane-${pane}"] .xterm-rows`),
      };
      window.benchProbe = probe;
    });
    await app.resize(1400, 900);
    await sleep(RESIZED);
    await subject.ready(1);
    if (panes > 1) await subject.layOut(panes);
    return subject;
  }

  async run(name: string, flags: Flags = {}): Promise<unknown> {
    const outcome = await this.app.runCommand(name, flags);
    if (outcome.code !== 0) throw new Error(`fugue run ${name}: ${outcome.stderr}`);
    return outcome.json;
  }

  async send(pane: string, text: string): Promise<void> {
    await this.run('send_input', { pane_id: pane, input: text });
  }

  async focus(pane: string): Promise<void> {
    await this.run('focus_pane', { pane_id: pane });
    await this.page.waitForFunction(
      (id) => document.activeElement?.closest(`[data-testid="pane-${id}"]`) != null,
      pane,
    );
  }

  async grid(pane: string): Promise<Grid> {
    const size = await this.page.evaluate((id) => window.fugueTest?.size(id) ?? null, pane);
    if (size === null) throw new Error('the pane has no terminal');
    return size;
  }

  async close(): Promise<void> {
    await this.app.close();
    this.workspace.remove();
  }

  /** Replaces what is shown by a window with so many panes of the same size, in rows of two or more. */
  async layOut(count: number, command?: string): Promise<void> {
    const perRow = Math.ceil(Math.sqrt(count));
    const leaves = Array.from({ length: count }, () => ({
      layout: { pane: command === undefined ? {} : { command } },
    }));
    const rows = [];
    while (leaves.length > 0) {
      rows.push({ layout: { direction: 'horizontal', splits: leaves.splice(0, perRow) } });
    }
    await this.run('create_layout', {
      layout: JSON.stringify({ direction: 'vertical', splits: rows }),
      focus: true,
    });
    await sleep(RESIZED);
    if (command === undefined) await this.ready(count);
  }

  private async ready(count: number): Promise<void> {
    await waitFor(
      `${count} panes with a prompt`,
      async () => {
        const listed = (await this.run('list_panes')) as { panes: readonly { id: string }[] };
        this.panes = listed.panes.map(({ id }) => id);
        const texts = await this.page.evaluate(
          (ids) => ids.map((id) => window.benchProbe?.text(id) ?? ''),
          this.panes,
        );
        return texts.length === count && texts.every(isPrompt);
      },
      { timeout: 30_000, every: 200 },
    );
  }
}

export class FloorSubject implements Subject {
  readonly label: string;
  readonly panes: readonly string[];

  private constructor(
    readonly electron: ElectronApplication,
    readonly page: Page,
    readonly workspace: Workspace,
    configuration: FloorConfiguration,
  ) {
    this.label = FLOOR_LABELS[configuration.floor];
    this.panes = Array.from({ length: configuration.panes }, (_, index) => String(index));
  }

  static async start(floor: FloorName, grid: Grid, panes = 1): Promise<FloorSubject> {
    const workspace = new Workspace();
    const configuration: FloorConfiguration = { floor, panes, ...grid, home: workspace.home };
    const electron = await _electron.launch({
      executablePath: electronRuntime().executable,
      args: [path.join(CACHE, 'floor-main.cjs'), ...electronFlags()],
      env: cleanEnvironment({ HOME: workspace.home, FUGUE_BENCH_FLOOR: JSON.stringify(configuration) }),
      chromiumSandbox: process.getuid?.() !== 0,
    });
    const page = await electron.firstWindow();
    const subject = new FloorSubject(electron, page, workspace, configuration);
    await waitFor(
      `the prompts of ${subject.label}`,
      async () => {
        const texts = await page.evaluate(
          (ids) => ids.map((id) => window.benchProbe?.text(id) ?? ''),
          subject.panes,
        );
        return texts.every(isPrompt);
      },
      { timeout: 30_000, every: 100 },
    );
    return subject;
  }

  async send(pane: string, text: string): Promise<void> {
    await this.page.evaluate(([id, data]) => window.benchProbe?.send?.(id, data), [pane, text] as const);
  }

  async focus(pane: string): Promise<void> {
    await this.page.bringToFront();
    await this.page.evaluate((id) => window.benchProbe?.focus?.(id), pane);
  }

  async close(): Promise<void> {
    const child = this.electron.process();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    this.workspace.remove();
  }
}

/** Runs something with a subject and ends it whatever happens. */
export async function using<S extends Subject, T>(
  started: Promise<S>,
  use: (subject: S) => Promise<T>,
): Promise<T> {
  const subject = await started;
  try {
    return await use(subject);
  } finally {
    await subject.close();
  }
}
