import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { redact } from '#electron/log/redact';

const SECRETS: readonly (readonly [string, string])[] = [
  ['a key of Anthropic', 'sk-ant-api03-AAAAbbbbCCCCddddEEEE'],
  ['a bearer token', 'Authorization: Bearer abcdefgh12345678'],
  ['a token of a service', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc_def'],
  ['a key of AWS', 'AKIA1234567890ABCDEF'],
  ['a token of GitHub', 'ghp_abcdefghijklmnopqrstuvwxyz0123'],
  ['a setting', 'mcp_token = "hunter2hunter2"'],
  ['a setting in JSON', '{"apiKey": "hunter2hunter2"}'],
  ['a variable', 'MY_PASSWORD=hunter2hunter2'],
  ['an address', 'https://ada:hunter2hunter2@example.org/path'],
];

describe('what may be handed on', () => {
  it.each(SECRETS)('%s is taken out, wherever it stands', (_name, text) => {
    const bare = text.split(/[\s"=:/@]+/).filter((part) => part.length > 11 && /\d|_/.test(part));
    expect(bare.length).toBeGreaterThan(0);
    for (const place of [text, `before ${text} after`, `[${text}]`, `x\n${text}\ny`]) {
      const clean = redact(place);
      for (const part of bare) expect(clean).not.toContain(part);
    }
  });

  it('who the person is stays out', () => {
    expect(redact(`${os.homedir()}/work on ${os.hostname()}`)).toBe(
      os.hostname().length > 2 ? '~/work on [host]' : `~/work on ${os.hostname()}`,
    );
  });

  it('plain words stay as they are', () => {
    const text = 'the token bucket is empty; password prompts are detected: 3 panes';
    expect(redact(text)).toBe(text);
  });
});
