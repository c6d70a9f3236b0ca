import path from 'node:path';

// Playwright loads these files as CommonJS, where there is no import.meta; Vitest knows __dirname as well.
export const repositoryRoot = path.resolve(__dirname, '../..');

/** What was built and is tested: the folder with `package.json` and `dist`. A twin of the fault suite has another. */
export const productRoot = process.env['FUGUE_TEST_PRODUCT'] ?? repositoryRoot;
