// Inputs of failures that comparable tools had.
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './root';

export function casePath(name: string): string {
  return path.join(repositoryRoot, 'test/fixtures/cases', name);
}

export function caseBytes(name: string): Buffer {
  return fs.readFileSync(casePath(name));
}

/** The text of a file below `test/fixtures`. */
export function fixtureText(name: string): string {
  return fs.readFileSync(path.join(repositoryRoot, 'test/fixtures', name), 'utf8');
}
