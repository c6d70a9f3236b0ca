// Text from Claudes, tools and programs never becomes markup: there is no way from a text to elements.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '#test/helpers/root';

const WAYS =
  /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|rehype-raw|DOMParser|createContextualFragment|setHTMLUnsafe/;

it('[sec-01] the window has no way from text to markup', () => {
  const folder = path.join(repositoryRoot, 'renderer');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((name) => WAYS.test(fs.readFileSync(path.join(folder, name), 'utf8')));
  expect(found).toEqual([]);
});
