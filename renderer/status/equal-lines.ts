/** Lines as they are read: each is told once, in the order of its first, with how often it is there. */
export function equalLines(lines: readonly string[]): readonly { line: string; times: number }[] {
  const times = new Map<string, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].map(([line, count]) => ({ line, times: count }));
}
