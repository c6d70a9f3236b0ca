/** What one key after the other leads to, as in browsers. */
const STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** The next step up or down from a factor; null is back to 1. */
export function nextZoom(factor: number, direction: 1 | -1 | null): number {
  if (direction === null) return 1;
  // Factors of the settings may lie between two steps.
  const further = STEPS.filter((step) => (step - factor) * direction > 0.001);
  return (direction > 0 ? further[0] : further.at(-1)) ?? factor;
}
