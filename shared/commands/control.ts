import { z } from 'zod';
import { defineCommand } from './define-command';
import { nameField, requiredPaneTarget } from './fields';
import { resizePane } from './layouts';
import { paneView } from './views';

const { pane_id: _, ...resizing } = resizePane.input.shape;

export const control = defineCommand({
  group: 'panes',
  summary: 'Resize, close, focus or rename a pane',
  description:
    'Does one of four things to a pane: resize (edge and amount, or width and height as shares), close, focus, rename (name). The commands resize_pane, close_pane, focus_pane and rename_pane do the same, one each.',
  input: z.object({
    action: z.enum(['resize', 'close', 'focus', 'rename']),
    pane_id: requiredPaneTarget,
    name: z
      .union([nameField, z.literal('')])
      .optional()
      .describe('for rename'),
    ...resizing,
  }),
  output: z.object({
    action: z.enum(['resize', 'close', 'focus', 'rename']),
    pane_id: z.string(),
    pane: paneView.nullable().describe('null once it is closed'),
  }),
  destructive: true,
  positional: ['action', 'pane_id'],
  text: ({ action, pane_id }) => `${action}: ${pane_id}`,
});
