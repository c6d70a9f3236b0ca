import { rounded } from './statistics';

/** A condition on a value; `reference` names what it is compared with, or is null for a plain bound. */
export interface Target {
  readonly reference: string | null;
  readonly relation: 'at least' | 'at most';
  readonly factor: number;
}

export const atLeast = (factor: number, reference: string | null = null): Target => ({
  reference,
  relation: 'at least',
  factor,
});
export const atMost = (factor: number, reference: string | null = null): Target => ({
  reference,
  relation: 'at most',
  factor,
});

export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly references: Readonly<Record<string, number>>;
  /** The value divided by each reference. */
  readonly ratios: Readonly<Record<string, number>>;
  readonly target: string | null;
  /** Null when there is no target, or when nothing that it names could be measured. */
  readonly met: boolean | null;
  /** The parts of the target that were not met. */
  readonly missed: readonly string[];
}

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly references?: Readonly<Record<string, number | undefined>>;
  readonly targets?: readonly Target[];
}

export function result({ name, value, unit, references = {}, targets = [] }: Measured): BenchResult {
  const measured: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const [reference, amount] of Object.entries(references)) {
    if (amount === undefined || !Number.isFinite(amount)) continue;
    measured[reference] = rounded(amount);
    ratios[reference] = rounded(value / amount);
  }
  const checked = targets.map((target) => ({
    text: targetText(target, unit),
    met: isMet(target, value, measured),
  }));
  const decided = checked.filter(({ met }) => met !== null);
  return {
    name,
    value: rounded(value),
    unit,
    references: measured,
    ratios,
    target: targets.length === 0 ? null : checked.map(({ text }) => text).join(', '),
    met: decided.length === 0 ? null : decided.every(({ met }) => met),
    missed: decided.filter(({ met }) => met === false).map(({ text }) => text),
  };
}

function isMet(target: Target, value: number, references: Readonly<Record<string, number>>): boolean | null {
  // A value that could not be had meets nothing.
  if (!Number.isFinite(value)) return false;
  const base = target.reference === null ? 1 : references[target.reference];
  if (base === undefined) return null;
  const bound = target.factor * base;
  return target.relation === 'at least' ? value >= bound : value <= bound;
}

function targetText({ reference, relation, factor }: Target, unit: string): string {
  const sign = relation === 'at least' ? '≥' : '≤';
  return reference === null ? `${sign} ${factor} ${unit}` : `${sign} ${factor} × ${reference}`;
}

/** The results as a table in Markdown. */
export function table(results: readonly BenchResult[]): string {
  const header = ['What', 'Fugue', 'References (ratio)', 'Target', ''];
  const rows = results.map((entry) => [
    entry.name,
    `${number(entry.value)} ${entry.unit}`,
    Object.entries(entry.references)
      .map(([name, value]) => `${name} ${number(value)} (${number(entry.ratios[name] ?? Number.NaN)})`)
      .join('; '),
    entry.target ?? '',
    verdict(entry),
  ]);
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function number(value: number): string {
  return Number.isFinite(value) ? String(value) : 'not measured';
}

function verdict({ target, met, missed }: BenchResult): string {
  if (target === null) return '';
  if (met === null) return 'no reference here';
  return met ? 'met' : `**missed** (${missed.join(', ')})`;
}
