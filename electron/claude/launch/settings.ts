import fs from 'node:fs';
import path from 'node:path';
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

/** What `--settings` was given: JSON, or a file. Throws when it is neither. */
export function readOwnSettings(value: string, directory: string): Record<string, unknown> {
  const text = value.trimStart().startsWith('{')
    ? value
    : fs.readFileSync(path.resolve(directory, value), 'utf8');
  const parsed = JSON.parse(text) as unknown;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('--settings holds no JSON object');
  return parsed as Record<string, unknown>;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
