import { z } from 'zod';
import { USAGE_GROUPS } from '../history/types';
import { defineCommand, NO_AGENT } from './define-command';
import { directionField, faceField, focusField, nameField, paneTarget } from './fields';
import { paneView } from './views';

const conversationId = z.guid().describe('the conversation, as list_history gives it');
const folderField = z.string().min(1).max(4096);

const relatedView = z.object({
  claude_session_id: z.string(),
  title: z.string(),
  changed_at: z.number().describe('milliseconds since 1970'),
});

const conversationView = z.object({
  claude_session_id: z.string().describe('the conversation, for resume_session'),
  title: z.string().describe('its title, else its first prompt'),
  cwd: z.string().nullable().describe('the folder that it belongs to'),
  changed_at: z.number().describe('milliseconds since 1970'),
  pane_id: z.string().nullable().describe('the pane in which it is open'),
  transcript_path: z.string(),
  bytes: z.number().int().describe('size of its transcript'),
  archived: z.boolean().describe("only Fugue's archive has it; restore_conversation puts it back"),
  related: z.array(relatedView).describe('older copies of it, which were resumed or forked'),
  subagents: z.number().int().describe('transcripts of subagents'),
  problem: z.string().nullable().describe('why its transcript can not be read'),
});
export type ConversationView = z.output<typeof conversationView>;

const modelUsageView = z.object({
  model: z.string(),
  answers: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cache_read_tokens: z.number().int(),
  cache_write_tokens: z.number().int(),
  cost: z
    .number()
    .nullable()
    .describe(
      'dollars, by the prices of the settings, else as Claude told them when it ended; null when neither is known',
    ),
});
export type ModelUsageView = z.output<typeof modelUsageView>;

function line({ claude_session_id: id, title, cwd, changed_at: at, ...rest }: ConversationView): string {
  const copies = rest.related.length === 0 ? '' : ` (+${String(rest.related.length)} older)`;
  const archived = rest.archived ? ' [archive]' : '';
  return `${id} ${new Date(at).toISOString().slice(0, 16)} ${cwd ?? '?'}: ${title}${copies}${archived}`;
}

function usageLine(models: readonly ModelUsageView[]): string {
  return models
    .map(
      ({ model, output_tokens: out, input_tokens: input, cache_read_tokens: read, cost, ...rest }) =>
        `${model} ${String(input)} in, ${String(out)} out, ${String(read)} read and ${String(rest.cache_write_tokens)} written in cache${cost === null ? '' : `, $${cost.toFixed(2)}`}`,
    )
    .join('; ');
}

export const listHistory = defineCommand({
  group: 'history',
  summary: 'List earlier conversations with Claude',
  description:
    'Lists conversations on disk, the newest first, each with its id, title and folder. Use cwd for those of one folder, and next_cursor for the next page; resume_session opens one again.',
  input: z.object({
    cwd: folderField.optional().describe('only those of this folder'),
    limit: z.number().int().min(1).max(200).default(20),
    before: z.number().optional().describe('only those that were changed before, in milliseconds since 1970'),
    cursor: z.string().min(1).max(200).optional().describe('next_cursor of the page before'),
  }),
  output: z.object({
    conversations: z.array(conversationView),
    next_cursor: z.string().nullable().describe('for the next page; null at the end'),
  }),
  readOnly: true,
  positional: ['cwd'],
  text: ({ conversations, next_cursor: next }) =>
    conversations.length === 0
      ? 'none'
      : [...conversations.map(line), ...(next === null ? [] : [`more with --cursor ${next}`])].join('\n'),
});

export const searchHistory = defineCommand({
  group: 'history',
  summary: 'Find earlier conversations by what was said',
  description:
    'Looks in the prompts and answers of all conversations for words that all have to occur, whatever their case; "words in quotes" have to stand together. Comes back with the newest that hold them, and the place. The first search reads all transcripts and takes longer.',
  input: z.object({
    query: z.string().trim().min(2).max(200),
    cwd: folderField.optional().describe('only those of this folder'),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  output: z.object({
    conversations: z.array(
      conversationView.extend({
        excerpt: z.string().describe('text around the best hit'),
        count: z.number().int().describe('messages in it that hold one of the words'),
      }),
    ),
    total: z.number().int().describe('conversations that hold all the words, also those beyond the limit'),
  }),
  readOnly: true,
  positional: ['query'],
  text: ({ conversations, total }) =>
    conversations.length === 0
      ? 'none'
      : [
          ...conversations.map((entry) => `${line(entry)}\n  … ${entry.excerpt} …`),
          ...(total > conversations.length ? [`${String(total)} in all`] : []),
        ].join('\n'),
});

export const describeConversation = defineCommand({
  group: 'history',
  summary: 'Tell more of one conversation',
  description:
    'Tells of one conversation its first prompt, when it began, its subagents and its older copies. usage_report tells what it took.',
  input: z.object({ claude_session_id: conversationId }),
  output: z.object({
    conversation: conversationView,
    first_prompt: z.string().nullable(),
    began_at: z.number().nullable().describe('milliseconds since 1970'),
    cwd_gone: z.boolean().describe('its folder is there no more: resume_session needs another one'),
    subagents: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        description: z.string(),
        transcript_path: z.string(),
      }),
    ),
  }),
  readOnly: true,
  positional: ['claude_session_id'],
  text: ({ conversation, first_prompt: prompt, subagents }) =>
    [
      line(conversation),
      ...(prompt === null ? [] : [`  ${prompt.replace(/\s+/g, ' ').slice(0, 400)}`]),
      ...subagents.map(({ type, description }) => `  subagent ${type}: ${description}`),
    ].join('\n'),
});

export const listHistoryProjects = defineCommand({
  group: 'history',
  summary: 'List the folders that have conversations',
  input: z.object({}),
  output: z.object({
    projects: z.array(
      z.object({
        cwd: z.string(),
        conversations: z.number().int(),
        changed_at: z.number().describe('of its newest conversation, in milliseconds since 1970'),
      }),
    ),
  }),
  readOnly: true,
  text: ({ projects }) =>
    projects.length === 0
      ? 'none'
      : projects.map(({ cwd, conversations }) => `${cwd} (${String(conversations)})`).join('\n'),
});

export const usageReport = defineCommand({
  group: 'history',
  summary: 'Tell what conversations took',
  description:
    'Adds up the tokens of conversations with their subagents, by conversation, folder or day. Each answer counts once, also when copies of a conversation hold it. Dollars are those of [history.prices] in the settings; without a price there, what Claude itself noted for whole conversations when it ended. The first report reads all transcripts and takes longer.',
  input: z.object({
    by: z.enum(USAGE_GROUPS).default('day'),
    cwd: folderField.optional().describe('only conversations of this folder'),
    claude_session_id: conversationId.optional(),
    days: z.number().int().min(1).max(3650).optional().describe('only the last so many days, with today'),
    limit: z.number().int().min(1).max(1000).default(50),
  }),
  output: z.object({
    by: z.enum(USAGE_GROUPS),
    rows: z.array(
      z.object({
        key: z.string().describe('id of a conversation, folder, or day'),
        title: z.string(),
        models: z.array(modelUsageView),
      }),
    ),
    total: z.array(modelUsageView).describe('everything, also what is beyond the limit'),
  }),
  readOnly: true,
  positional: ['by'],
  text: ({ rows, total }) =>
    rows.length === 0
      ? 'none'
      : [
          ...rows.map(({ title, models }) => `${title}: ${usageLine(models)}`),
          `in all: ${usageLine(total)}`,
        ].join('\n'),
});

export const resumeSession = defineCommand({
  group: 'history',
  summary: 'Open an earlier conversation in a new pane',
  description:
    'Starts a Claude that goes on with a conversation, in a new pane beside the target one and in the folder that the conversation belongs to. One that is open elsewhere is refused, with the pane that has it: fork goes on with a copy instead. When its folder is gone, cwd names another one, and a copy of the conversation goes on there.',
  input: z.object({
    claude_session_id: conversationId,
    cwd: folderField.optional().describe('another folder to go on in, when its own is gone'),
    fork: z.boolean().default(false).describe('go on with a copy and leave the conversation as it is'),
    face: faceField.optional(),
    direction: directionField.default('horizontal'),
    name: nameField.optional(),
    pane_id: paneTarget,
    focus: focusField,
  }),
  output: z.object({ pane: paneView }),
  positional: ['claude_session_id'],
  text: ({ pane }) => `opened in pane ${pane.label} (${pane.id})`,
});

export const restoreConversation = defineCommand({
  group: 'history',
  summary: 'Put an archived conversation back where Claude looks for it',
  description:
    "Copies a conversation that Claude has removed from Fugue's archive back to its place, if nothing stands there. resume_session opens it then.",
  input: z.object({ claude_session_id: conversationId }),
  output: z.object({ claude_session_id: z.string(), transcript_path: z.string() }),
  origins: NO_AGENT,
  positional: ['claude_session_id'],
  text: ({ transcript_path: file }) => `put back: ${file}`,
});
