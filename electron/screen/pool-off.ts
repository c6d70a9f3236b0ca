// The grapheme tables read a pooled Buffer from its start, which is someone else's bytes on old Node versions and
// makes the module spin for ever. While the module is evaluated no pool is used, so the table owns its memory.
const normal = Buffer.poolSize;
Buffer.poolSize = 0;
export function restorePoolSize(): void {
  Buffer.poolSize = normal;
}
