import { z } from 'zod';
import { defineCommand } from './define-command';
import { directionField, focusField, nameField, paneTarget } from './fields';
import { paneView } from './views';

const conversationView = z.object({
  claude_session_id: z.string().describe('the conversation, for resume_session'),
  title: z.string().describe('its title, else its first prompt'),
  cwd: z.string().nullable().describe('the folder that it belongs to'),
  changed_at: z.number().describe('milliseconds since 1970'),
  pane_id: z.string().nullable().describe('the pane in which it is open'),
  transcript_path: z.string(),
});

function line({
  claude_session_id: id,
  title,
  cwd,
  changed_at: at,
}: z.output<typeof conversationView>): string {
  return `${id} ${new Date(at).toISOString().slice(0, 16)} ${cwd ?? '?'}: ${title}`;
}

export const listHistory = defineCommand({
  group: 'history',
  summary: 'List earlier conversations with Claude',
  description:
    'Lists conversations on disk, the newest first, each with its id, title and folder. Use cwd for those of one folder; resume_session opens one again.',
  input: z.object({
    cwd: z.string().min(1).max(4096).optional().describe('only those of this folder'),
    limit: z.number().int().min(1).max(200).default(20),
    before: z
      .number()
      .optional()
      .describe('only those that were changed before, in milliseconds since 1970: for the next page'),
  }),
  output: z.object({ conversations: z.array(conversationView) }),
  readOnly: true,
  positional: ['cwd'],
  text: ({ conversations }) => (conversations.length === 0 ? 'none' : conversations.map(line).join('\n')),
});

export const searchHistory = defineCommand({
  group: 'history',
  summary: 'Find earlier conversations by what was said',
  description:
    'Looks for a text in the prompts and answers of the newest 200 conversations, whatever its case, and comes back with those that hold it and the place.',
  input: z.object({
    query: z.string().trim().min(2).max(200),
    cwd: z.string().min(1).max(4096).optional().describe('only those of this folder'),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  output: z.object({
    conversations: z.array(
      conversationView.extend({ excerpt: z.string().describe('text around the first hit') }),
    ),
  }),
  readOnly: true,
  positional: ['query'],
  text: ({ conversations }) =>
    conversations.length === 0
      ? 'none'
      : conversations.map((entry) => `${line(entry)}\n  … ${entry.excerpt} …`).join('\n'),
});

export const resumeSession = defineCommand({
  group: 'history',
  summary: 'Open an earlier conversation in a new pane',
  description:
    'Starts a Claude that goes on with a conversation, in a new pane beside the target one and in the folder that the conversation belongs to. One that is open elsewhere is not torn in two: the new pane then offers a copy.',
  input: z.object({
    claude_session_id: z.guid().describe('as list_history gives it'),
    direction: directionField.default('horizontal'),
    name: nameField.optional(),
    pane_id: paneTarget,
    focus: focusField,
  }),
  output: z.object({ pane: paneView }),
  positional: ['claude_session_id'],
  text: ({ pane }) => `opened in pane ${pane.label} (${pane.id})`,
});
