import { z } from 'zod';
import { LAYOUT_PRESETS } from '../layout/presets';
import { defineCommand, NO_AGENT } from './define-command';
import {
  directionField,
  edgeField,
  focusField,
  nameField,
  paneTarget,
  ratioField,
  sessionTarget,
  windowTarget,
} from './fields';
import { newPaneFields } from './panes';
import { paneView, windowView } from './views';

const layoutLeaf = z.object({ pane: z.object(newPaneFields).strict() }).strict();
type LayoutLeaf = z.output<typeof layoutLeaf>;

/** The declarative form: a leaf with a pane, or a direction with the parts that share the space. */
export type LayoutInput =
  | LayoutLeaf
  | {
      readonly direction: 'horizontal' | 'vertical';
      readonly splits: readonly { readonly ratio?: number | undefined; readonly layout: LayoutInput }[];
    };

const layoutInput: z.ZodType<LayoutInput> = z.lazy(() =>
  z.union([
    layoutLeaf,
    z
      .object({
        direction: directionField,
        splits: z
          .array(
            z.object({ ratio: z.number().gt(0).max(1_000_000).optional(), layout: layoutInput }).strict(),
          )
          .min(1)
          .max(50),
      })
      .strict(),
  ]),
);

export const createLayout = defineCommand({
  group: 'layouts',
  summary: 'Create a window with a whole layout of panes',
  description:
    'Creates a new window from a description: {direction, splits: [{ratio, layout}]} with leaves {pane: {command, cwd, name}}. All of it is checked first; either all panes are made or none. Ratios are normalised.',
  input: z.object({
    layout: layoutInput,
    name: nameField.optional().describe('name of the window'),
    session_id: sessionTarget,
    focus: focusField,
  }),
  output: z.object({ window: windowView, panes: z.array(paneView) }),
  text: ({ window, panes }) =>
    `created window ${window.name} with ${String(panes.length)} panes: ${window.layout}`,
});

export const splitPane = defineCommand({
  group: 'layouts',
  summary: 'Split a pane',
  description:
    'Splits a pane and starts a shell or a command in the new part, which comes to the right or below (or at the edge given). Without cwd it starts in the folder of the split pane.',
  input: z.object({
    ...newPaneFields,
    pane_id: paneTarget,
    direction: directionField.default('horizontal'),
    edge: edgeField.optional().describe('side of the target for the new pane, in place of direction'),
    ratio: ratioField.default(0.5),
    focus: focusField,
  }),
  output: z.object({ pane: paneView, layout: z.string() }),
  palette: [
    { title: 'Split right', input: { direction: 'horizontal', focus: true } },
    { title: 'Split down', input: { direction: 'vertical', focus: true } },
  ],
  text: ({ pane, layout }) => `created pane ${pane.id}; the layout is now ${layout}`,
});

export const resizePane = defineCommand({
  group: 'layouts',
  summary: 'Change the size of a pane',
  description:
    'Moves an edge of a pane by an amount of pixels outward (edge), moves its divider in a direction (toward), makes it wider or taller at whichever side can move (direction), or gives it a share of its split (width, height). Panes keep their minimum size.',
  input: z.object({
    pane_id: paneTarget,
    edge: edgeField.optional().describe('edge to move'),
    toward: edgeField
      .optional()
      .describe('in place of edge: where its divider goes, the one after the pane if there is one'),
    direction: directionField
      .optional()
      .describe('in place of edge: horizontal makes it wider, vertical makes it taller'),
    amount: z
      .number()
      .min(-10_000)
      .max(10_000)
      .optional()
      .describe('pixels; negative: the other way; default 40'),
    width: z.number().gt(0).lt(1).optional().describe('share of the width of its split'),
    height: z.number().gt(0).lt(1).optional().describe('share of the height of its split'),
  }),
  output: z.object({ pane: paneView, layout: z.string() }),
  palette: [
    { title: 'Make pane wider', input: { direction: 'horizontal', amount: 60 } },
    { title: 'Make pane narrower', input: { direction: 'horizontal', amount: -60 } },
    { title: 'Make pane taller', input: { direction: 'vertical', amount: 60 } },
    { title: 'Make pane shorter', input: { direction: 'vertical', amount: -60 } },
  ],
  text: ({ layout }) => `the layout is now ${layout}`,
});

export const moveDivider = defineCommand({
  group: 'layouts',
  summary: 'Move the divider between two parts of a layout',
  origins: NO_AGENT,
  input: z.object({
    window_id: windowTarget,
    path: z.array(z.number().int().min(0)).max(64).describe('child indexes from the root to the split'),
    index: z.number().int().min(0).describe('the divider after this child'),
    delta: z.number().min(-100_000).max(100_000).describe('pixels to the right or down'),
  }),
  output: z.object({ window: windowView }),
  text: ({ window }) => `the layout is now ${window.layout}`,
});

export const balanceLayout = defineCommand({
  group: 'layouts',
  summary: 'Even out the sizes of the panes of a window',
  input: z.object({
    window_id: windowTarget,
    session_id: sessionTarget,
    mode: z
      .enum(['balance', 'equal'])
      .default('balance')
      .describe('balance: equal area for every pane; equal: equal parts in every split'),
  }),
  output: z.object({ window: windowView }),
  idempotent: true,
  palette: [
    { title: 'Balance panes', input: { mode: 'balance' } },
    { title: 'Make all parts equal', input: { mode: 'equal' } },
  ],
  text: ({ window }) => `the layout is now ${window.layout}`,
});

const presetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be small letters, digits and dashes')
  .describe('name of the arrangement');

export const applyLayoutPreset = defineCommand({
  group: 'layouts',
  summary: 'Arrange the panes of a window',
  description: `Puts the panes of a window into a named arrangement; they and their programs go on. There are ${LAYOUT_PRESETS.join(', ')}, and your own. Without a name the next one is taken.`,
  input: z.object({
    preset: presetName.optional(),
    window_id: windowTarget,
    session_id: sessionTarget,
  }),
  output: z.object({ preset: z.string(), window: windowView }),
  positional: ['preset'],
  palette: [
    { title: 'Next arrangement of panes' },
    { title: 'Arrange panes side by side', input: { preset: 'even-horizontal' } },
    { title: 'Arrange panes one below the other', input: { preset: 'even-vertical' } },
    { title: 'Arrange panes with a main one above', input: { preset: 'main-horizontal' } },
    { title: 'Arrange panes with a main one at the left', input: { preset: 'main-vertical' } },
    { title: 'Arrange panes as tiles', input: { preset: 'tiled' } },
    {
      title: 'Arrange panes by name',
      ask: { field: 'preset', prompt: 'Which arrangement', choices: 'layout-presets' },
    },
  ],
  text: ({ preset, window }) => `${preset}: the layout is now ${window.layout}`,
});

export const saveLayoutPreset = defineCommand({
  group: 'layouts',
  summary: 'Keep the arrangement of a window under a name',
  description:
    'Writes how the panes of a window lie into [[layout-presets]] of fugue.toml, so that apply_layout_preset can put any panes like that. An arrangement of the name is replaced. Only the person does that, no Claude.',
  origins: NO_AGENT,
  input: z.object({ name: presetName, window_id: windowTarget, session_id: sessionTarget }),
  output: z.object({ name: z.string(), layout: z.string() }),
  idempotent: true,
  positional: ['name'],
  palette: [
    {
      title: 'Keep this arrangement of panes',
      ask: { field: 'name', prompt: 'Name for it: small letters, digits and dashes' },
    },
  ],
  text: ({ name, layout }) => `kept ${name}: ${layout}`,
});

export const listLayoutPresets = defineCommand({
  group: 'layouts',
  summary: 'List the arrangements that panes can be put into',
  input: z.object({}),
  output: z.object({
    presets: z.array(
      z.object({
        name: z.string(),
        own: z.boolean(),
        layout: z.string().nullable().describe('of one of your own; those of Fugue fit any number of panes'),
      }),
    ),
  }),
  readOnly: true,
  text: ({ presets }) =>
    presets.map(({ name, layout }) => (layout === null ? name : `${name}: ${layout}`)).join('\n'),
});
