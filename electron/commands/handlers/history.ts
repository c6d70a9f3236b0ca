import path from 'node:path';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { CommandInput } from '#shared/commands/catalog';
import type { ConversationView, ModelUsageView } from '#shared/commands/history';
import type { ConversationEntry, FoundConversation, ModelUsage } from '#shared/history/types';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import { isProcessOf, readRegistry } from '../../claude/registry/registry-watcher';
import { resolveDirectory } from '../../session/pane-launcher';
import type { CommandContext, Handler } from '../context';
import { edgeOf, splitWithNewPane } from './new-pane';
import { viewOfPane } from './panes';
import { resolvePane } from '../../session/targets';

const DAY = 24 * 60 * 60 * 1000;

export const listHistory: Handler<'list_history'> = async (context, input) => {
  const page = await context.history.ask(
    'list',
    {
      directory: folderOf(context, input.cwd),
      limit: input.limit,
      cursor: input.cursor ?? null,
      before: input.before ?? null,
    },
    context.signal,
  );
  if (!page.ok) return page;
  return ok({
    conversations: page.value.conversations.map((entry) => conversationView(context, entry)),
    next_cursor: page.value.nextCursor,
  });
};

export const searchHistory: Handler<'search_history'> = async (context, input) => {
  const found = await context.history.ask(
    'search',
    { query: input.query, directory: folderOf(context, input.cwd), limit: input.limit },
    context.signal,
  );
  if (!found.ok) return found;
  return ok({
    conversations: found.value.hits.map(({ entry, excerpt, count }) => ({
      ...conversationView(context, entry),
      excerpt,
      count,
    })),
    total: found.value.total,
  });
};

export const describeConversation: Handler<'describe_conversation'> = async (context, input) => {
  const details = await context.history.ask('details', { id: input.claude_session_id }, context.signal);
  if (!details.ok) return details;
  if (details.value === null) return unknownConversation(input.claude_session_id);
  const { entry, prompt, beganAt, agents, isDirectoryGone } = details.value;
  return ok({
    conversation: conversationView(context, entry),
    first_prompt: prompt,
    began_at: beganAt,
    cwd_gone: isDirectoryGone,
    subagents: agents.map(({ id, type, description, file }) => ({
      id,
      type,
      description,
      transcript_path: file,
    })),
  });
};

export const listHistoryProjects: Handler<'list_history_projects'> = async (context) => {
  const projects = await context.history.ask('projects', null, context.signal);
  if (!projects.ok) return projects;
  return ok({
    projects: projects.value.map(({ directory, conversations, changedAt }) => ({
      cwd: directory,
      conversations,
      changed_at: Math.round(changedAt),
    })),
  });
};

export const usageReport: Handler<'usage_report'> = async (context, input) => {
  const midnight = new Date(context.clock.now()).setHours(0, 0, 0, 0);
  const report = await context.history.ask(
    'usage',
    {
      by: input.by,
      directory: folderOf(context, input.cwd),
      id: input.claude_session_id?.toLowerCase() ?? null,
      since: input.days === undefined ? null : midnight - (input.days - 1) * DAY,
      limit: input.limit,
    },
    context.signal,
  );
  if (!report.ok) return report;
  return ok({
    by: input.by,
    rows: report.value.rows.map(({ key, title, models }) => ({
      key,
      title,
      models: models.map(usageView),
    })),
    total: report.value.total.map(usageView),
  });
};

export const resumeSession: Handler<'resume_session'> = async (context, input) => {
  const id = input.claude_session_id.toLowerCase();
  const answer = await context.history.ask('find', { id });
  if (!answer.ok) return answer;
  const found = answer.value;
  if (found === null) return unknownConversation(id);
  if (found.entry.archived)
    return failure(
      'unavailable',
      `Claude no longer has the conversation ${id}, only the archive of Fugue does: restore_conversation puts it back, then resume_session opens it`,
    );
  if (!input.fork) {
    const owner = ownerOf(context, id, found);
    if (owner !== null) return failure('refused', owner);
  }
  const directory = await directoryFor(context, input, found);
  if (!directory.ok) return directory;
  const target = resolvePane(context.state, context.origin, input.pane_id);
  if (!target.ok) return target;
  const made = splitWithNewPane(
    context,
    target.value,
    {
      command: input.fork
        ? // The copy has a name from the start, so that the pane is never taken for one of the conversation itself.
          `claude --session-id ${context.service.newPaneId()} --resume ${id} --fork-session`
        : `claude --resume ${id}`,
      cwd: directory.value,
      kind: 'claude',
      face: input.face,
      name: input.name,
      ...(found.isUsualConfiguration ? {} : { environment: { CLAUDE_CONFIG_DIR: found.configDirectory } }),
    },
    { edge: edgeOf(input.direction), ratio: 0.5, focus: input.focus },
  );
  return made.ok ? ok({ pane: viewOfPane(context, made.value.id) }) : made;
};

export const restoreConversation: Handler<'restore_conversation'> = async (context, input) => {
  const restored = await context.history.ask('restore', { id: input.claude_session_id });
  if (!restored.ok) return restored;
  if ('problem' in restored.value) return failure('refused', restored.value.problem);
  return ok({
    claude_session_id: input.claude_session_id.toLowerCase(),
    transcript_path: restored.value.file,
  });
};

/** The folder to go on in. Claude looks for a conversation only by its folder: in another one it needs a copy. */
async function directoryFor(
  context: CommandContext,
  input: CommandInput<'resume_session'>,
  { entry }: FoundConversation,
): Promise<Result<string, Failure>> {
  const { id, directory: own } = entry;
  if (input.cwd === undefined) {
    if (own === null)
      return failure(
        'unavailable',
        `the transcript of ${id} does not say which folder it belongs to: cwd names one to go on in`,
      );
    const there = resolveDirectory(own, context.workingDirectory);
    return there.ok
      ? there
      : failure(
          'unavailable',
          `the folder of the conversation, ${own}, is gone or was renamed: cwd names another one to go on in`,
        );
  }
  const chosen = resolveDirectory(input.cwd, context.workingDirectory);
  if (!chosen.ok || chosen.value === own) return chosen;
  const copied = await context.history.ask('copyTo', { id, directory: chosen.value });
  if (!copied.ok) return copied;
  return 'problem' in copied.value ? failure('unavailable', copied.value.problem) : chosen;
}

/** Who has a conversation open, in a sentence that says what to do instead; null when nobody has. */
function ownerOf(context: CommandContext, id: string, found: FoundConversation): string | null {
  const pane = paneWith(context, id);
  if (pane !== null)
    return `the conversation is open in pane ${paneLabel(pane)} (${pane.id}): focus_pane goes there, and fork goes on with a copy`;
  const outside = readRegistry(found.configDirectory).find(
    (entry) => entry.sessionId === id && isProcessOf(entry),
  );
  return outside === undefined
    ? null
    : `the conversation is open in another terminal (process ${String(outside.pid)}): end it there first, or fork goes on with a copy`;
}

/** The pane whose Claude has the conversation open now. */
function paneWith({ state }: CommandContext, id: string): Pane | null {
  const found = Object.values(state.panes).find(
    ({ claude, process, kind, agent }) =>
      claude?.sessionId === id &&
      (process.status === 'starting' || process.status === 'running') &&
      // A shell outlives the Claude that was typed into it.
      (kind === 'claude' || agent !== null),
  );
  return found ?? null;
}

function conversationView(context: CommandContext, entry: ConversationEntry): ConversationView {
  return {
    claude_session_id: entry.id,
    title: entry.title,
    cwd: entry.directory,
    changed_at: Math.round(entry.changedAt),
    pane_id: paneWith(context, entry.id)?.id ?? null,
    transcript_path: entry.file,
    bytes: entry.size,
    archived: entry.archived,
    related: entry.related.map(({ id, title, changedAt }) => ({
      claude_session_id: id,
      title,
      changed_at: Math.round(changedAt),
    })),
    subagents: entry.agents,
    problem: entry.problem,
  };
}

function usageView({ model, answers, tokens, cost }: ModelUsage): ModelUsageView {
  return {
    model,
    answers,
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    cache_read_tokens: tokens.cacheRead,
    cache_write_tokens: tokens.cacheWrite,
    cost,
  };
}

function unknownConversation(id: string): Result<never, Failure> {
  return failure('not-found', `there is no conversation ${id} on disk: list_history names those that are`);
}

/** A folder as a caller names it; it need not be there any more. */
function folderOf(context: CommandContext, folder: string | undefined): string | null {
  if (folder === undefined) return null;
  const resolved = resolveDirectory(folder, context.workingDirectory);
  return resolved.ok ? resolved.value : path.resolve(context.workingDirectory, folder);
}
