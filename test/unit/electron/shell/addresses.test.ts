import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ protocol: {}, shell: {} }));
const { fileFor } = await import('../../../../electron/shell/app-protocol');
const { checkLink } = await import('../../../../electron/shell/link-opener');

describe('the page’s own address', () => {
  it.each([
    ['fugue://app/', '/dist/renderer/index.html'],
    ['fugue://app/index.html?test=1', '/dist/renderer/index.html'],
    ['fugue://app/assets/a%20b.js', '/dist/renderer/assets/a b.js'],
  ])('%s is the file %s', (address, file) => {
    expect(fileFor('/dist/renderer', address)).toBe(file);
  });

  it.each([
    'fugue://other/index.html',
    'fugue://app/../main.cjs',
    'fugue://app/%2e%2e/main.cjs',
    'fugue://app/..%2fmain.cjs',
    'fugue://app/..%5cmain.cjs',
    'fugue://app/a%00.js',
    'fugue://app/%E0%A4%A',
    'fugue://app//etc/passwd/../../../../etc/passwd',
    'not an address',
  ])('%s leads to no file outside the folder', (address) => {
    const file = fileFor('/dist/renderer', address);
    expect(file === null || file.startsWith('/dist/renderer/')).toBe(true);
  });
});

describe('a link', () => {
  it.each(['https://example.com/a?b=c#d', 'http://localhost:3000/', 'https://xn--e1afmkfd.example/'])(
    '%s may be opened',
    (address) => {
      expect(checkLink(address).ok).toBe(true);
    },
  );

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'vscode://file/x',
    'ms-msdt:/id',
    'data:text/html,x',
    'https://user:password@example.com/',
    'https://example.com@evil.test/',
    'mailto:a@b.c',
    'nonsense',
    '',
    'ftp://example.com',
    'fugue://app/',
  ])('%j is never opened', (address) => {
    expect(checkLink(address).ok).toBe(false);
  });
});
