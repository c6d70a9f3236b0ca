// @ts-check
// Format, lint and types, side by side: each takes one core for long enough to be worth it.
import { spawn } from 'node:child_process';
import { root } from './targets.mjs';

const parts = ['lint', 'typecheck', 'format:check'];

/**
 * @param {string} name script of package.json
 * @returns {Promise<boolean>} whether it passed
 */
function run(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (piece) => output.push(piece));
    child.stderr.on('data', (piece) => output.push(piece));
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.on('close', (code) => {
      process.stdout.write(`${name}: ${code === 0 ? 'passed' : 'failed'}\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(parts.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
