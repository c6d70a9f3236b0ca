import type { Configuration } from '#shared/config/schema';
import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';

/** The hooks that tell what a Claude does. Those of compaction are left out: Claude prints a line for each. */
export const HOOK_EVENTS = [
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'MessageDisplay',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
] as const;

/** Seconds after which Claude goes on without an answer. */
const HOOK_TIMEOUT = 10;

export interface SettingsInput {
  /** Where hooks are sent; null leaves them out. */
  readonly hookUrl: string | null;
  readonly permissions: Configuration['permissions'];
  /** What the person gave with `--settings`: ours are added to it. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** The settings that a Claude of Fugue is started with, beside those of the person, which stay as they are. */
export function claudeSettings(input: SettingsInput): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...input.own };
  const { allow, deny, ask } = input.permissions;
  if (allow.length + deny.length + ask.length > 0) {
    const own = asObject(input.own['permissions']);
    settings['permissions'] = {
      ...own,
      allow: [...asList(own['allow']), ...allow],
      deny: [...asList(own['deny']), ...deny],
      ask: [...asList(own['ask']), ...ask],
    };
  }
  if (input.hookUrl !== null) {
    const own = asObject(input.own['hooks']);
    const hooks: Record<string, unknown> = { ...own };
    for (const event of HOOK_EVENTS) {
      hooks[event] = [...asList(own[event]), { hooks: [hook(`${input.hookUrl}/${event}`)] }];
    }
    settings['hooks'] = hooks;
  }
  return settings;
}

function hook(url: string) {
  return {
    type: 'http',
    url,
    timeout: HOOK_TIMEOUT,
    headers: { Authorization: `Bearer \${${PANE_TOKEN_VARIABLE}}` },
    allowedEnvVars: [PANE_TOKEN_VARIABLE],
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
