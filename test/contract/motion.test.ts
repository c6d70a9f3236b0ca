import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '#test/helpers/root';

const folder = path.join(repositoryRoot, 'renderer/theme');
const sheets = fs.readdirSync(folder).filter((name) => name.endsWith('.css'));
const textOf = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

describe('what moves', () => {
  it('stands still for people who asked their system for that', () => {
    const [, query = ''] =
      /@media \(prefers-reduced-motion: reduce\) \{([^@]*?)\n\}/.exec(textOf('base.css')) ?? [];
    expect(query).toMatch(/^\s*\*,\s*\*::before,\s*\*::after \{/);
    expect(query).toContain('animation: none !important');
    expect(query).toContain('transition: none !important');
    expect(query).toContain('scroll-behavior: auto !important');
  });

  // The rule above holds for all that styles say, unless one of them is as important.
  it.each(sheets)('says nothing in %s that would move all the same', (name) => {
    const text = textOf(name).replace(/@media \(prefers-reduced-motion: reduce\) \{[^@]*?\n\}/g, '');
    const moving = [...text.matchAll(/^\s*(?:animation|transition|scroll-behavior)[\w-]*:[^;]*;/gm)].map(
      ([line]) => line.trim(),
    );
    expect(moving.filter((line) => line.includes('!important'))).toEqual([]);
  });

  it('is moved by styles alone, which the rule reaches', () => {
    const scripts = fs
      .readdirSync(path.join(repositoryRoot, 'renderer'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name));
    const found = scripts.filter((name) =>
      /\.animate\(|behavior: 'smooth'|style=\{\{[^}]*(?:animation|transition)/.test(
        fs.readFileSync(path.join(repositoryRoot, 'renderer', name), 'utf8'),
      ),
    );
    expect(found).toEqual([]);
  });
});
