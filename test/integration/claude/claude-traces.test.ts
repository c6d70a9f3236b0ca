// What Fugue leaves behind outside its own folder: nothing. And what a pane with a configuration of its own shares.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text, tool } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

const SETTINGS = `${JSON.stringify({ model: 'sonnet', hooks: { Stop: [] }, permissions: { allow: ['Read'] } }, null, 2)}\n`;
/** Claude's folder and Fugue's; and Claude's log of the servers that it is connected to, in its own cache. */
const OWN = /^(?:\.fugue|\.claude|\.claude\.json[^/]*|\.cache\/claude-cli-nodejs)(?:\/|$)|^\.cache$/;
/** Claude registers its own links with the desktop, where there are the tools for that. */
const OF_DESKTOP =
  /^(?:\.local(?:\/share(?:\/applications(?:\/claude-code-url-handler\.desktop)?)?)?|\.config(?:\/mimeapps\.list)?)$/;

/** Every file below a folder with a digest of what it holds. */
function tree(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    if (OWN.test(name) || OF_DESKTOP.test(name)) continue;
    found[name] = entry.isFile()
      ? createHash('sha256').update(fs.readFileSync(file)).digest('hex')
      : entry.isSymbolicLink()
        ? `→ ${fs.readlinkSync(file)}`
        : 'folder';
  }
  return found;
}

describe.each(usualVersions)('claude %s', (version) => {
  let core: ClaudeCore | undefined;
  let directory: TemporaryDirectory | undefined;
  afterEach(async () => {
    await core?.close();
    core = undefined;
    directory?.remove();
    directory = undefined;
  });

  function prepare(): TemporaryDirectory {
    directory = makeTemporaryDirectory();
    directory.file('home/.bashrc', '# mine\n');
    directory.file('home/.claude/settings.json', SETTINGS);
    directory.file('home/project/.claude/settings.json', '{"permissions":{"deny":["WebFetch"]}}\n');
    directory.file('home/project/CLAUDE.md', 'Be brief.\n');
    return directory;
  }

  it('is started and ended without a trace outside of its own folder and that of Fugue', async () => {
    const { path: base } = prepare();
    core = await ClaudeCore.start({
      version,
      directory: directory!,
      story: story('one tool', [
        answer(tool('Bash', { command: 'pwd', description: 'Where' })),
        answer(text('There.')),
      ]),
    });
    const home = path.join(base, 'home');
    const before = tree(home);
    expect(before['project/.claude/settings.json']).toBeDefined();
    const pane = await core.pane();
    await core.prompt(pane, 'where is it?');
    await core.until(pane, 'complete');
    await core.prompt(pane, '/exit');
    await core.until(pane, 'exited');
    await core.close();
    expect(tree(home)).toEqual(before);
    expect(fs.readFileSync(path.join(home, '.claude/settings.json'), 'utf8')).toBe(SETTINGS);
    const state = JSON.parse(fs.readFileSync(path.join(home, '.claude.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(state['hooks']).toBeUndefined();
    expect(state['mcpServers'] ?? {}).toEqual({});
    expect(JSON.stringify(state)).not.toMatch(/FUGUE_|\/hook\/|claude-settings/);
    const modes = fs
      .readdirSync(path.join(home, '.fugue/claude-settings'))
      .map((name) => fs.statSync(path.join(home, '.fugue/claude-settings', name)).mode & 0o077);
    expect(modes.every((mode) => mode === 0)).toBe(true);
    core = undefined;
  });

  it('with a configuration of the pane asks nothing again, and keeps its conversation where all are', async () => {
    prepare();
    core = await ClaudeCore.start({
      version,
      directory: directory!,
      config: 'isolation = "per-pane"',
      story: story('one', [
        answer(tool('WebFetch', { url: 'https://example.com', prompt: 'x' })),
        answer(text('Noted.')),
      ]),
    });
    const home = path.join(directory!.path, 'home');
    const pane = await core.pane();
    await core.until(pane, 'idle');
    expect(core.statesOf(pane)).not.toContain('waiting');
    const { claude } = core.find(pane);
    expect(claude?.isolation).toBe('per-pane');
    expect(claude?.configDirectory.startsWith(path.join(home, '.fugue/'))).toBe(true);
    // The project forbids it, so no dialog comes: its settings apply.
    await core.prompt(pane, 'remember the harbour');
    await core.until(pane, 'complete');
    expect(core.statesOf(pane)).not.toContain('waiting');
    const transcripts = path.join(home, '.claude/projects');
    await waitFor('the transcript among all others', () =>
      fs
        .readdirSync(transcripts, { recursive: true })
        .some((name) => String(name).endsWith(`${claude?.sessionId ?? ''}.jsonl`)),
    );
    expect(core.server.turns[0]?.body?.model).toContain('sonnet');
    expect(fs.readFileSync(path.join(home, '.claude/settings.json'), 'utf8')).toBe(SETTINGS);

    // A pane that is closed takes its folder along, and nothing that is only linked there.
    await core.written(pane, 'remember the harbour');
    await core.app.run('close_pane', { pane_id: pane });
    expect(fs.existsSync(claude?.configDirectory ?? '')).toBe(false);
    expect(fs.readFileSync(path.join(home, '.claude/settings.json'), 'utf8')).toBe(SETTINGS);
    const again = await core.pane(`claude --resume ${claude?.sessionId ?? ''}`);
    await core.until(again, 'idle');
    await core.shows(again, 'remember the harbour');
  });
});
