import { z } from 'zod';
import { defineCommand } from './define-command';
import { metadataKey, sessionTarget, tagField } from './fields';

const metadataOutput = z.object({ session_id: z.string(), metadata: z.record(z.string(), z.string()) });
const tagsOutput = z.object({ session_id: z.string(), tags: z.array(z.string()) });

export const setMetadata = defineCommand({
  group: 'metadata',
  summary: 'Keep a value with a session',
  description: 'Stores a text value under a key of the session. Without a value the key is removed.',
  input: z.object({ key: metadataKey, value: z.string().max(32_768).optional(), session_id: sessionTarget }),
  output: metadataOutput,
  idempotent: true,
  positional: ['key', 'value'],
  text: ({ metadata }) => `the session keeps ${String(Object.keys(metadata).length)} values`,
});

export const getMetadata = defineCommand({
  group: 'metadata',
  summary: 'Read the values kept with a session',
  input: z.object({ key: metadataKey.optional().describe('only this one'), session_id: sessionTarget }),
  output: metadataOutput,
  readOnly: true,
  positional: ['key'],
  text: ({ metadata }) => {
    const entries = Object.entries(metadata);
    return entries.length === 0 ? 'none' : entries.map(([key, value]) => `${key}=${value}`).join('\n');
  },
});

export const setTags = defineCommand({
  group: 'metadata',
  summary: 'Add or remove tags of a session',
  input: z.object({
    add: z.array(tagField).max(50).default([]),
    remove: z.array(tagField).max(50).default([]),
    session_id: sessionTarget,
  }),
  output: tagsOutput,
  idempotent: true,
  positional: ['add'],
  text: ({ tags }) => (tags.length === 0 ? 'no tags' : tags.join(' ')),
});

export const getTags = defineCommand({
  group: 'metadata',
  summary: 'Read the tags of a session',
  input: z.object({ session_id: sessionTarget }),
  output: tagsOutput,
  readOnly: true,
  positional: ['session_id'],
  text: ({ tags }) => (tags.length === 0 ? 'no tags' : tags.join(' ')),
});
