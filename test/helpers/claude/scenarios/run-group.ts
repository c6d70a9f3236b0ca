// Plays a group of scenarios with the real claude in the real core, and measures how soon each state was told.
import fs from 'node:fs';
import path from 'node:path';
import { asPaneId } from '#shared/model/ids';
import { CELL_ESTIMATE } from '#shared/state/view';
import { ClaudeCore, type StateChange } from '#test/helpers/claude/claude-core';
import { EvidenceTap, type Proof, type Wanted } from '#test/helpers/claude/evidence-tap';
import { lastUserText, type Turn } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import type { Group, Outcome, Scenario, Stage, Step, Variant } from './scenario';

export interface Played {
  readonly outcomes: readonly Outcome[];
  /** What did not come about, a sentence for each scenario. */
  readonly failures: readonly string[];
}

const PATIENCE = 10_000;
/** A program for tools that runs until a test lets it end. */
const WAIT_FOR = '#!/bin/sh\ntouch "$1.begun"\nwhile [ ! -e "$1" ]; do sleep 0.05; done\necho over\n';
const STRONG: ReadonlySet<string> = new Set(['hook', 'screen', 'process']);

/** Plays the scenarios of a group in order. After one that fails the next ones are played if Claude comes to rest. */
export async function playGroup(group: Group, variant: Variant): Promise<Played> {
  const tap = new EvidenceTap();
  const turns: Turn[] = [];
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  let core: ClaudeCore | undefined;
  try {
    core = await ClaudeCore.start({
      version: variant.version,
      story: { name: group.name, turns },
      config: [
        `renderer = "${variant.renderer}"`,
        'backoff-initial = 0.1',
        group.config ?? '',
        '[permissions]\nallow = ["Bash(./wait-for:*)", "Bash(./nested:*)"]',
      ].join('\n'),
      ...(group.environment === undefined ? {} : { environment: group.environment }),
    });
    tap.home = core.app.home;
    const player = new Player(group, variant, core, tap, turns);
    await player.open();
    for (const scenario of group.scenarios) {
      try {
        outcomes.push(...(await player.play(scenario)));
      } catch (error) {
        failures.push(await player.describe(scenario, error));
        if (!(await player.recover())) break;
      }
    }
  } finally {
    tap.dispose();
    await core?.close();
  }
  return { outcomes, failures };
}

class Player implements Stage {
  paneId = '';
  /** How many changes of states have been looked at. */
  private seen = 0;
  private from = 0;
  /** The state that was told before what is done now. */
  private before: Wanted['state'] = 'none';

  constructor(
    private readonly group: Group,
    private readonly variant: Variant,
    readonly core: ClaudeCore,
    private readonly tap: EvidenceTap,
    private readonly turns: Turn[],
  ) {}

  get pane() {
    return this.core.find(this.paneId);
  }

  async open(): Promise<void> {
    const { core, group, variant } = this;
    for (const [name, text] of [
      ['wait-for', WAIT_FOR],
      ['nested', `#!/bin/sh\nexec "${core.executable}" -p "$1" </dev/null\n`],
    ] as const) {
      fs.writeFileSync(path.join(core.project, name), text, { mode: 0o755 });
    }
    await core.app.run('report_view', {
      width: variant.columns * CELL_ESTIMATE.width + CELL_ESTIMATE.paddingX + 1,
      height: 40 * CELL_ESTIMATE.height + CELL_ESTIMATE.header + 1,
    });
    this.from = performance.now();
    this.paneId = await core.pane(
      group.command ?? 'claude --permission-mode default',
      group.untrusted === true ? core.directory.folder('elsewhere') : core.project,
    );
    if (this.pane.columns !== variant.columns)
      throw new Error(`the pane has ${String(this.pane.columns)} columns`);
  }

  async play(scenario: Scenario): Promise<readonly Outcome[]> {
    // Whatever an earlier scenario left of its story is not this one's.
    this.turns.length = this.core.server.turns.length;
    this.turns.push(...(scenario.turns ?? []));
    const outcomes: Outcome[] = [];
    let resumes = false;
    for (const step of scenario.steps) {
      if (step.act !== undefined) {
        this.mark();
        await step.act(this);
      }
      const change = await this.told(step);
      outcomes.push(this.outcome(scenario, step, resumes, change));
      resumes = step.state === 'waiting';
      this.from = change.at;
      await step.check?.(this);
    }
    return outcomes;
  }

  async describe(scenario: Scenario, error: unknown): Promise<string> {
    const screen = await this.core.screen(this.paneId).catch(() => '');
    const evidence = this.tap.evidence
      .slice(-12)
      .map(
        ({ observation, at }) =>
          `${String(Math.round(at - this.from))} ${JSON.stringify(observation).slice(0, 160)}`,
      );
    return [
      `${scenario.name} (${Object.values(this.variant).join(', ')}): ${error instanceof Error ? error.message : String(error)}`,
      `states: ${this.core.statesOf(this.paneId).join(' → ')}; turns: ${String(this.core.server.turns.length)}`,
      ...evidence,
      ...this.core.server.turns.slice(-3).map(({ body }) => `asked: ${lastUserText(body).slice(0, 120)}`),
      ...screen.trimEnd().split('\n').slice(-25),
    ].join('\n');
  }

  /** Leaves whatever a scenario that failed has left open; false when that can't be done. */
  async recover(): Promise<boolean> {
    const rests = () => ['idle', 'complete'].includes(this.status()?.state ?? '');
    return waitFor(
      'rest',
      async () => {
        if (rests()) return true;
        await this.keys('Escape');
        return false;
      },
      { timeout: 5000, every: 700 },
    ).catch(() => false);
  }

  async prompt(text: string): Promise<void> {
    const { core, paneId } = this;
    // What is pasted before Claude reads its keyboard is not taken for a paste.
    await core.until(paneId, 'idle', 'complete');
    await core.app.run('send_input', { pane_id: paneId, input: text, paste: true });
    await core.shows(paneId, text);
    this.mark();
    await this.keys('Enter');
  }

  async keys(...keys: readonly string[]): Promise<void> {
    await this.core.keys(this.paneId, ...keys);
  }

  async type(text: string): Promise<void> {
    await this.core.app.run('send_input', { pane_id: this.paneId, input: text });
  }

  async choose(option: RegExp): Promise<void> {
    await waitFor(`the option ${String(option)}`, async () => (await this.placeOf(option)) >= 0, {
      timeout: PATIENCE,
    });
    // A dialog that has just come takes no keys for a moment.
    await waitFor(
      `the dialog to take the answer ${String(option)}`,
      async () => {
        if (this.status()?.state !== 'waiting') return true;
        const key = await this.keyFor(option);
        this.mark();
        await this.keys(key);
        return false;
      },
      { timeout: PATIENCE, every: 700 },
    );
  }

  release(): void {
    this.core.server.release();
  }

  signal(name: string): void {
    fs.writeFileSync(path.join(this.core.project, name), '');
  }

  status() {
    return this.core.app.state.panes[asPaneId(this.paneId)]?.agent ?? null;
  }

  /** What is told from here on is due to what is done now. */
  private mark(): void {
    this.from = performance.now();
    this.seen = this.core.changes.length;
    this.before = this.status()?.state ?? 'none';
  }

  /** The digit of an option; without digits, the key that leads to it or takes it. */
  private async keyFor(option: RegExp): Promise<string> {
    const rows = (await this.core.screen(this.paneId)).split('\n');
    const place = await this.placeOf(option);
    const digit = /(\d+)\.\s/.exec(rows[place] ?? '')?.[1];
    if (digit !== undefined) return digit;
    const chosen = lastPlace(rows, (row) => /^\s*❯\s+\S/.test(row));
    return chosen === place ? 'Enter' : chosen < place ? 'Down' : 'Up';
  }

  /** The row of an option on the screen; negative when it is not there. */
  private async placeOf(option: RegExp): Promise<number> {
    const rows = (await this.core.screen(this.paneId)).split('\n');
    return lastPlace(rows, (row) => option.test(row.replace(/^[\s│❯]*(?:\d+\.)?\s*/, '').trimEnd()));
  }

  private async told(step: Step): Promise<StateChange> {
    const changes = () => this.core.changes.slice(this.seen).filter(({ paneId }) => paneId === this.paneId);
    const fits = ({ status }: StateChange): boolean =>
      [step.state, step.or].includes(status?.state ?? 'none') &&
      (step.waitingFor === undefined || status?.waitingFor === step.waitingFor) &&
      (step.retries !== true || step.reason?.test(status?.reason ?? '') === true);
    const change = await waitFor(
      `${step.state} ${step.waitingFor ?? ''} ${step.reason === undefined ? '' : String(step.reason)}`,
      () => changes().find(fits),
      { timeout: PATIENCE, every: 10, instead: () => JSON.stringify(changes().map(({ status }) => status)) },
    );
    const place = this.core.changes.indexOf(change);
    const wrong = this.core.changes
      .slice(this.seen, place)
      // The same state may be told with another reason before it changes.
      .filter(({ status }) => status?.state !== this.before)
      .find(({ status }) => step.never?.includes(status?.state ?? 'none') === true);
    if (wrong !== undefined) throw new Error(`${String(wrong.status?.state)} was told before ${step.state}`);
    this.seen = place + 1;
    // The screen may tell more than what proved the state.
    const { reason } = step;
    if (reason !== undefined) {
      const later = () =>
        this.core.changes.slice(place).some(({ status }) => reason.test(status?.reason ?? ''));
      await waitFor(`the reason ${String(reason)}`, later, {
        timeout: PATIENCE,
        instead: () => String(this.status()?.reason),
      });
    }
    return change;
  }

  private outcome(scenario: Scenario, step: Step, resumes: boolean, { at, status }: StateChange): Outcome {
    const wanted: Wanted = {
      state: status?.state ?? 'none',
      ...(step.waitingFor === undefined ? {} : { waitingFor: step.waitingFor }),
      resumes,
      retries: step.retries ?? false,
    };
    const proofs = this.tap.proofs(wanted, this.from, at);
    const delayOf = (proof: Proof | undefined) =>
      proof === undefined ? null : { source: proof.source, delay: Math.max(0, at - proof.at) };
    return {
      ...this.variant,
      scenario: scenario.name,
      state: `${status?.state ?? 'none'}${status?.waitingFor == null ? '' : ` (${status.waitingFor})`}`,
      decidedBy: status?.source ?? 'process',
      firstProof: delayOf(proofs[0]),
      strongProof: delayOf(proofs.find(({ source }) => STRONG.has(source))),
    };
  }
}

function lastPlace(rows: readonly string[], fits: (row: string) => boolean): number {
  for (let place = rows.length - 1; place >= 0; place -= 1) if (fits(rows[place] ?? '')) return place;
  return -1;
}
