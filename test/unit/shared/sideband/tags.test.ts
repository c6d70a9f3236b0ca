import { describe, expect, it } from 'vitest';
import { definitionOf } from '#shared/commands/catalog';
import { toInvocation } from '#shared/sideband/invocation';
import type { SidebandTag } from '#shared/sideband/tags';
import { problemsIn, scan, sourceOf, tagsIn } from './support';

describe('a tag', () => {
  it.each<[string, SidebandTag, string, Record<string, unknown>]>([
    [
      '<fugue:spawn direction="vertical" command="cargo build" />',
      { tag: 'spawn', direction: 'vertical', command: 'cargo build' },
      'create_pane',
      { direction: 'vertical', command: 'cargo build' },
    ],
    [
      `<fugue:spawn kind='claude' name="tests" cwd="~/src"/>`,
      { tag: 'spawn', kind: 'claude', name: 'tests', cwd: '~/src' },
      'create_pane',
      { kind: 'claude', name: 'tests', cwd: '~/src' },
    ],
    [
      '<fugue:input pane="1">ls -la</fugue:input>',
      { tag: 'input', pane: '1', text: 'ls -la' },
      'send_input',
      { pane_id: '1', input: 'ls -la', submit: true },
    ],
    [
      '<fugue:read pane="1" lines="50" />',
      { tag: 'read', pane: '1', lines: 50 },
      'read_pane',
      { pane_id: '1', lines: 50 },
    ],
    ['<fugue:read pane="build"/>', { tag: 'read', pane: 'build' }, 'read_pane', { pane_id: 'build' }],
    ['<fugue:list />', { tag: 'list' }, 'list_panes', {}],
    ['<fugue:list></fugue:list>', { tag: 'list' }, 'list_panes', {}],
    ['<fugue:list>\n</fugue:list >', { tag: 'list' }, 'list_panes', {}],
    ['<fugue:focus pane="0" />', { tag: 'focus', pane: '0' }, 'focus_pane', { pane_id: '0' }],
    [
      '<fugue:control action="close" pane="0" />',
      { tag: 'control', action: 'close', pane: '0' },
      'close_pane',
      { pane_id: '0' },
    ],
    [
      '<fugue:control action="focus" pane="0" />',
      { tag: 'control', action: 'focus', pane: '0' },
      'focus_pane',
      { pane_id: '0' },
    ],
    [
      '<fugue:control action="rename" pane="0" name="left" />',
      { tag: 'control', action: 'rename', pane: '0', name: 'left' },
      'rename_pane',
      { pane_id: '0', name: 'left' },
    ],
    [
      '<fugue:control action="resize" pane="0" edge="right" amount="-40.5" />',
      { tag: 'control', action: 'resize', pane: '0', edge: 'right', amount: -40.5 },
      'resize_pane',
      { pane_id: '0', edge: 'right', amount: -40.5 },
    ],
    [
      '<fugue:control action="resize" pane="0" width="0.6" height="0.5" />',
      { tag: 'control', action: 'resize', pane: '0', width: 0.6, height: 0.5 },
      'resize_pane',
      { pane_id: '0', width: 0.6, height: 0.5 },
    ],
  ])('%s asks for a command', (source, tag, command, args) => {
    expect(scan([`before ${source} after`])).toEqual([
      { type: 'text', text: 'before ' },
      { type: 'tag', tag, source },
      { type: 'text', text: ' after' },
    ]);
    const invocation = toInvocation(tag);
    expect(invocation).toEqual({ command, args });
    expect(definitionOf(invocation.command).input.safeParse(invocation.args).error).toBeUndefined();
  });

  it.each([
    [`<fugue:spawn command="a > b && c < d" />`, 'a > b && c < d'],
    [`<fugue:spawn command='say "hi"' />`, 'say "hi"'],
    [`<fugue:spawn command="say &quot;hi&quot; &apos;x&apos; &lt;&gt;" />`, `say "hi" 'x' <>`],
    [`<fugue:spawn command="&amp;lt; &amp;amp; &nbsp; &#10; &" />`, '&lt; &amp; &nbsp; &#10; &'],
    [`<fugue:spawn command="one\n\ttwo" />`, 'one\n\ttwo'],
    [`<fugue:spawn\n\tcommand\n=\n"x"\n/>`, 'x'],
    [`<fugue:spawn command="&lt;fugue:list />" />`, '<fugue:list />'],
  ])('%j has its command decoded', (source, command) => {
    expect(tagsIn(source)).toEqual([{ tag: 'spawn', command }]);
  });

  it.each([
    ['one\ntwo', 'one\ntwo'],
    ['\none\n', 'one'],
    ['\n\none\n\n', '\none\n'],
    ['a > b', 'a > b'],
    ['if (a<b) </p> <b> </fugue', 'if (a<b) </p> <b> </fugue'],
    ['&lt;fugue:list /&gt; &amp;amp;', '<fugue:list /> &amp;'],
    ['`date` ```', '`date` ```'],
    ['  x  ', '  x  '],
  ])('holds the body %j', (body, text) => {
    expect(tagsIn(`<fugue:input pane="1">${body}</fugue:input>`)).toEqual([
      { tag: 'input', pane: '1', text },
    ]);
    expect(tagsIn(`<fugue:input pane="1">${body}</fugue:input \n>`)).toHaveLength(1);
  });
});

describe('a tag that is not right', () => {
  it.each([
    ['<fugue:dance />', /dance.*use spawn, input, read, list, focus, control/],
    ['<fugue:Spawn command="x" />', /Spawn.*use spawn/],
    ['<fugue: list />', /no tag/],
    ['<fugue:spawn direction="diagonal" command="x" />', /direction="diagonal".*horizontal or vertical/],
    ['<fugue:spawn command="x" colour="red" />', /colour.*direction, command, cwd, name, kind/],
    ['<fugue:spawn command="x" __proto__="1" />', /__proto__/],
    ['<fugue:spawn command="x" constructor="1" />', /constructor/],
    ['<fugue:spawn direction="vertical" />', /command/],
    ['<fugue:spawn command="" />', /command="".*command line/],
    ['<fugue:spawn command="x" command="y" />', /command twice/],
    ['<fugue:spawn command="x" kind="robot" />', /kind="robot".*terminal or claude/],
    ['<fugue:spawn command="x" name="\u202ex" />', /name=.*without control/],
    ['<fugue:spawn command="x"name="y" />', /parted by blanks/],
    ['<fugue:spawn command=x />', /command in quotes/],
    ['<fugue:spawn command />', /command in quotes/],
    ['<fugue:spawn command="x" / >', /that no > follows/],
    ['<fugue:spawn command="x">', /end it with \/>/],
    ['<fugue:list>all</fugue:list>', /end it with \/>/],
    ['<fugue:list all="1" />', /no attribute all: it takes none/],
    ['<fugue:list nonce="1" />', /no attribute nonce/],
    ['<fugue:read />', /needs the attribute pane/],
    ['<fugue:read pane="" />', /pane="".*pane/],
    ['<fugue:read pane="1" lines="0" />', /lines="0".*1 to 2000/],
    ['<fugue:read pane="1" lines="5000" />', /lines="5000".*1 to 2000/],
    ['<fugue:read pane="1" lines="1.5" />', /lines="1.5".*whole number/],
    ['<fugue:read pane="1" lines="0x10" />', /lines="0x10"/],
    ['<fugue:input pane="1" />', /no text to type/],
    ['<fugue:input pane="1"></fugue:input>', /no text to type/],
    ['<fugue:input>ls</fugue:input>', /needs the attribute pane/],
    ['<fugue:input pane=1>ls</fugue:input>', /pane in quotes/],
    ['<fugue:input pane="1">ls', /no closing/],
    ['<fugue:input pane="1">say <fugue:list /></fugue:input>', /another tag.*&lt;fugue:/],
    ['<fugue:spawn command="say <fugue:list />" />', /another tag in command.*&lt;fugue:/],
    ['<fugue:spawn command="say </fugue:x>" />', /another tag in command/],
    ['<fugue:control pane="0" />', /needs the attribute action: resize, close, focus or rename/],
    ['<fugue:control action="explode" pane="0" />', /action="explode".*resize, close, focus or rename/],
    ['<fugue:control action="close" />', /needs the attribute pane/],
    ['<fugue:control action="close" pane="0" name="x" />', /no attribute name/],
    ['<fugue:control action="rename" pane="0" />', /needs the attribute name/],
    ['<fugue:control action="resize" pane="0" />', /needs edge, toward or direction/],
    ['<fugue:control action="resize" pane="0" amount="5" />', /edge, toward or direction/],
    ['<fugue:control action="resize" pane="0" edge="left" toward="left" />', /one of the attributes/],
    ['<fugue:control action="resize" pane="0" edge="up" />', /edge="up".*left, right, top or bottom/],
    ['<fugue:control action="resize" pane="0" width="1.5" />', /width="1.5".*between 0 and 1/],
    ['<fugue:control action="resize" pane="0" edge="left" amount="99999" />', /amount="99999".*10000/],
    ['</fugue:input>', /closes nothing/],
    ['<fugue:spawn command="x', /not finished/],
    ['<fugue:list', /not finished/],
  ])('%s is told in a sentence and not run', (source, problem) => {
    const pieces = scan([source]);
    expect(pieces.filter((piece) => piece.type === 'tag')).toEqual([]);
    expect(problemsIn(source).join('\n')).toMatch(problem);
    expect(sourceOf(pieces)).toBe(source);
  });

  it.each(['\0', '\u001b', '\b', '\r', '\u007f', '\u009b'])('holds the control %j anywhere', (control) => {
    for (const source of [
      `<fugue:spawn command="a${control}b" />`,
      `<fugue:spawn ${control}command="a" />`,
      `<fugue:sp${control}awn command="a" />`,
      `<fugue:input pane="1">a${control}b</fugue:input>`,
    ]) {
      expect(tagsIn(source)).toEqual([]);
      expect(problemsIn(source)[0]).toMatch(/control character/);
    }
    expect(scan([`a${control}b <fugue:list />`])[0]).toEqual({ type: 'text', text: `a${control}b ` });
  });

  it('ends where it can be seen to end, and leaves what follows alone', () => {
    const after = ' and <fugue:list />';
    for (const source of [
      '<fugue:dance />',
      '<fugue:spawn command=x />',
      '<fugue:spawn command="x">',
      '<fugue:input pane=1>ls</fugue:input>',
      '<fugue:input pane="1">say <fugue:list /></fugue:input>',
      '<fugue:spawn command="say <fugue:list />" />',
      '<fugue:spawn command="a\u001bb" />',
    ]) {
      expect(scan([source + after])).toEqual([
        { type: 'malformed', source, problem: expect.any(String) as string },
        { type: 'text', text: ' and ' },
        { type: 'tag', tag: { tag: 'list' }, source: '<fugue:list />' },
      ]);
    }
  });

  it('is an input that is not closed before the next one, which runs', () => {
    expect(scan(['<fugue:input pane="1">ls\n<fugue:input pane="2">pwd</fugue:input>'])).toEqual([
      {
        type: 'malformed',
        source: '<fugue:input pane="1">ls\n',
        problem: expect.stringContaining('before the next one') as string,
      },
      {
        type: 'tag',
        tag: { tag: 'input', pane: '2', text: 'pwd' },
        source: '<fugue:input pane="2">pwd</fugue:input>',
      },
    ]);
  });
});

describe('a tag with a nonce', () => {
  const options = { nonce: '0123456789abcdef' };
  it('has to carry the right one', () => {
    const good = '<fugue:list nonce="0123456789abcdef" />';
    expect(scan([good], options)).toEqual([{ type: 'tag', tag: { tag: 'list' }, source: good }]);
    for (const source of ['<fugue:list />', '<fugue:list nonce="" />', '<fugue:list nonce="0123" />']) {
      const [piece] = scan([source], options);
      expect(piece?.type).toBe('malformed');
      expect(piece?.type === 'malformed' && piece.problem).toMatch(/nonce/);
      // What was right is not told to who does not know it.
      expect(piece?.type === 'malformed' && piece.problem).not.toContain(options.nonce);
    }
  });
});
