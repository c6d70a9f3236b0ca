/*
 * Reading of JSON that nobody has checked: what Claude writes grows with each version, so a field that is missing or
 * of another type is simply not there.
 */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The text, or null where there is none or an empty one. */
export function someText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function someNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The first of these fields that holds a value; Claude writes some names in two ways. */
export function field(record: JsonRecord, ...names: readonly string[]): unknown {
  for (const name of names) if (record[name] !== undefined && record[name] !== null) return record[name];
  return undefined;
}

/** Milliseconds since 1970 of an ISO time; null for anything else. */
export function momentOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
