import type { Configuration } from '#shared/config/schema';

export interface SettingsInput {
  /** By event; null leaves them out. */
  readonly hooks: Readonly<Record<string, readonly unknown[]>> | null;
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
  if (input.hooks !== null) {
    const own = asObject(input.own['hooks']);
    const hooks: Record<string, unknown> = { ...own };
    for (const [event, ours] of Object.entries(input.hooks)) hooks[event] = [...asList(own[event]), ...ours];
    settings['hooks'] = hooks;
  }
  return settings;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
