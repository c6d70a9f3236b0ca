import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { Conversation } from '../../claude/history';
import { listConversations, readHead, searchIn } from '../../claude/history';
import type { CommandContext, Handler } from '../context';
import { createPane } from './panes';

/** The newest conversations that are searched. */
const SEARCHED = 200;

export const listHistory: Handler<'list_history'> = (context, input) => {
  const { before } = input;
  const found = listConversations(context.claudeDirectory, input.cwd);
  const page = found.filter(({ changedAt }) => before === undefined || changedAt < before);
  return ok({ conversations: page.slice(0, input.limit).map((entry) => conversationView(context, entry)) });
};

export const searchHistory: Handler<'search_history'> = (context, input) => {
  const hits: (ReturnType<typeof conversationView> & { excerpt: string })[] = [];
  for (const entry of listConversations(context.claudeDirectory, input.cwd).slice(0, SEARCHED)) {
    if (hits.length >= input.limit) break;
    const excerpt = searchIn(entry.file, input.query);
    if (excerpt !== null) hits.push({ ...conversationView(context, entry), excerpt });
  }
  return ok({ conversations: hits });
};

function conversationView({ state }: CommandContext, { id, file, changedAt }: Conversation) {
  const { title, directory } = readHead(file);
  const open = Object.values(state.panes).find(({ claude }) => claude?.sessionId === id);
  return {
    claude_session_id: id,
    title: title === '' ? 'untitled' : title,
    cwd: directory,
    changed_at: Math.round(changedAt),
    pane_id: open?.id ?? null,
    transcript_path: file,
  };
}

export const resumeSession: Handler<'resume_session'> = async (context, input) => {
  const { claude_session_id: id, ...place } = input;
  const found = listConversations(context.claudeDirectory).find((entry) => entry.id === id);
  if (found === undefined)
    return failure('not-found', `there is no conversation ${id} on disk: list_history names those that are`);
  const { directory } = readHead(found.file);
  if (directory === null)
    return failure('unavailable', `the transcript of ${id} does not say which folder it belongs to`);
  return createPane(context, { ...place, command: `claude --resume ${id}`, cwd: directory, kind: 'claude' });
};
