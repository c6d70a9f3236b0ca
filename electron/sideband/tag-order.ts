import type { SidebandTag } from '#shared/sideband/tags';

/**
 * Whether a tag has to wait for one before it that the person has not decided yet. What Claude wrote in order is done in
 * order wherever that can be noticed: for the same pane, and for whatever a new, closed or renamed pane changes, as
 * indexes and lists. The rest need not wait for minutes. `idOf`: the pane that is named by id or name now; null for an
 * index and for what is not there.
 */
export function hasToFollow(
  later: SidebandTag,
  earlier: SidebandTag,
  idOf: (pane: string) => string | null,
): boolean {
  if (!('pane' in later) || !('pane' in earlier)) {
    if (!('pane' in later)) return changesPanes(earlier) || (changesPanes(later) && earlier.tag === 'list');
    if (earlier.tag === 'list') return changesPanes(later);
    return idOf(later.pane) === null || nameGivenBy(earlier) === later.pane;
  }
  const meant = idOf(later.pane);
  const other = idOf(earlier.pane);
  return meant === null || other === null || meant === other || nameGivenBy(earlier) === later.pane;
}

/** After it, names and indexes may mean other panes, and there may be more or fewer. */
function changesPanes(tag: SidebandTag): boolean {
  return (
    tag.tag === 'spawn' || (tag.tag === 'control' && (tag.action === 'close' || tag.action === 'rename'))
  );
}

function nameGivenBy(tag: SidebandTag): string | undefined {
  if (tag.tag === 'spawn') return tag.name;
  return tag.tag === 'control' && tag.action === 'rename' ? tag.name : undefined;
}
