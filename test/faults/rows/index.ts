import type { Row } from '../row';

/** The rows that there are, by number; each is read when it runs. */
export const ROWS: Readonly<Record<number, () => Promise<{ readonly row: Row }>>> = {
  1: () => import('./01-chunking'),
  2: () => import('./02-byte-by-byte'),
  3: () => import('./03-parser-fuzz'),
  4: () => import('./04-redos'),
  5: () => import('./05-forged-sideband'),
  7: () => import('./07-rebinding'),
  8: () => import('./08-wrong-pane-token'),
  18: () => import('./18-injection-sanitiser'),
};

export async function loadRow(number: number): Promise<Row> {
  const load = ROWS[number];
  if (load === undefined) throw new Error(`there is no row ${String(number)}`);
  return (await load()).row;
}
