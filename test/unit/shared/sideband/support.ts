import { SidebandScanner, type SidebandPiece, type SidebandScannerOptions } from '#shared/sideband/scanner';

/** Scans a message that comes in pieces; text pieces that touch are joined, as where text is parted says nothing. */
export function scan(pieces: readonly string[], options?: SidebandScannerOptions): SidebandPiece[] {
  const scanner = new SidebandScanner(options);
  const found: SidebandPiece[] = [];
  for (const piece of [...pieces.flatMap((part) => scanner.push(part)), ...scanner.end()]) {
    const last = found.at(-1);
    if (piece.type === 'text' && last?.type === 'text') {
      found[found.length - 1] = { type: 'text', text: last.text + piece.text };
    } else found.push(piece);
  }
  return found;
}

export function sourceOf(pieces: readonly SidebandPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : piece.source)).join('');
}

export function tagsIn(text: string): unknown[] {
  return scan([text]).flatMap((piece) => (piece.type === 'tag' ? [piece.tag] : []));
}

export function problemsIn(text: string): string[] {
  return scan([text]).flatMap((piece) => (piece.type === 'malformed' ? [piece.problem] : []));
}

/** A message with much of what matters in it: tags, examples, faults, and things that only look like tags. */
export const MESSAGE = `Let me build it <fugue:spawn direction="vertical" command="cargo build" /> and see.

- <fugue:read pane='1' lines = "50"/>
\`\`\`xml
<fugue:spawn command="in a fence" />
\`\`\`
Use \`<fugue:list />\` or \\<fugue:list /> to list; a < b, </p>, <fugu, <b>bold</b>.
<fugue:input pane="1">
printf '%s' "a &amp;&amp; b" &gt; /dev/null
ls | grep -v '>' 🧪
</fugue:input>
    <fugue:list /> (indented)
> <fugue:close pane="quoted" />
~~~~
<fugue:list />
~~~
\`\`\`
<fugue:list />
~~~~
<fugue:control action="resize" pane="0" edge="right" amount="-40.5" /><fugue:list></fugue:list>
<fugue:control action="explode" pane="0" /> <fugue:dance/> </fugue:list> <fugue:focus pane=0 />
<fugue:focus
  pane="build > test"
/>
<fugue:input pane="2">never closed <fugue:input pane="3">pwd</fugue:input>\u001b[0m
<fugue:spawn command="a\u001b[0mb" /> <fugue:spawn command="x" colour="red" />
end <fugue:list `;
