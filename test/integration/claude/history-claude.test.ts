// What the real claude writes, as the history shows it and goes on with it.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, directed, text } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

let core: ClaudeCore | null = null;
afterEach(async () => {
  await core?.close();
  core = null;
});

describe.each(usualVersions)('with claude %s', (version) => {
  it('names, finds, forks and goes on with a conversation, also in a renamed folder', async () => {
    core = await ClaudeCore.start({
      version,
      story: directed('answers', () => answer(text('The lighthouse is dark.'))),
    });
    const { app } = core;
    const first = await core.pane();
    await core.prompt(first, 'why is it dark');
    await core.until(first, 'complete');
    await core.written(first, 'why is it dark');
    const id = core.find(first).claude?.sessionId ?? '';
    const listed = await waitFor('the conversation in the list', async () => {
      const { conversations } = await app.run('list_history', { cwd: core!.project });
      return conversations.find((entry) => entry.claude_session_id === id);
    });
    expect(listed).toMatchObject({ cwd: core.project, pane_id: first, archived: false, problem: null });
    expect(listed.title).not.toMatch(/^Conversation of|^</);
    const found = await app.run('search_history', { query: '"lighthouse is dark"' });
    expect(found.conversations.map((entry) => entry.claude_session_id)).toEqual([id]);
    const usage = await app.run('usage_report', { by: 'session', claude_session_id: id });
    expect(usage.rows.map(({ key }) => key)).toEqual([id]);
    expect((await app.attempt('resume_session', { claude_session_id: id })).ok).toBe(false);

    const fork = await app.run('resume_session', { claude_session_id: id, fork: true });
    await core.prompt(fork.pane.id, 'and now');
    await core.until(fork.pane.id, 'complete');
    await core.written(fork.pane.id, 'and now');
    const copy = core.find(fork.pane.id).claude?.sessionId ?? '';
    expect(copy).not.toBe(id);
    // Both are one conversation to the person, under the newest of them.
    await waitFor('the copies to be collapsed', async () => {
      const { conversations } = await app.run('list_history', { cwd: core!.project });
      return (
        conversations.length === 1 &&
        conversations[0]?.claude_session_id === copy &&
        conversations[0].related.some((entry) => entry.claude_session_id === id)
      );
    });
    const total = await app.run('usage_report', { by: 'project', cwd: core.project });
    const answers = total.total.reduce((sum, model) => sum + model.answers, 0);
    const alone = await app.run('usage_report', { by: 'session', cwd: core.project });
    expect(alone.rows.flatMap(({ models }) => models.map((model) => model.answers))).toHaveLength(2);
    expect(
      alone.rows.reduce((sum, { models }) => sum + models.reduce((all, model) => all + model.answers, 0), 0),
    ).toBe(answers);

    await app.run('close_pane', { pane_id: fork.pane.id });
    await app.run('close_pane', { pane_id: first });
    const renamed = path.join(path.dirname(core.project), 'renamed');
    fs.renameSync(core.project, renamed);
    const refused = await app.attempt('resume_session', { claude_session_id: copy });
    expect(refused).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    const moved = await app.run('resume_session', { claude_session_id: copy, cwd: renamed });
    await core.shows(moved.pane.id, 'and now');
    await core.prompt(moved.pane.id, 'still there');
    await core.until(moved.pane.id, 'complete');
    expect(core.find(moved.pane.id).claude?.sessionId).toBe(copy);
  }, 180_000);
});
