// The real `claude`, for tests: pinned versions in a cache, with a home of its own and a scripted model.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { repositoryRoot } from '#test/helpers/root';
import versions from './versions.json';

/** The versions that the tests know, oldest first. */
export const claudeVersions: readonly string[] = versions;

/**
 * Those that a usual run takes where the versions differ in nothing that the test looks at: the newest. FUGUE_CLAUDES=all
 * takes all of them.
 */
export const usualVersions: readonly string[] =
  process.env['FUGUE_CLAUDES'] === 'all' ? claudeVersions : claudeVersions.slice(-1);

/** Not a real key: the scripted model takes any. */
export const scriptedApiKey = 'sk-ant-scripted-key-for-tests-0123456789abcdefghij';

const script = path.join(repositoryRoot, 'scripts/ensure-claude.mjs');

/** The path of the executable; installs it into the cache when it is not there yet. */
export async function ensureClaude(version: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, version]);
  return stdout.trim();
}

export interface ClaudeHomeOptions {
  readonly apiKey?: string;
  /** Folders in which claude asks nothing at start, besides the home itself. */
  readonly trusted?: readonly string[];
}

/** Makes a folder into a home in which onboarding is done, the folders are trusted and the key is approved. */
export function makeClaudeHome(directory: string, options: ClaudeHomeOptions = {}): string {
  const { apiKey = scriptedApiKey, trusted = [] } = options;
  fs.mkdirSync(directory, { recursive: true });
  const home = fs.realpathSync(directory);
  const projects = [home, ...trusted.map((folder) => fs.realpathSync(folder))].map(
    (folder) => [folder, { hasTrustDialogAccepted: true }] as const,
  );
  const settings = {
    hasCompletedOnboarding: true,
    projects: Object.fromEntries(projects),
    // claude remembers an approved key by its last 20 characters.
    customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
  };
  fs.writeFileSync(path.join(home, '.claude.json'), `${JSON.stringify(settings, null, 2)}\n`, {
    mode: 0o600,
  });
  return home;
}

export interface ClaudeEnvironmentOptions {
  readonly home: string;
  readonly modelServerUrl: string;
  readonly apiKey?: string;
}

/** Only the variables that make claude talk to the scripted model. */
export function claudeVariables(options: ClaudeEnvironmentOptions): Record<string, string> {
  return {
    HOME: options.home,
    ANTHROPIC_BASE_URL: options.modelServerUrl,
    ANTHROPIC_API_KEY: options.apiKey ?? scriptedApiKey,
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    NO_PROXY: '127.0.0.1,localhost',
  };
}

/** A whole environment for claude, without anything of an outer session. */
export function claudeEnvironment(options: ClaudeEnvironmentOptions): Record<string, string> {
  return cleanEnvironment({
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
    ...claudeVariables(options),
  });
}
