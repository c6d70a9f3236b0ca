// @ts-check
// Builds in which one guard can be taken out: the twins of the fault suite have to fail on them. Never part of the app.
import fs from 'node:fs';
import path from 'node:path';
import { weaknesses } from '../test/faults/weaknesses.mjs';
import { root } from './targets.mjs';

/**
 * What the code becomes: an expression gives something else when its weakness is switched on.
 *
 * @param {string} code
 * @param {string} file from the root
 * @param {boolean} always whether the weaknesses of this file are on without being switched on
 */
export function weakened(code, file, always = false) {
  for (const { rows, at, guard, instead } of weaknesses) {
    if (at !== file) continue;
    const [before = '', expression = '', after = ''] = guard.split(/⟦|⟧/);
    const whole = before + expression + after;
    if (code.split(whole).length !== 2)
      throw new Error(`the guard of row ${rows.join(', ')} is not found once in ${file}: ${whole}`);
    const isOn = always ? 'true' : `${JSON.stringify(rows.map(String))}.includes(globalThis.fugueWeakness)`;
    code = code.replace(whole, () => `${before}((${isOn}) ? (${instead}) : (${expression}))${after}`);
  }
  return code;
}

/** Throws when a guard is not where the table says. */
export function checkWeaknesses() {
  for (const { at } of weaknesses) weakened(fs.readFileSync(path.join(root, at), 'utf8'), at);
}

/** The plugin that does so while Vite reads the sources. */
export function weaken() {
  return {
    name: 'fugue-weaken',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} code @param {string} id */
    transform(code, id) {
      const file = path
        .relative(root, id.split('?')[0] ?? '')
        .split(path.sep)
        .join('/');
      // The window has no environment that could switch one on.
      const changed = weakened(code, file, file.startsWith('renderer/'));
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

/** Makes a built file switch on what the environment names. */
export const switchOn = 'globalThis.fugueWeakness = globalThis.process?.env?.FUGUE_WEAKNESS;';
