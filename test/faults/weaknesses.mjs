// @ts-check
// For the twins of the fault suite: guards that can be taken out of a build made for it, one row at a time. The part of
// `guard` between ⟦ and ⟧ is an expression of the file; when the weakness is switched on, `instead` has its place.

/** @typedef {{ readonly rows: readonly number[], readonly at: string, readonly guard: string, readonly instead: string }} Weakness */

/** @type {(rows: number | readonly number[], at: string, guard: string, instead: string) => Weakness} */
const without = (rows, at, guard, instead) => ({ rows: [rows].flat(), at, guard, instead });

const lines = 'shared/base/framing.ts';
const characters = 'shared/base/utf8-splitter.ts';

/** @type {readonly Weakness[]} */
export const weaknesses = [
  // What is not yet a whole line is forgotten, and half a character is handed on.
  without([1, 2], lines, 'this.keep(⟦piece.slice(start)⟧);', "''"),
  without([1, 2], characters, 'if (⟦end === bytes.length⟧) return bytes;', 'true'),
  without(3, 'shared/sideband/tag-reader.ts', "if (⟦this.state !== 'prefix' && isForbidden(unit)⟧)", 'false'),
  without(5, 'shared/sideband/scanner.ts', '⟦this.markdown.meansTags⟧', 'true'),
  without(7, 'electron/mcp/guard.ts', "if (⟦hosts.length !== 1 || !ours.includes(hosts[0] ?? '')⟧)", 'false'),
  without(
    8,
    'electron/mcp/client-sessions.ts',
    'if (⟦session?.principal.paneId !== principal.paneId⟧)',
    'session === undefined',
  ),
  without(18, 'shared/delivery/message-text.ts', ".replace(⟦UNSAFE⟧, '')", '/\\u0000/g'),
];
