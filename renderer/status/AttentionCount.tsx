/** How many Claudes in a group need the person; nothing when none does. */
export function AttentionCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const words = `${String(count)} ${count === 1 ? 'needs' : 'need'} you`;
  return (
    // The number is drawn by the style sheet: the words are what it is called, and would not contain it alone.
    <span className="attention-count" role="img" aria-label={words} title={words} data-count={count} />
  );
}
