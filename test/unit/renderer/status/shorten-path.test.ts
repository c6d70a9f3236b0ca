import { describe, expect, it } from 'vitest';
import { shortenPath } from '#renderer/status/shorten-path';

describe('a folder in few characters', () => {
  it.each([
    ['/home/ada', '~'],
    ['/home/ada/work', '~/work'],
    ['/home/adam/work', '/home/adam/work'],
    ['/usr/lib', '/usr/lib'],
    ['/', '/'],
    ['/home/ada/projects/fugue/renderer/terminal', '~/…/renderer/terminal'],
    ['/srv/very/long/way/to/some/folder', '/srv/…/to/some/folder'],
  ])('%s is %s', (path, short) => {
    expect(shortenPath(path, '/home/ada', 24)).toBe(short);
  });

  it('is never longer than asked for', () => {
    const long = `/a/${'b'.repeat(80)}/${'c'.repeat(80)}`;
    expect(shortenPath(long, '/home/ada', 24).length).toBeLessThanOrEqual(24);
  });
});
