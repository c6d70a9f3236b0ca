// Rules about files, and what holds for every rule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule, RuleEffect, ToolUse } from '#shared/permissions/rules';
import { formatRule, parseRule, ruleFor, ruleMatches } from '#shared/permissions/rules';

const PLACE = { directory: '/work/app', home: '/home/dev' };
const read = (what: string, file: string, effect: RuleEffect = 'allow') =>
  ruleMatches({ tool: 'Read', what }, { tool: 'Read', input: { file_path: file }, ...PLACE }, effect);

describe('a rule about files', () => {
  it.each([
    // From the folder of the Claude.
    ['src/**', '/work/app/src/a.ts', true],
    ['src/**', '/work/app/src/b/c.ts', true],
    ['src/**', 'src/a.ts', true],
    ['src/**', './src/a.ts', true],
    ['src/**', '/work/app/lib/src/a.ts', false],
    ['./src/**', '/work/app/src/a.ts', true],
    ['/src/**', '/work/app/src/a.ts', true],
    ['/src/**', '/src/a.ts', false],
    ['src/**', '/work/app/src/../secret', false],
    ['src/**', 'src/../../app/src/a.ts', true],
    ['src/**', '/work/app2/src/a.ts', false],
    ['src/**', '/work/app', false],
    ['*.ts', '/work/app/deep/er/a.ts', true],
    ['*.ts', '/work/other/a.ts', false],
    ['/*.ts', '/work/app/deep/a.ts', false],
    ['*.ts', '/work/app/a.tsx', false],
    ['.env', '/work/app/config/.env', true],
    ['.env', '/work/app/.env.local', false],
    ['build/', '/work/app/build/x', true],
    ['build/', '/work/app/build', false],
    ['**/test/*.ts', '/work/app/a/b/test/c.ts', true],
    ['**/test/*.ts', '/work/app/test/c/d.ts', false],
    ['src/?.ts', '/work/app/src/a.ts', true],
    ['src/?.ts', '/work/app/src/ab.ts', false],
    ['src/[ab].ts', '/work/app/src/b.ts', true],
    ['src/[ab].ts', '/work/app/src/c.ts', false],
    ['#x', '/work/app/#x', false],
    ['\\#x', '/work/app/#x', true],
    ['!src', '/work/app/src', false],
    // From the root.
    ['//etc/**', '/etc/passwd', true],
    ['//etc/**', '/work/app/etc/passwd', false],
    ['//etc/passwd', '/etc/../etc/./passwd', true],
    ['//etc/passwd', '/../../etc/passwd', true],
    ['//etc/passwd', '//etc//passwd', true],
    ['//etc/**', '/etcetera/x', false],
    ['//**', '/anything/at/all', true],
    ['//work/app/**', 'src/a.ts', true],
    ['//tmp/**', '/tmp/../etc/passwd', false],
    // From the person's folder.
    ['~/.ssh/**', '/home/dev/.ssh/id', true],
    ['~/.ssh/**', '~/.ssh/id', true],
    ['~/.ssh/**', '/home/dev/x/../.ssh/id', true],
    ['~/.ssh/**', '/home/dev/.sshx/id', false],
    ['~/.ssh/**', '/home/device/.ssh/id', false],
    ['~/.ssh/**', '/work/app/~/.ssh/id', false],
    ['~/**', '~/a', true],
    ['~/**', '~', false],
    // From a folder above.
    ['../lib/**', '/work/lib/a.ts', true],
    ['../lib/**', '/work/app/lib/a.ts', false],
    ['../../etc/*', '/etc/passwd', true],
    ['/../lib/*', '/work/lib/a.ts', true],
  ])('%s about %j: %s', (what, file, expected) => {
    for (const effect of ['allow', 'deny', 'ask'] as const) expect(read(what, file, effect)).toBe(expected);
  });

  it('in another case allows nothing, and denies', () => {
    expect(read('src/**', '/work/app/SRC/a.ts', 'allow')).toBe(false);
    expect(read('src/**', '/work/app/SRC/a.ts', 'deny')).toBe(true);
    expect(read('.env', '/work/app/.ENV', 'deny')).toBe(true);
  });

  it('of several lines allows nothing', () => {
    expect(read('a\nb', '/work/app/a', 'allow')).toBe(false);
    expect(read('a\nb', '/work/app/b', 'deny')).toBe(true);
  });

  it.each([
    ['Edit', 'Write', { file_path: '/work/app/src/a' }, true],
    ['Edit', 'NotebookEdit', { notebook_path: '/work/app/src/a.ipynb' }, true],
    ['Edit', 'Read', { file_path: '/work/app/src/a' }, false],
    ['Read', 'Grep', { pattern: 'x', path: 'src/lib' }, true],
    ['Read', 'Grep', { pattern: 'x' }, false],
    ['Read', 'Glob', { path: '' }, false],
    ['Read', 'Read', { file_path: 7 }, false],
    ['Write', 'Write', { file_path: 'src/a' }, true],
    ['Task', 'Task', { path: 'src/a' }, false],
  ])('%s is about %s of %j: %s', (tool, used, input, expected) => {
    expect(ruleMatches({ tool, what: 'src/**' }, { tool: used, input, ...PLACE }, 'allow')).toBe(expected);
  });

  it('works where Claude runs in the root', () => {
    const use = { tool: 'Read', input: { file_path: '/etc/x' }, directory: '/', home: '/' };
    expect(ruleMatches({ tool: 'Read', what: 'etc/**' }, use, 'allow')).toBe(true);
    expect(ruleMatches({ tool: 'Read', what: '~/etc/**' }, use, 'allow')).toBe(true);
  });
});

describe('what the person means by "always" about a file', () => {
  it.each([
    ['/a/b.ts', 'Read(//a/b.ts)'],
    ['a/b.ts', 'Read(/a/b.ts)'],
    ['./a/b.ts', 'Read(/a/b.ts)'],
    ['/a/../b', 'Read(//b)'],
    ['a/x/../b', 'Read(/a/b)'],
    ['~/a', 'Read(~/a)'],
    ['~', null],
    ['~//../a', null],
    ['~//a', 'Read(~/a)'],
    ['/a/*', 'Read(//a/\\*)'],
    ['/a/[b]?.ts', 'Read(//a/\\[b\\]\\?.ts)'],
    ['/!a/#b', 'Read(//\\!a/\\#b)'],
    ['/a b/c', 'Read(//a b/c)'],
    ['/(group)/page.tsx', 'Read(//(group)/page.tsx)'],
  ])('%j is %s', (file, text) => {
    const rule = ruleFor({ tool: 'Read', input: { file_path: file } });
    expect(rule === null ? null : formatRule(rule)).toBe(text);
  });

  it.each(['', '/', '.', '..', '../a', 'a/../../b', '~/', '~/../x', '/a\nb', '/a\r', '/a '])(
    '%j can be said by no rule',
    (file) => {
      expect(ruleFor({ tool: 'Read', input: { file_path: file } })).toBeNull();
    },
  );

  it.each(['Write', 'MultiEdit', 'Edit'])('of the tool %s holds for all that edit', (tool) => {
    expect(ruleFor({ tool, input: { file_path: '/a' } })).toEqual({ tool: 'Edit', what: '//a' });
  });

  it('holds for nothing that is merely like it', () => {
    for (const [file, other] of [
      ['/a/*', '/a/b'],
      ['/a/[b]', '/a/b'],
      ['/a/?', '/a/b'],
      ['/a/**/c', '/a/b/c'],
      ['/a/b', '/a/B'],
      ['/a\\b', '/ab'],
    ] as const) {
      const rule = ruleFor({ tool: 'Read', input: { file_path: file } });
      expect(rule).not.toBeNull();
      const use = (path: string): ToolUse => ({ tool: 'Read', input: { file_path: path }, ...PLACE });
      expect(rule !== null && ruleMatches(rule, use(file), 'allow')).toBe(true);
      expect(rule !== null && ruleMatches(rule, use(other), 'allow')).toBe(false);
    }
  });
});

const odd = fc.string({
  unit: fc.constantFrom(...'ab./~ \\*?[]!#-^$(){}:;&|\'"\n\tüß😀A0_@%,', '..', '**', '__', 'mcp__', 'git '),
  maxLength: 12,
});
const anyUse: fc.Arbitrary<Pick<ToolUse, 'tool' | 'input'>> = fc.oneof(
  odd.map((command) => ({ tool: 'Bash', input: { command } })),
  fc
    .oneof(
      fc.webUrl(),
      odd.map((host) => `https://${host}`),
    )
    .map((url) => ({ tool: 'WebFetch', input: { url } })),
  fc
    .tuple(
      fc.constantFrom('Read', 'Grep', 'Glob', 'LS', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit'),
      fc.constantFrom('', '/', '~/', './', '../', '//'),
      odd,
    )
    .map(([tool, root, file]) => ({
      tool,
      input: { [tool === 'NotebookEdit' ? 'notebook_path' : 'file_path']: `${root}${file}` },
    })),
  odd.map((name) => ({ tool: `mcp__${name}`, input: {} })),
);

describe('whatever a tool is given', () => {
  it('"always" speaks of it, and is the same rule when it is read back', () => {
    let rules = 0;
    fc.assert(
      fc.property(anyUse, (use) => {
        const rule = ruleFor(use);
        if (rule === null) return;
        rules += 1;
        expect(parseRule(formatRule(rule))).toEqual(rule);
        for (const effect of ['allow', 'deny', 'ask'] as const)
          expect(ruleMatches(rule, { ...use, ...PLACE }, effect)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(rules).toBeGreaterThan(500);
  });

  it('"always" allows no other file', () => {
    const file = odd.map((name) => ({ tool: 'Read', input: { file_path: `/${name}` } }));
    fc.assert(
      fc.property(file, file, (use, other) => {
        const rule = ruleFor(use);
        const what = ruleFor(other)?.what ?? null;
        // A folder that may be read may be read with what is in it.
        if (rule?.what == null || what === null || what === rule.what || what.startsWith(`${rule.what}/`))
          return;
        expect(ruleMatches(rule, { ...other, ...PLACE }, 'allow')).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('what is allowed by a rule is denied by the same one', () => {
    const rule: fc.Arbitrary<Rule> = fc.record({
      tool: fc.constantFrom('Bash', 'WebFetch', 'Read', 'Edit'),
      what: fc.oneof(
        odd,
        odd.map((host) => `domain:${host}`),
      ),
    });
    fc.assert(
      fc.property(rule, anyUse, (given, use) => {
        if (!ruleMatches(given, { ...use, ...PLACE }, 'allow')) return;
        expect(ruleMatches(given, { ...use, ...PLACE }, 'deny')).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
