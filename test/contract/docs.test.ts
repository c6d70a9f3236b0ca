// The reference pages say what the code says: they are made from it, and checked in as they are made.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { describeFields } from '#shared/commands/command-line';
import { dashed } from '#shared/commands/examples';
import { allTools } from '#shared/commands/tools';
import { PAGES, rendered } from '#test/docs/pages';
import { repositoryRoot } from '#test/helpers/root';

const page = (file: string): string => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

describe('the reference', () => {
  it.each(PAGES)('$file is up to date: if this fails, run npm run docs', async (entry) => {
    expect(page(entry.file)).toBe(await rendered(entry));
  });

  it('names every command, field and result', () => {
    const text = page('docs/reference/commands.md');
    const sections = new Map(text.split('\n### ').map((part) => [part.split('\n')[0], part]));
    for (const name of COMMAND_NAMES) {
      const section = sections.get(name) ?? '';
      expect(section).toContain(definitionOf(name).description);
      const fields = [...describeFields(name).map((field) => field.name)];
      for (const field of [...fields, ...Object.keys(definitionOf(name).output.shape)]) {
        expect(section).toContain(`| \`${field}\``);
      }
      expect(section).not.toContain('any JSON');
    }
  });

  it('has links that lead somewhere', () => {
    for (const { file } of PAGES) {
      const text = page(file);
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
        (match[1] ?? '').toLowerCase().replaceAll(' ', '-'),
      );
      for (const [, anchor = ''] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor);
    }
  });

  it('names every tool, with the command that it is', () => {
    const text = page('docs/reference/mcp-tools.md');
    const sections = page('docs/reference/commands.md');
    for (const { name, command } of allTools()) {
      expect(text).toContain(`[\`${name}\`](commands.md#${command})`);
      expect(sections).toContain(`\n### ${command}\n`);
    }
  });

  it('helps on the command line page with every command that may be called there', () => {
    const text = page('docs/reference/cli.md');
    for (const name of COMMAND_NAMES) {
      expect(text.includes(`### fugue ${dashed(name)}\n`)).toBe(definitionOf(name).origins.includes('cli'));
    }
  });
});
