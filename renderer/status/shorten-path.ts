/** A folder in at most so many characters: `~` for the home folder, and what is too long gives way in the middle. */
export function shortenPath(path: string, home: string, limit: number): string {
  const inHome = home !== '' && (path === home || path.startsWith(`${home}/`));
  const short = inHome ? `~${path.slice(home.length)}` : path;
  if (short.length <= limit) return short;
  const parts = short.split('/');
  const first = parts[0] === '' ? `/${parts[1] ?? ''}` : (parts[0] ?? '');
  const rest = parts.slice(parts[0] === '' ? 2 : 1);
  // As many folders from the end as there is room for: the last one says the most.
  let tail = rest.pop() ?? '';
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (`${first}/…/${next}/${tail}`.length > limit) break;
    tail = `${next}/${tail}`;
  }
  const joined = `${first}/…/${tail}`;
  return joined.length <= limit ? joined : `…${tail.slice(-(limit - 1))}`;
}
