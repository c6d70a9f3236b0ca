import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installMcpEntry, removeMcpEntry } from '#electron/claude/install/mcp-entry';
import { changeUserFile, withValue } from '#electron/claude/install/user-file';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { ok } from '#shared/base/result';

const given = fs.readFileSync(path.join(repositoryRoot, 'test/fixtures/cases/mcp-10/claude.json'), 'utf8');
const COMMAND = '/home/dev/.fugue/bin/fugue';

describe("an entry in Claude's own file", () => {
  let directory: TemporaryDirectory;
  beforeEach(() => {
    directory = makeTemporaryDirectory();
  });
  afterEach(() => {
    directory.remove();
  });
  const read = (file: string) => fs.readFileSync(file, 'utf8');
  async function install(file: string) {
    const installed = await installMcpEntry(file, COMMAND);
    if (!installed.ok) throw new Error(installed.error);
    return installed.value;
  }

  it.each([
    ['as Claude writes it', JSON.stringify(JSON.parse(given), null, 2)],
    ['with one blank', given],
    ['with tabs and CRLF', JSON.stringify(JSON.parse(given), null, '\t').replaceAll('\n', '\r\n')],
    ['in one line', JSON.stringify(JSON.parse(given))],
    ['without servers', '{\n  "numStartups": 3,\n  "tips": {}\n}\n'],
    ['with no servers in it', '{\n  "mcpServers": {},\n  "a": 1\n}\n'],
    ['empty object', '{}'],
  ])('is put in beside all else, and taken out without a trace (%s)', async (_name, text) => {
    const file = directory.file('.claude.json', text);
    fs.chmodSync(file, 0o640);
    const installation = await install(file);
    const value = JSON.parse(read(file)) as { mcpServers: Record<string, unknown> };
    const { fugue, ...others } = value.mcpServers;
    expect(fugue).toEqual({ type: 'stdio', command: COMMAND, args: ['mcp-bridge'] });
    const before = JSON.parse(text) as { mcpServers?: Record<string, unknown> };
    expect({ ...value, mcpServers: others }).toEqual({ ...before, mcpServers: before.mcpServers ?? {} });
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    const once = read(file);
    await install(file);
    expect(read(file)).toBe(once);
    expect((await removeMcpEntry(installation)).ok).toBe(true);
    expect(JSON.parse(read(file))).toEqual(before);
    expect(read(file)).toBe(text);
    expect((await removeMcpEntry(installation)).ok).toBe(true);
    expect(read(file)).toBe(text);
  });

  it('is put into a file that is not there yet, which then goes with it', async () => {
    const file = path.join(directory.path, 'new', '.claude.json');
    const installation = await install(file);
    expect(Object.keys(JSON.parse(read(file)) as object)).toEqual(['mcpServers']);
    expect((await removeMcpEntry(installation)).ok).toBe(true);
    expect(fs.existsSync(file)).toBe(false);
  });

  it.each(['{ "a": 1, }', '// mine\n{}', '\ufeff{}', '[]', '{', `{"a":"${'x'.repeat(2_200_000)}"}`])(
    'leaves a file alone that Claude could not read either (%#)',
    async (text) => {
      const file = directory.file('.claude.json', text);
      expect((await installMcpEntry(file, COMMAND)).ok).toBe(false);
      expect(read(file)).toBe(text);
      expect(fs.readdirSync(directory.path)).toEqual(['.claude.json']);
    },
  );

  it.each(['{"mcpServers":null}', '{"mcpServers":[]}', '{"mcpServers":{"fugue":{"command":"mine"}}}'])(
    'leaves alone what is not its own to change: %s',
    async (text) => {
      const file = directory.file('.claude.json', text);
      expect((await installMcpEntry(file, COMMAND)).ok).toBe(false);
      expect(read(file)).toBe(text);
    },
  );

  it('goes through a link, and leaves the link', async () => {
    const file = directory.file('dotfiles/claude.json', given);
    const link = path.join(directory.path, '.claude.json');
    fs.symlinkSync('dotfiles/claude.json', link);
    await install(link);
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
    expect(read(file)).toContain('mcp-bridge');
  });

  it('loses nothing that others write meanwhile (mcp-10)', async () => {
    const file = directory.file('.claude.json', given);
    const end = new AbortController();
    const count = (async () => {
      let starts = 0;
      while (!end.signal.aborted) {
        const changed = await changeUserFile(file, (text) => {
          starts = (JSON.parse(text) as { numStartups: number }).numStartups + 1;
          return ok(withValue(text, ['numStartups'], starts));
        });
        expect(changed.ok).toBe(true);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return starts;
    })();
    const installation = await install(file);
    for (let round = 0; round < 5; round += 1) {
      expect((await removeMcpEntry(installation)).ok).toBe(true);
      await install(file);
    }
    expect((await removeMcpEntry(installation)).ok).toBe(true);
    end.abort();
    const starts = await count;
    const { numStartups, ...rest } = JSON.parse(read(file)) as { numStartups: number };
    const { numStartups: _, ...before } = JSON.parse(given) as { numStartups: number };
    expect(rest).toEqual(before);
    expect(numStartups).toBe(starts);
  });
});
