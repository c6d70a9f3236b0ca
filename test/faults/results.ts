// What the suite found, kept as JSON beside the page that is made from it.
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#test/helpers/root';
import { tableRow } from './table';

export interface RowResult {
  readonly tried: number;
  readonly held: number;
  /** The first of the sentences; `tried` and `held` tell how many there are. */
  readonly lost: readonly string[];
  readonly twinTried: number;
  readonly twinLost: number;
  /** One of the sentences of the twin: how a weak build loses. */
  readonly twinSentence: string;
  readonly seconds: number;
  readonly seed: number;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
}

export type Results = Readonly<Record<string, RowResult>>;

export const RESULTS_FILE = path.join(repositoryRoot, 'docs/reference/reliability.json');

export function readResults(): Results {
  return fs.existsSync(RESULTS_FILE) ? (JSON.parse(fs.readFileSync(RESULTS_FILE, 'utf8')) as Results) : {};
}

export function writeResult(number: number, result: RowResult): void {
  const all = Object.entries({ ...readResults(), [number]: result });
  all.sort(([left], [right]) => Number(left) - Number(right));
  fs.writeFileSync(RESULTS_FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** Why a row is not as it has to be; null when it is. */
export function complaintAbout(number: number, result: RowResult): string | null {
  const { wanted } = tableRow(number);
  if (result.held < result.tried) return `lost: ${result.lost[0] ?? 'no reason given'}`;
  if (result.tried < wanted) return `only ${String(result.tried)} of ${String(wanted)} were tried`;
  if (result.twinLost === 0) return 'the twin lost nothing';
  return null;
}
