import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { TomlValue } from '#shared/config/toml-edit';
import { appendTable, editTableOfList, editToml, sameValue } from '#shared/config/toml-edit';

function edited(text: string, path: string, value: TomlValue | undefined): string {
  const result = editToml(text, path.split('.'), value);
  return result.ok ? result.value : `refused: ${result.error}`;
}

const FILE = `# My settings
# kept with care

[appearance]  # how it looks
theme = "light" # until winter
  font-size = 14

# programs
[terminal]
shell = '/bin/zsh'

[[projects]]
path = "~/a" # first
[[projects]]
path = "~/b"

[claude]
communication.mcp_enabled = false
`;

describe('a value in a file of settings', () => {
  it('is replaced where it stands, with the comment behind it', () => {
    expect(edited(FILE, 'appearance.theme', 'dark')).toBe(FILE.replace('"light"', '"dark"'));
    expect(edited(FILE, 'terminal.shell', '/bin/sh')).toBe(FILE.replace("'/bin/zsh'", '"/bin/sh"'));
    expect(edited(FILE, 'appearance.theme', 'light')).toBe(FILE);
  });

  it('is added to its table, or with a new one at the end', () => {
    expect(edited(FILE, 'appearance.zoom', 1.25)).toBe(
      FILE.replace('  font-size = 14\n', '  font-size = 14\n  zoom = 1.25\n'),
    );
    expect(edited(FILE, 'restore.enabled', false)).toBe(`${FILE}\n[restore]\nenabled = false\n`);
    expect(edited('', 'restore.enabled', false)).toBe('[restore]\nenabled = false\n');
    expect(edited('[a]', 'a.b', 1)).toBe('[a]\nb = 1');
    expect(edited('# only words', 'a.b', [1, 2])).toBe('# only words\n\n[a]\nb = [1, 2]\n');
    expect(edited('a.b = 1\n[c]\nd = 1\n', 'a.e', 2)).toBe('a.b = 1\na.e = 2\n[c]\nd = 1\n');
  });

  it('joins a table that dotted keys have made, which can get no header', () => {
    expect(edited(FILE, 'claude.communication.mcp_port', 5)).toBe(`${FILE}communication.mcp_port = 5\n`);
  });

  it('is taken out with its line, and a comment behind it stays', () => {
    expect(edited(FILE, 'appearance.theme', undefined)).toBe(
      FILE.replace('theme = "light" # until winter', '# until winter'),
    );
    expect(edited(FILE, 'terminal.shell', undefined)).toBe(FILE.replace("shell = '/bin/zsh'\n", ''));
    expect(edited(FILE, 'terminal.nothing', undefined)).toBe(FILE);
  });

  it('is changed inside of inline tables', () => {
    const text = 'keys = { prefix = "C-a", direct = { "C-y" = "zoom_pane" } } # mine\n';
    expect(edited(text, 'keys.direct.M-x', '')).toBe(
      'keys = { prefix = "C-a", direct = { "C-y" = "zoom_pane", M-x = "" } } # mine\n',
    );
    expect(edited(text, 'keys.direct', undefined)).toBe(
      'keys = { prefix = "C-a", direct = {} } # mine\n'.replace('{}', '{ }'),
    );
    expect(edited(text, 'keys.prefix', undefined)).toBe(
      'keys = { direct = { "C-y" = "zoom_pane" } } # mine\n',
    );
  });

  it('keeps the line ends of Windows', () => {
    expect(edited('[a]\r\nb = 1\r\n', 'a.c', 2)).toBe('[a]\r\nb = 1\r\nc = 2\r\n');
    expect(edited('[a]\r\nb = 1', 'd.c', 2)).toBe('[a]\r\nb = 1\r\n\r\n[d]\r\nc = 2\r\n');
  });

  it('keeps the comments of a list of several lines', () => {
    const text = '[permissions]\nallow = [\n  # reading\n  "Read",\n  "Grep", # fast\n  # end ]\n]\n';
    expect(edited(text, 'permissions.allow', ['Grep', 'Edit'])).toBe(
      '[permissions]\nallow = [\n  # reading\n  "Grep",\n  "Edit",\n  # fast\n  # end ]\n]\n',
    );
  });

  it('changes a table key by key, and takes away what is no longer in it', () => {
    const text = '[history.prices.old]\ninput = 1 # dollars\n[history.prices."new one"]\ninput = 2\n';
    const prices = { 'new one': { input: 2, output: 3 } };
    expect(edited(text, 'history.prices', prices)).toBe(
      '# dollars\n[history.prices."new one"]\ninput = 2\noutput = 3\n',
    );
  });

  it('is not written where it can not be, and a broken file is named with its line', () => {
    expect(edited('[a]\nb = 1\nc = = 2\n', 'a.b', 2)).toMatch(/^refused: the file is not TOML in line 3/);
    expect(edited('a = 1\n', 'a.b', 2)).toMatch(/^refused: /);
    expect(edited('[[a]]\nb = 1\n', 'a.b', 2)).toMatch(/^refused: /);
    expect(edited('', 'a.b', '\ud800')).toMatch(/^refused: half of a character/);
    expect(edited('', 'a.b', Number.NaN)).toMatch(/^refused: a number/);
  });
});

describe('a list of tables', () => {
  it('gets another element at the end, and a key of one is changed', () => {
    const added = appendTable(FILE, 'projects', { path: '~/c', name: 'sea "C"' });
    expect(added).toEqual({
      ok: true,
      value: `${FILE}\n[[projects]]\npath = "~/c"\nname = "sea \\"C\\""\n`,
    });
    expect(editTableOfList(FILE, 'projects', 1, 'path', '~/z')).toEqual({
      ok: true,
      value: FILE.replace('"~/b"', '"~/z"'),
    });
    expect(editTableOfList(FILE, 'projects', 2, 'path', '~/z').ok).toBe(false);
    expect(appendTable('projects = []\n', 'projects', { path: '~/c' }).ok).toBe(false);
  });
});

const key = fc.oneof(fc.constantFrom('a', 'b', 'c-d', 'x.y', 'ü', '"', "'", '#', '[', ''), fc.string());
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const value: fc.Arbitrary<TomlValue> = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }));
const COMMENTS = ['# one', '# two = 2', '#[three]', '# "four', "# ''' five", '# ] }'] as const;

/** A file in many ways of writing, of tables with scalars. */
const file = fc
  .array(
    fc.record({
      table: key,
      inline: fc.boolean(),
      entries: fc.dictionary(key, fc.tuple(value, fc.nat(3)), { maxKeys: 4 }),
      comment: fc.constantFrom(...COMMENTS),
    }),
    { maxLength: 4 },
  )
  .map((tables) => {
    const named = new Map(tables.map((table) => [table.table, table]));
    const top: string[] = [];
    const lines: string[] = [];
    for (const { table, inline, entries, comment } of named.values()) {
      const parts = Object.entries(entries).map(
        ([name, [content, way]]) => [`${quoted(name)} = ${spelled(content, way)}`, way] as const,
      );
      if (inline) {
        const flat = Object.entries(entries).map(
          ([name, [content]]) => `${quoted(name)} = ${spelled(content, 0)}`,
        );
        top.push(`${comment}\n${quoted(table)} = { ${flat.join(' , ')} }\n`);
        continue;
      }
      lines.push(`[ ${quoted(table)} ] ${comment}\n`);
      for (const [line, way] of parts)
        lines.push(`${way === 1 ? '\t' : ''}${line}${way === 2 ? ` ${comment}` : ''}\n`);
    }
    return [...top, ...lines, '[[list]]\nq = 1 # in a list\n'].join('');
  });

function quoted(text: string): string {
  return /^[A-Za-z0-9_-]+$/.test(text) ? text : JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

function spelled(content: TomlValue, way: number): string {
  if (Array.isArray(content)) {
    const parts = content.map((part) => spelled(part as TomlValue, 0));
    return way === 3 ? `[ # ] list\n${parts.map((part) => `${part},\n`).join('')}]` : `[${parts.join(',')}]`;
  }
  if (typeof content === 'string' && way === 3 && /^[\w #=[\]{}]*$/.test(content)) return `'''${content}'''`;
  if (typeof content === 'string') return JSON.stringify(content).replaceAll('\u007f', '\\u007f');
  if (typeof content === 'object') throw new Error('there is no such content');
  return Number.isInteger(content) && !Number.isSafeInteger(content) ? '0' : String(content);
}

function comments(text: string): string[] {
  return COMMENTS.flatMap((comment) =>
    Array.from({ length: text.split(comment).length - 1 }, () => comment),
  ).sort();
}

describe('any file of settings', () => {
  it('holds after a change what it held before, with the one value, and all comments', () => {
    fc.assert(
      fc.property(file, key, key, fc.option(value, { nil: undefined }), (text, table, name, wanted) => {
        fc.pre(table !== 'list' && isTomlText(text));
        const before = parse(text) as Record<string, Record<string, unknown>>;
        const result = editToml(text, [table, name], wanted);
        expect(result.ok ? '' : result.error).toBe('');
        if (!result.ok) return;
        const after: unknown = parse(result.value);
        const { [name]: _, ...rest } = before[table] ?? {};
        expect(
          sameValue(after, { ...before, [table]: wanted === undefined ? rest : { ...rest, [name]: wanted } }),
        ).toBe(true);
        const written = JSON.stringify([before[table]?.[name], wanted]);
        if (!written.includes('#')) expect(comments(result.value)).toEqual(comments(text));
        // Set back, it says again what it said.
        const back = editToml(result.value, [table, name], before[table]?.[name] as TomlValue | undefined);
        expect(back.ok && sameValue(parse(back.value), before)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function isTomlText(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
