import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asPaneId } from '#shared/model/ids';
import type { Origin } from '#shared/commands/define-command';
import { TestCore } from '#test/helpers/core';
import { assistantLine, asText, type Line, userLine } from '#test/helpers/history';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { projectDirectoryName } from '../../../electron/claude/transcripts';

let directory: TemporaryDirectory;
let core: TestCore;
beforeEach(async () => {
  directory = makeTemporaryDirectory();
  // A Claude that only waits, so that its pane stays open.
  const claude = directory.file('bin/claude', '#!/bin/sh\necho "given: $*"\nexec sleep 600\n');
  fs.chmodSync(claude, 0o755);
  core = await TestCore.start({
    directory,
    config: `[claude]\ncommand = "${claude}"\n[history]\nfolders = ["~/.claude-work"]\n`,
  });
});
afterEach(async () => {
  await core.close();
  directory.remove();
});

function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function write(number: number, lines: readonly Line[], cwd: string, config = '.claude'): string {
  return directory.file(
    `home/${config}/projects/${projectDirectoryName(cwd)}/${id(number)}.jsonl`,
    asText(lines.map((line) => ({ ...line, cwd }))),
  );
}

function project(name: string): string {
  return directory.folder('home', name);
}

describe('the commands of the history', () => {
  it('list, search, describe and add up conversations of all configuration folders', async () => {
    const harbour = project('harbour');
    write(1, [userLine('where is the pilot?'), assistantLine('On the Lighthouse.')], harbour);
    write(2, [userLine('of the work folder')], project('work'), '.claude-work');
    const all = await core.run('list_history', {});
    expect(all.conversations.map(({ title }) => title).sort()).toEqual([
      'of the work folder',
      'where is the pilot?',
    ]);
    expect(all.next_cursor).toBeNull();
    const page = await core.run('list_history', { limit: 1 });
    const next = await core.run('list_history', { limit: 1, cursor: page.next_cursor ?? '' });
    expect(next.conversations).toHaveLength(1);
    expect(next.conversations[0]?.claude_session_id).not.toBe(page.conversations[0]?.claude_session_id);
    expect(
      (await core.run('list_history', { cwd: '~/harbour'.replace('~', core.home) })).conversations,
    ).toHaveLength(1);
    const found = await core.run('search_history', { query: 'lighthouse' });
    expect(found).toMatchObject({
      total: 1,
      conversations: [{ claude_session_id: id(1), excerpt: 'On the Lighthouse.', count: 1, cwd: harbour }],
    });
    const described = await core.run('describe_conversation', { claude_session_id: id(1) });
    expect(described).toMatchObject({ first_prompt: 'where is the pilot?', cwd_gone: false });
    const projects = await core.run('list_history_projects', {});
    expect(projects.projects.map(({ cwd }) => cwd)).toContain(harbour);
    const usage = await core.run('usage_report', { by: 'project' });
    expect(usage.rows).toMatchObject([
      { key: harbour, models: [{ answers: 1, output_tokens: 5, cost: null }] },
    ]);
  });

  it('go on with a conversation in its own folder, and in its own configuration', async () => {
    const work = project('work');
    write(2, [userLine('of the work folder')], work, '.claude-work');
    const { pane } = await core.run('resume_session', { claude_session_id: id(2) });
    expect(pane).toMatchObject({ cwd: work, command: `claude --resume ${id(2)}`, kind: 'claude' });
    expect(core.state.panes[asPaneId(pane.id)]?.environment).toEqual({
      CLAUDE_CONFIG_DIR: path.join(core.home, '.claude-work'),
    });
    await waitFor('the Claude to say what it was given', async () =>
      (await core.text(pane.id)).includes(`--resume ${id(2)}`),
    );
  });

  it('sess-13: open none twice: the pane that has it is named, and a copy can be gone on with', async () => {
    write(1, [userLine('once')], project('harbour'));
    const first = await core.run('resume_session', { claude_session_id: id(1), name: 'pilot' });
    await waitFor('the conversation to be that of the pane', async () => {
      const [entry] = (await core.run('list_history', {})).conversations;
      return entry?.pane_id === first.pane.id;
    });
    const second = await core.attempt('resume_session', { claude_session_id: id(1) });
    expect(second).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(second.ok ? '' : second.error.message).toContain(`pilot (${first.pane.id})`);
    const five = await Promise.all(
      [1, 2, 3, 4, 5].map(() => core.attempt('resume_session', { claude_session_id: id(1) })),
    );
    expect(five.every(({ ok }) => !ok)).toBe(true);
    const fork = await core.run('resume_session', { claude_session_id: id(1), fork: true });
    await waitFor('the copy to be begun', async () =>
      (await core.text(fork.pane.id)).includes('--fork-session'),
    );
    const copy = core.state.panes[asPaneId(fork.pane.id)]?.claude?.sessionId;
    expect(copy).not.toBe(id(1));
    expect(await core.text(fork.pane.id)).toContain(copy);
  });

  it('sess-12: say why a folder can not be gone on in, and go on in another one', async () => {
    const old = project('oldname');
    const file = write(81, [userLine('project was moved')], old);
    fs.renameSync(old, path.join(core.home, 'newname'));
    const refused = await core.attempt('resume_session', { claude_session_id: id(81) });
    expect(refused).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(refused.ok ? '' : refused.error.message).toMatch(/oldname.*cwd names another/);
    expect((await core.run('describe_conversation', { claude_session_id: id(81) })).cwd_gone).toBe(true);
    const bad = await core.attempt('resume_session', { claude_session_id: id(81), cwd: '/not/there' });
    expect(bad.ok).toBe(false);
    const renamed = path.join(core.home, 'newname');
    const { pane } = await core.run('resume_session', { claude_session_id: id(81), cwd: renamed });
    expect(pane.cwd).toBe(renamed);
    const copy = path.join(core.home, '.claude/projects', projectDirectoryName(renamed), `${id(81)}.jsonl`);
    expect(fs.readFileSync(copy)).toEqual(fs.readFileSync(file));
  });

  it('tell what is not there, and what only the archive has', async () => {
    const harbour = project('harbour');
    const unknown = await core.attempt('resume_session', { claude_session_id: id(9) });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'not-found' } });
    const file = path.join(core.home, '.claude/projects', projectDirectoryName(harbour), `${id(7)}.jsonl`);
    directory.file(`home/.fugue/archive${file}`, asText([userLine('kept', { cwd: harbour })]));
    const archived = await core.attempt('resume_session', { claude_session_id: id(7) });
    expect(archived).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(archived.ok ? '' : archived.error.message).toContain('restore_conversation');
    const agent: Origin = { kind: 'agent', paneId: null, via: 'mcp' };
    const asAgent = await core.attempt('restore_conversation', { claude_session_id: id(7) }, agent);
    expect(asAgent).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(await core.run('restore_conversation', { claude_session_id: id(7) })).toEqual({
      claude_session_id: id(7),
      transcript_path: file,
    });
    expect((await core.run('resume_session', { claude_session_id: id(7) })).pane.cwd).toBe(harbour);
  });

  it('tell the window when a title changes, and follow the settings', async () => {
    const revision = (): number => core.state.history.revision;
    const file = write(1, [userLine('asked')], project('harbour'));
    await core.run('list_history', {});
    const before = revision();
    fs.appendFileSync(file, asText([{ type: 'custom-title', customTitle: 'Named' }]));
    await waitFor('the change to be told', () => revision() > before);
    expect((await core.run('list_history', {})).conversations[0]?.title).toBe('Named');
    const kept = path.join(core.home, '.fugue/archive', file);
    expect(fs.existsSync(kept)).toBe(false);
    fs.writeFileSync(path.join(core.home, '.fugue/config/fugue.toml'), '[history]\narchive = true\n');
    await waitFor('the copy', () => fs.existsSync(kept), { timeout: 15_000 });
  });
});
