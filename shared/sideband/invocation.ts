import { assertNever } from '../base/assert';
import type { CommandCall } from '../commands/catalog';
import type { SidebandTag } from './tags';

type TagCommand =
  | 'create_pane'
  | 'send_input'
  | 'read_pane'
  | 'list_panes'
  | 'resize_pane'
  | 'close_pane'
  | 'focus_pane'
  | 'rename_pane';

/** A command of the catalog with its input. */
export type Invocation = {
  [Name in TagCommand]: { readonly command: Name; readonly args: CommandCall<Name> };
}[TagCommand];

/** The command that a tag asks for. The pane that wrote the tag is the origin, not part of it. */
export function toInvocation(tag: SidebandTag): Invocation {
  switch (tag.tag) {
    case 'spawn': {
      const { tag: _tag, ...args } = tag;
      return { command: 'create_pane', args };
    }
    case 'input':
      return { command: 'send_input', args: { pane_id: tag.pane, input: tag.text, submit: true } };
    case 'read':
      return { command: 'read_pane', args: { pane_id: tag.pane, lines: tag.lines } };
    case 'list':
      return { command: 'list_panes', args: {} };
    case 'focus':
      return { command: 'focus_pane', args: { pane_id: tag.pane } };
    case 'control':
      switch (tag.action) {
        case 'resize': {
          const { tag: _tag, action: _action, pane, ...args } = tag;
          return { command: 'resize_pane', args: { pane_id: pane, ...args } };
        }
        case 'close':
          return { command: 'close_pane', args: { pane_id: tag.pane } };
        case 'focus':
          return { command: 'focus_pane', args: { pane_id: tag.pane } };
        case 'rename':
          return { command: 'rename_pane', args: { pane_id: tag.pane, name: tag.name } };
        default:
          return assertNever(tag, 'control');
      }
  }
}
