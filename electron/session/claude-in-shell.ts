import path from 'node:path';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import type { Pane } from '#shared/model/pane';
import { sharedConfiguration } from '../claude/launch/isolation';
import { processArguments, processDirectory, processVariable } from '../pty/process-tree';

/** Name of the process that the Claude CLI runs as. */
export const CLAUDE_PROGRAM = 'claude';

/** What a running Claude was given on its command line. */
export function argumentsOfClaude(pid: number): readonly string[] {
  const words = processArguments(pid);
  return words.slice(words.findIndex((word) => path.basename(word) === CLAUDE_PROGRAM) + 1);
}

/** Where the configuration is that a Claude uses which has the variables of this process. */
export function configurationOfProcess(
  pid: number,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  return sharedConfiguration({
    HOME: processVariable(pid, 'HOME') ?? environment['HOME'],
    CLAUDE_CONFIG_DIR: processVariable(pid, 'CLAUDE_CONFIG_DIR') ?? undefined,
  }).directory;
}

/** What can be told of a Claude that somebody typed in a shell, from its process alone. */
export function claudeOfProcess(
  pane: Pane,
  pid: number,
  environment: Readonly<Record<string, string | undefined>>,
): ClaudeInPane {
  return {
    managed: false,
    driver: 'terminal',
    sessionId: null,
    transcriptPath: null,
    directory: processDirectory(pid) ?? pane.currentDirectory,
    isolation: 'shared',
    configDirectory: configurationOfProcess(pid, environment),
    arguments: argumentsOfClaude(pid),
    resumed: false,
    failures: 0,
    restartAt: null,
    mcp: false,
  };
}

/** Whether Fugue itself put this Claude into the shell of the pane, to bring a conversation back. */
export function isOurStart(pane: Pane, pid: number): boolean {
  return (
    pane.claude !== null &&
    pane.claude.managed &&
    pane.claude.sessionId !== null &&
    processArguments(pid).includes(pane.claude.sessionId)
  );
}
