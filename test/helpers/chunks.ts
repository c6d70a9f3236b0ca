// Ways of cutting a stream into pieces, for the tests of everything that reads one.

/** Every way of cutting in two, plus piece by piece. */
export function everyCut<T extends { readonly length: number; slice(start: number, end?: number): T }>(
  input: T,
): T[][] {
  const cuts: T[][] = [
    [input],
    Array.from({ length: input.length }, (_, index) => input.slice(index, index + 1)),
  ];
  for (let at = 1; at < input.length; at += 1) cuts.push([input.slice(0, at), input.slice(at)]);
  return cuts;
}

/** A cheap, repeatable source of randomness. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Cuts at random places. */
export function randomCut(bytes: Uint8Array, random: () => number, longest = 64): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const size = 1 + Math.floor(random() * longest);
    pieces.push(bytes.subarray(start, start + size));
    start += size;
  }
  return pieces;
}
