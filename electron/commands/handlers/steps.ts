/** The entry after or before one, going round at the ends. */
export function stepFrom<T extends { readonly id: string }>(
  entries: readonly T[],
  from: T,
  toward: 'next' | 'previous',
): T {
  const index = entries.findIndex((entry) => entry.id === from.id);
  const step = toward === 'next' ? 1 : -1;
  return entries[(index + step + entries.length) % entries.length] ?? from;
}
