import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import { appendTable, editTableOfList } from '#shared/config/toml-edit';
import { applyPreset, LAYOUT_PRESETS, nextPreset, shapeOf } from '#shared/layout/presets';
import { formatLayout } from '#shared/layout/text-form';
import { resolveWindow } from '../../session/targets';
import type { Handler } from '../context';
import { refuseAgent } from './speaks-for-agent';
import { viewOfWindow } from './windows';

const LIST = 'layout-presets';

export const applyLayoutPreset: Handler<'apply_layout_preset'> = (context, input) => {
  const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
  if (!window.ok) return window;
  const { id, layout } = window.value;
  const own = context.state.configuration[LIST];
  const preset = input.preset ?? nextPreset(layout, own);
  const arranged = applyPreset(layout, preset, own);
  if (!arranged.ok) return failure('not-found', arranged.error);
  context.service.setLayout(id, arranged.value);
  return ok({ preset, window: viewOfWindow(context, id) });
};

export const saveLayoutPreset: Handler<'save_layout_preset'> = (context, input) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const window = resolveWindow(context.state, context.origin, input.window_id, input.session_id);
  if (!window.ok) return window;
  if ((LAYOUT_PRESETS as readonly string[]).includes(input.name))
    return failure('invalid', `${input.name} is an arrangement of Fugue: choose another name`);
  const layout = formatLayout(shapeOf(window.value.layout));
  const { configuration } = context.settings.read();
  const index = configuration[LIST].findIndex(({ name }) => name === input.name);
  const written = context.settings.change((text) =>
    index < 0
      ? appendTable(text, LIST, { name: input.name, layout })
      : editTableOfList(text, LIST, index, 'layout', layout),
  );
  return written.ok ? ok({ name: input.name, layout }) : failure('invalid', written.error);
};

export const listLayoutPresets: Handler<'list_layout_presets'> = ({ state }) =>
  ok({
    presets: [
      ...LAYOUT_PRESETS.map((name) => ({ name, own: false, layout: null })),
      ...state.configuration[LIST].map(({ name, layout }) => ({ name, own: true, layout })),
    ],
  });
