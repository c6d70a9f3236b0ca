// `npm run docs [-- --check]`: writes the reference pages, or says which are out of date.
import fs from 'node:fs';
import path from 'node:path';
import { PAGES, rendered } from './pages';

async function main(words: readonly string[]): Promise<number> {
  const check = words.includes('--check');
  const unknown = words.find((word) => word !== '--check');
  if (unknown !== undefined) {
    process.stderr.write(`npm run docs does not know ${unknown}: it takes -- --check\n`);
    return 2;
  }
  let outdated = 0;
  for (const page of PAGES) {
    const file = path.resolve(page.file);
    const text = await rendered(page);
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
    outdated += 1;
    if (check) {
      process.stderr.write(`${page.file} is out of date: run npm run docs\n`);
      continue;
    }
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    process.stdout.write(`wrote ${page.file}\n`);
  }
  if (outdated === 0) process.stdout.write(`${String(PAGES.length)} pages are up to date\n`);
  return check && outdated > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
