import path from 'node:path';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import type { Pane } from '#shared/model/pane';
import { sharedConfiguration } from '../claude/launch/isolation';
import { processArguments, processVariable } from '../pty/process-tree';

/** What can be told of a Claude that somebody typed in a shell, from its process alone. */
export function claudeOfProcess(
  pane: Pane,
  pid: number,
  environment: Readonly<Record<string, string | undefined>>,
): ClaudeInPane {
  const words = processArguments(pid);
  return {
    managed: false,
    sessionId: null,
    transcriptPath: null,
    directory: pane.currentDirectory,
    isolation: 'shared',
    configDirectory: sharedConfiguration({
      HOME: processVariable(pid, 'HOME') ?? environment['HOME'],
      CLAUDE_CONFIG_DIR: processVariable(pid, 'CLAUDE_CONFIG_DIR') ?? undefined,
    }).directory,
    arguments: words.slice(words.findIndex((word) => path.basename(word) === 'claude') + 1),
    resumed: false,
    failures: 0,
    restartAt: null,
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
