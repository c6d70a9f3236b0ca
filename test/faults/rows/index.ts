import type { Row } from '../row';

/** The rows that there are, by number; each is read when it runs. */
export const ROWS: Readonly<Record<number, () => Promise<{ readonly row: Row }>>> = {
  1: () => import('./01-chunking'),
  2: () => import('./02-byte-by-byte'),
  3: () => import('./03-parser-fuzz'),
  4: () => import('./04-redos'),
  5: () => import('./05-forged-sideband'),
  6: () => import('./06-hostile-http'),
  7: () => import('./07-rebinding'),
  8: () => import('./08-wrong-pane-token'),
  9: () => import('./09-slow-connections'),
  10: () => import('./10-mcp-load'),
  11: () => import('./11-session-churn'),
  12: () => import('./12-conformance'),
  18: () => import('./18-injection-sanitiser'),
  23: () => import('./23-fifo-load'),
  24: () => import('./24-fifo-size-edge'),
  25: () => import('./25-fifo-churn'),
  26: () => import('./26-no-reader'),
  27: () => import('./27-stuck-reader'),
  28: () => import('./28-pool-safety'),
  29: () => import('./29-runtime-directory'),
  30: () => import('./30-long-paths'),
  31: () => import('./31-checkpoint-kill'),
  32: () => import('./32-nth-call-fails'),
  33: () => import('./33-disk-full'),
  34: () => import('./34-broken-state'),
  40: () => import('./40-backoff-shape'),
  44: () => import('./44-hook-client'),
  46: () => import('./46-hook-flood'),
  47: () => import('./47-permission-requests'),
  48: () => import('./48-settings-states'),
  49: () => import('./49-settings-race'),
  50: () => import('./50-proxy'),
  53: () => import('./53-slow-subscriber'),
  54: () => import('./54-port-taken'),
};

export async function loadRow(number: number): Promise<Row> {
  const load = ROWS[number];
  if (load === undefined) throw new Error(`there is no row ${String(number)}`);
  return (await load()).row;
}
