/** The value below which a share of the sample lies (nearest rank). */
export function percentile(sample: readonly number[], share: number): number {
  if (sample.length === 0) return Number.NaN;
  const sorted = [...sample].sort((first, second) => first - second);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export function median(sample: readonly number[]): number {
  return percentile(sample, 0.5);
}

/** Three significant digits are all that a shared machine can answer for. */
export function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(3)) : value;
}
