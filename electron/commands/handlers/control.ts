import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { Handler } from '../context';
import { resizePane } from './layouts';
import { closePane, focusPane, renamePane } from './panes';

/** One command for four: each action is the command of its own. */
export const control: Handler<'control'> = async (context, input) => {
  const { action, pane_id, name, ...resizing } = input;
  switch (action) {
    case 'close': {
      const closed = await closePane(context, { pane_id });
      return closed.ok ? ok({ action, pane_id: closed.value.pane_id, pane: null }) : closed;
    }
    case 'focus': {
      const focused = await focusPane(context, { pane_id });
      return focused.ok ? ok({ action, pane_id: focused.value.pane.id, pane: focused.value.pane }) : focused;
    }
    case 'rename': {
      if (name === undefined) return failure('invalid', 'rename needs a name');
      const renamed = await renamePane(context, { pane_id, name });
      return renamed.ok ? ok({ action, pane_id: renamed.value.pane.id, pane: renamed.value.pane }) : renamed;
    }
    case 'resize': {
      const resized = await resizePane(context, { pane_id, ...resizing });
      return resized.ok ? ok({ action, pane_id: resized.value.pane.id, pane: resized.value.pane }) : resized;
    }
  }
};
