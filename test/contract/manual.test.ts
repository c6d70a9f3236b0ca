// What the pages say is so: every command in them is run, every setting, key, link, path and script is there.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_DIRECT_KEYS, DEFAULT_PREFIX, DEFAULT_PREFIXED_KEYS } from '#shared/config/default-keys';
import { parseConfiguration } from '#shared/config/parse';
import { configurationLists } from '#shared/config/schema';
import { allSettings } from '#shared/config/settings';
import { parseToml } from '#shared/config/toml-edit';
import { keysAsWritten } from '#test/docs/key-spelling';
import type { ReadPage } from '#test/docs/read-page';
import { readPage, shellLines, spelledOut } from '#test/docs/read-page';
import type { TestCore } from '#test/helpers/core';
import { faultInForm, runDocumented, startDocumentedCore } from '#test/helpers/documented-commands';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

const inFolder = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(repositoryRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'GLOSSARY.md',
  ...inFolder('docs/manual'),
  ...inFolder('docs/how-to'),
].map(readPage);

/** Pages that are made from the code, or tell of decisions: only their links are looked at. */
const FURTHER_PAGES = [...inFolder('docs/reference'), ...inFolder('docs/adr')].map(readPage);

/** Pages whose commands are only read here, and what runs them. */
const RUN_ELSEWHERE = new Map([
  ['docs/how-to/let-claudes-work-together.md', 'test/e2e/how-to.test.ts, with real Claudes'],
]);

const { scripts } = JSON.parse(fs.readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe.each(PAGES.map((page) => [page.file, page] as const))('%s', (_file, page) => {
  it('leads to pages, headings and pictures that are there', () => {
    expect(page.links.filter((link) => brokenLink(page, link))).toEqual([]);
  });

  it('has settings without a fault', () => {
    for (const { text } of page.blocks.filter(({ language }) => language === 'toml')) {
      const contents = parseToml(text);
      expect(contents.ok ? '' : contents.error).toBe('');
      const parsed = parseConfiguration(contents.ok ? contents.value : {});
      expect(parsed.problems).toEqual([]);
      expect(parsed.set.length).toBeGreaterThan(0);
    }
    expect(page.spans.flatMap(settingFault)).toEqual([]);
  });

  it('has keys that come with Fugue, with what they do', () => {
    expect(
      page.spans.filter((span) => /^(?:Ctrl|Alt)\+/.test(span)).filter((keys) => unboundKey(page, keys)),
    ).toEqual([]);
    for (const [head = [], ...rows] of page.tables.filter(([first]) => first?.[0] === 'Keys')) {
      const value = head.indexOf('Value');
      for (const row of rows) {
        const keys = [...(row[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
        expect(keys.length, row.join(' ')).toBeGreaterThan(0);
        for (const each of keys) {
          expect(bindings.get(each), `${each} in ${page.file}`).toBeDefined();
          if (value >= 0) expect(`\`${bindings.get(each) ?? ''}\``, each).toBe(row[value]);
        }
      }
    }
  });

  it('names files and scripts that are there', () => {
    expect(page.spans.flatMap(spelledOut).filter(missingPath)).toEqual([]);
    const lines = [...page.spans, ...page.blocks.filter(isShell).flatMap(shellLines)];
    const named = lines.flatMap((line) =>
      [...line.matchAll(/\bnpm run ([a-z0-9:-]+)/g)].map(([, name = '']) => name),
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('has blocks of shell that can be read', () => {
    for (const block of page.blocks.filter(isShell)) {
      execFileSync('bash', ['-n'], { input: block.text });
      if (block.text.startsWith('#!')) continue;
      for (const line of shellLines(block)) {
        const known = fugueWords(line) !== null || /^(?:npm run|npx|node|\.\/scripts)[ /]/.test(line);
        expect(known, line).toBe(true);
        const script = /^(?:node )?(?:\.\/)?(scripts\/[\w.-]+)/.exec(line)?.[1];
        if (script !== undefined) expect(fs.existsSync(path.join(repositoryRoot, script)), line).toBe(true);
      }
    }
  });
});

describe('all pages together', () => {
  it.each(FURTHER_PAGES.map((page) => [page.file, page] as const))('%s leads somewhere', (_file, page) => {
    expect(page.links.filter((link) => brokenLink(page, link))).toEqual([]);
  });

  it('are found from the index of the manual', () => {
    const { links } = readPage('docs/manual/index.md');
    const pages = inFolder('docs/manual').map((file) => path.basename(file));
    expect(pages.filter((name) => name !== 'index.md' && !links.includes(name))).toEqual([]);
  });

  it('show only pictures that a script makes', () => {
    const scripts = fs
      .readdirSync(path.join(repositoryRoot, 'test/screenshots'))
      .map((name) => path.join('test/screenshots', name));
    const made = [...scripts, 'test/acceptance/clean-debian.sh']
      .map((name) => fs.readFileSync(path.join(repositoryRoot, name), 'utf8'))
      .join('\n');
    const shown = [...PAGES, ...FURTHER_PAGES].flatMap(({ links }) =>
      links.filter((link) => link.endsWith('.png')),
    );
    const names = shown.map((link) => path.basename(link, '.png'));
    expect(names.length).toBeGreaterThan(10);
    expect(
      names.filter(
        (name) =>
          !made.includes(`'${name}'`) && !made.includes(`${name}.png`) && !made.includes(`picture ${name}\n`),
      ),
    ).toEqual([]);
  });
});

describe('every fugue command on the pages', () => {
  let core: TestCore;
  beforeAll(async () => {
    core = await startDocumentedCore();
  });
  afterAll(async () => {
    await core.close();
    core.directory.remove();
  });

  it.each(PAGES.map((page) => [page.file, page] as const))('%s', async (file, page) => {
    const inOrder = page.blocks
      .filter((block) => isShell(block) && !block.text.startsWith('#!'))
      .flatMap(shellLines);
    const inText = page.spans.filter((span) => !inOrder.includes(span));
    for (const line of [...inOrder, ...inText]) {
      const words = fugueWords(line);
      // What stands in sentences on several pages is run once.
      if (words === null || (inText.includes(line) && done.has(words))) continue;
      done.add(words);
      const fault = RUN_ELSEWHERE.has(file) ? faultInForm(words) : await runDocumented(core, words);
      expect(fault, line).toBeNull();
    }
  });
  const done = new Set<string>();
});

describe('scripts/fugue', () => {
  it('opens the window for what opens it, and runs everything else as a command', () => {
    const directory = makeTemporaryDirectory();
    const fugue = path.join(directory.folder('scripts'), 'fugue');
    fs.copyFileSync(path.join(repositoryRoot, 'scripts/fugue'), fugue);
    fs.writeFileSync(path.join(directory.path, 'scripts/start'), '#!/bin/sh\necho window "$@"\n', {
      mode: 0o755,
    });
    directory.file('dist/cli.cjs', 'console.log("command", ...process.argv.slice(2))');
    directory.folder('lighthouse');
    const said = (...words: readonly string[]): string =>
      execFileSync('bash', [fugue, ...words], { cwd: directory.path, encoding: 'utf8' }).trim();
    for (const words of [
      [],
      ['.'],
      ['./lighthouse'],
      ['--demo'],
      ['--headless', './lighthouse'],
      ['fugue://pane/the%20other'],
    ])
      expect(said(...words)).toBe(['window', ...words].join(' '));
    for (const words of [['help'], ['list-panes', '--all'], ['lighthouse'], ['./nowhere']])
      expect(said(...words)).toBe(['command', ...words].join(' '));
    directory.remove();
  });
});

const bindings = new Map([
  ...Object.entries(DEFAULT_PREFIXED_KEYS).map(
    ([key, value]) => [keysAsWritten(`C-b ${key}`), value] as const,
  ),
  ...Object.entries(DEFAULT_DIRECT_KEYS).map(([key, value]) => [keysAsWritten(key), value] as const),
]);

/** Keys that a view has for itself stand in a table whose head says where they count. */
function unboundKey(page: ReadPage, keys: string): boolean {
  const ofView = page.tables.some(
    ([head, ...rows]) =>
      head?.[0]?.startsWith('In the ') === true && rows.some(([cell]) => cell === `\`${keys}\``),
  );
  return !bindings.has(keys) && !ofView && keys !== keysAsWritten(DEFAULT_PREFIX);
}

function isShell({ language }: { readonly language: string }): boolean {
  return language === 'sh';
}

/** What stands behind `fugue` in a line; null for a line that is no such command. */
function fugueWords(line: string): string | null {
  const [, inner = line] = /^source <\((.*)\)$/.exec(line) ?? [];
  const found = /^(?:[A-Z_]+=\S+ )?(?:\.\/scripts\/)?fugue(?: (.*))?$/.exec(inner);
  return found === null ? null : (found[1] ?? '');
}

function brokenLink({ file, anchors }: ReadPage, link: string): boolean {
  if (/^https?:/.test(link)) return false;
  const [target = '', anchor] = link.split('#');
  if (target === '') return !anchors.includes(anchor ?? '');
  const place = path.join(path.dirname(file), target);
  if (!fs.existsSync(path.join(repositoryRoot, place))) return true;
  return anchor !== undefined && !readPage(place).anchors.includes(anchor);
}

/** A span such as `[terminal] keep-alive = true`: the section, the key, and the value when there is one. */
function settingFault(span: string): readonly string[] {
  const [, list, section = '', key, value] =
    /^\[(\[?)([a-z.-]+)\]{1,2}(?: ([A-Za-z_-]+))?(?: = (.+))?$/.exec(span) ?? [];
  if (section === '') return [];
  const inSection = allSettings().filter(
    (setting) => setting.section === section || setting.key.startsWith(`${section}.`),
  );
  const known =
    list === '['
      ? Object.hasOwn(configurationLists, section)
      : key === undefined
        ? inSection.length > 0 || allSettings().some((setting) => setting.key === section)
        : inSection.some((setting) => setting.key === `${section}.${key}`);
  if (!known) return [span];
  if (value === undefined) return [];
  const contents = parseToml(`[${section}]\n${key ?? ''} = ${value}\n`);
  return contents.ok ? parseConfiguration(contents.value).problems : [contents.error];
}

/** A path of this repository that is not there. What is made by a build or a run is nobody's to find. */
function missingPath(span: string): boolean {
  if (!/^(?:\.\/)?(?:scripts|docs|electron|shared|renderer|test|build|eslint-rules)\/[\w./*-]+$/.test(span))
    return false;
  const [before = '', after] = span.split('*');
  const place = path.join(repositoryRoot, before);
  if (after === undefined) return !['', '.ts', '.tsx'].some((end) => fs.existsSync(`${place}${end}`));
  const names = fs.existsSync(path.dirname(place))
    ? fs.readdirSync(before.endsWith('/') ? place : path.dirname(place))
    : [];
  const start = before.endsWith('/') ? '' : path.basename(before);
  return !names.some((name) => name.startsWith(start) && name.endsWith(after.split('/')[0] ?? ''));
}
