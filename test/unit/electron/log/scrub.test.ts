import { expect, it } from 'vitest';
import { scrub } from '../../../../electron/log/scrub';

it.each([
  'sk-ant-api03-abcdefghijklmnop',
  'Bearer abcdefghijklmnop',
  'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl',
  'AKIAABCDEFGHIJKLMNOP',
  'ghp_abcdefghijklmnopqrstuvwx',
  '-----BEGIN RSA PRIVATE KEY-----\\nabc\\n-----END RSA PRIVATE KEY-----',
])('keeps %s out of the log wherever it stands', (secret) => {
  const line = `{"reason":"it said ${secret} there","other":"kept"}`;
  expect(scrub(line)).not.toContain(secret);
  expect(scrub(line)).toContain('kept');
});

it('leaves ordinary text alone', () => {
  const line = '{"msg":"core.started","version":"0.1.0","reason":"task-force bear"}';
  expect(scrub(line)).toBe(line);
});
