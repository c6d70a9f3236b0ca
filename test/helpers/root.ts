import path from 'node:path';

// Playwright loads these files as CommonJS, where there is no import.meta; Vitest knows __dirname as well.
export const repositoryRoot = path.resolve(__dirname, '../..');
