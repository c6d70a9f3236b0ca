import type { Outcome } from '#test/helpers/claude/scenarios/scenario';

/** How soon a state has to be told after what proves it, in milliseconds. */
export const LIMIT = 300;

/** What was measured, as a page of the documentation. */
export function statesReport(outcomes: readonly Outcome[], failures: readonly string[]): string {
  const strong = delaysOf(outcomes.map(({ strongProof }) => strongProof?.delay));
  const first = delaysOf(outcomes.map(({ firstProof }) => firstProof?.delay));
  const late = outcomes.filter(({ strongProof }) => (strongProof?.delay ?? 0) > LIMIT);
  return `${[
    '# States of a Claude, as measured',
    '',
    'Written by `npm run states`: the real `claude`, of each pinned version, in the real core, against a scripted model. Not to be edited.',
    '',
    '- **Decided by**: the evidence that the told state rests on by its own account.',
    '- **First sign**: the first evidence that spoke for the state without a break until it was told, and the milliseconds from',
    '  its arrival in the core (for the registry, from the time its file was written) until the state was in the store. A title',
    '  that says "not working" is shown for dialogs too, so alone it proves less than what stands in the next column.',
    '- **Proof**: the same for hooks, settled screens and ends of processes alone. Empty where the state was told before',
    '  any of these came.',
    '',
    'Missing: the onboarding, as a first start of Claude without network ends before it asks anything; a missing login in the',
    'fullscreen renderer, which does not show it before the first prompt. Without hooks, the fullscreen renderer of 2.1.197 does',
    'not show that a dialog was left, so such a turn is told to be complete.',
    '',
    `${String(outcomes.length)} states. Proof to store: median ${ms(strong.median)}, 95 % within ${ms(strong.most)}, longest ${ms(strong.longest)} ms.`,
    `First sign to store: median ${ms(first.median)}, 95 % within ${ms(first.most)}, longest ${ms(first.longest)} ms.`,
    late.length === 0
      ? `All within ${String(LIMIT)} ms of their proof.`
      : `Later than ${String(LIMIT)} ms after their proof: ${late.map((one) => `${one.scenario} → ${one.state} (${one.version}, ${one.renderer}, ${String(one.columns)})`).join('; ')}.`,
    '',
    ...(failures.length === 0
      ? []
      : ['## Did not come about', '', ...failures.map((text) => `- ${text.split('\n')[0] ?? ''}`), '']),
    '| Scenario | State told | Claude | Renderer | Columns | Decided by | First sign | Proof |',
    '| --- | --- | --- | --- | --: | --- | --- | --- |',
    ...[...outcomes]
      .map((one, place) => ({ one, place }))
      .sort(
        (left, right) =>
          scenarioPlace(outcomes, left.one) - scenarioPlace(outcomes, right.one) || left.place - right.place,
      )
      .map(({ one }) => row(one)),
  ].join('\n')}\n`;
}

function scenarioPlace(outcomes: readonly Outcome[], one: Outcome): number {
  return outcomes.findIndex(({ scenario }) => scenario === one.scenario);
}

function row(one: Outcome): string {
  const sign = (proof: Outcome['firstProof']) => (proof === null ? '' : `${proof.source} ${ms(proof.delay)}`);
  return `| ${[one.scenario, one.state, one.version, one.renderer, String(one.columns), one.decidedBy, sign(one.firstProof), sign(one.strongProof)].join(' | ')} |`;
}

function ms(delay: number): string {
  return delay < 1 ? '<1' : String(Math.round(delay));
}

function delaysOf(delays: readonly (number | undefined)[]) {
  const sorted = delays.filter((delay) => delay !== undefined).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), most: at(0.95), longest: at(1) };
}
