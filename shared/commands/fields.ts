import { z } from 'zod';
import { AGENT_ROLES } from '../model/agent-role';
import { PANE_FACES } from '../model/pane';

/** Fields that many commands share. Names, bounds and words are written here once. */

const target = z.union([z.string().min(1).max(200), z.number().int().min(0)]).transform(String);

export const sessionTarget = target
  .optional()
  .describe('session by id or name; default: the session of the caller, else the active one');
export const windowTarget = target
  .optional()
  .describe(
    'window by id, name, or index in its session; default: the window of the caller, else the active one',
  );
export const paneTarget = target
  .optional()
  .describe('pane by id, name, or index in its window; default: the pane of the caller, else the active one');
export const requiredPaneTarget = target.describe('pane by id, name, or index in its window');

/** Names are shown in one line; control and bidirectional characters could disguise them. */
const FORBIDDEN_IN_NAMES = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
export const nameField = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(80)
  .refine((name) => !FORBIDDEN_IN_NAMES.test(name), 'must hold no control characters');

export const commandField = z
  .string()
  .min(1)
  .max(8192)
  .refine((line) => !line.includes('\0'), 'must hold no NUL')
  .describe('command line, run by the login shell; without it the pane is the shell itself');
export const directoryField = z
  .string()
  .min(1)
  .max(4096)
  .describe('folder to start in, absolute or from ~; default: the folder of the pane it is split from');
export const focusField = z.boolean().default(false).describe('take the keyboard focus');
export const directionField = z
  .enum(['horizontal', 'vertical'])
  .describe('horizontal puts panes side by side, vertical stacks them');
export const edgeField = z.enum(['left', 'right', 'top', 'bottom']);
export const ratioField = z
  .number()
  .gt(0)
  .lt(1)
  .describe('share of the split pane that the new one takes, between 0 and 1');

export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be letters, digits and _, and not start with a digit')
  .max(200);
export const variableValue = z
  .string()
  .max(32_768)
  .refine((value) => !value.includes('\0'), 'must hold no NUL');
export const environmentField = z
  .record(variableName, variableValue)
  .describe('variables for this pane alone');
export const metadataKey = z.string().min(1).max(200);
export const tagField = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'must be letters, digits, dot, dash and _')
  .max(64);

/** Other names under which callers give a field. */
export const FIELD_ALIASES: Readonly<Record<string, string>> = {
  pane: 'pane_id',
  window: 'window_id',
  session: 'session_id',
};

export const faceField = z
  .enum(PANE_FACES)
  .describe('chat: a Claude is shown as a chat, and starts when it is needed');

export const roleField = z
  .enum(AGENT_ROLES)
  .describe('start an agent for this part of the work, in place of a command: as [roles] says');
