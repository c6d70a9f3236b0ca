/** How many Claudes in a group need the person; nothing when none does. */
export function AttentionCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const words = `${String(count)} ${count === 1 ? 'needs' : 'need'} you`;
  return (
    <span className="attention-count" role="img" aria-label={words} title={words}>
      {count}
    </span>
  );
}
