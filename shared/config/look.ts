import { z } from 'zod';
import { parseLayout } from '../layout/text-form';

/* The sections of the configuration that say how the window and its terminals look. */

export const appearance = z.object({
  theme: z
    .string()
    .default('dark')
    .describe('colours of the window and the terminals; system follows the desktop'),
  'theme-dark': z.string().default('dark').describe('theme while the desktop is dark, where theme is system'),
  'theme-light': z
    .string()
    .default('light')
    .describe('theme while the desktop is light, where theme is system'),
  zoom: z.number().min(0.5).max(3).default(1).describe('size of the whole window, as a factor'),
  'font-family': z
    .string()
    .min(1)
    .max(500)
    .default('JetBrains Mono')
    .describe('font of the terminals; further ones behind commas stand in for what it lacks'),
  ligatures: z.boolean().default(false).describe('join characters such as => and != where the font can'),
  'letter-spacing': z
    .number()
    .min(-3)
    .max(10)
    .default(0)
    .describe('space between the characters of terminals, in pixels'),
  'bold-is-bright': z
    .boolean()
    .default(true)
    .describe('show bold text of the first eight colours in their bright ones'),
  'font-size': z.number().min(6).max(40).default(13).describe('font size of the terminals, in pixels'),
  'line-height': z.number().min(1).max(2).default(1).describe('line height, as a factor of the font size'),
  'sidebar-width': z
    .number()
    .int()
    .min(140)
    .max(480)
    .default(220)
    .describe('width of the sidebar, in pixels'),
});

export const terminal = z.object({
  'screen-reader': z
    .boolean()
    .default(false)
    .describe('give what terminals show to screen readers, which takes some speed'),
  'keep-alive': z
    .boolean()
    .default(false)
    .describe('run the programs of new panes in tmux, so that they go on when Fugue ends'),
  shell: z.string().max(4096).default('').describe('login shell; empty takes $SHELL'),
  'scrollback-lines': z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(5000)
    .describe('lines kept above the screen'),
  'cursor-style': z.enum(['block', 'bar', 'underline']).default('block').describe('shape of the cursor'),
  'cursor-blink': z.boolean().default(false).describe('let the cursor blink'),
  renderer: z
    .enum(['auto', 'webgl', 'dom'])
    .default('auto')
    .describe('auto takes WebGL where a real GPU does the work'),
  'webgl-contexts': z.number().int().min(0).max(14).default(8).describe('most panes drawn by WebGL at once'),
  'clipboard-write': z
    .enum(['ask', 'never'])
    .default('ask')
    .describe('what happens when a program wants to write the clipboard (OSC 52)'),
  'copy-on-select': z.boolean().default(false).describe('copy what is selected at once'),
});

/** An arrangement of panes under a name; its numbers stand for panes in their order. */
export const layoutPreset = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be small letters, digits and dashes')
    .describe('name of the arrangement'),
  layout: z
    .string()
    .max(10_000)
    .refine((text) => parseLayout(text).ok, { error: 'must be a layout such as h(0.6:1,0.4:v(0.5:2,0.5:3))' })
    .describe('how the panes lie: h( ) side by side, v( ) stacked, with the share of each'),
});
export type LayoutPreset = z.output<typeof layoutPreset>;
