import { z } from 'zod';
import { defineCommand } from './define-command';

export const dismissNotice = defineCommand({
  group: 'application',
  summary: 'Put a notice away',
  input: z.object({ notice_id: z.string().min(1).max(200) }),
  output: z.object({ notice_id: z.string() }),
  idempotent: true,
  positional: ['notice_id'],
  text: ({ notice_id }) => `dismissed ${notice_id}`,
});

export const reportView = defineCommand({
  group: 'application',
  summary: 'Tell the size of the area in which panes are drawn',
  input: z.object({ width: z.number().min(1).max(100_000), height: z.number().min(1).max(100_000) }),
  output: z.object({}),
  idempotent: true,
  origins: ['window'],
  text: () => 'noted',
});
