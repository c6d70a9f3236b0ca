/*
 * What Claude Code writes into messages of the person's: its own commands, their output, and remarks to Claude.
 */

export type UserText =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'interrupted'; readonly inTool: boolean }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'output'; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'context'; readonly label: string; readonly text: string };

const INTERRUPTED = /^\[Request interrupted by user( for tool use)?\]$/;
const COMMAND =
  /^\s*(?:<command-message>[\s\S]*?<\/command-message>\s*)?<command-name>([\s\S]*?)<\/command-name>/;
const ARGUMENTS = /<command-args>([\s\S]*?)<\/command-args>/;
const SHELL = /^\s*<bash-input>([\s\S]*?)<\/bash-input>\s*$/;
const OUTPUT = /^\s*<(?:local-command-std(?:out|err)|bash-std(?:out|err))>/;
const CONTEXT =
  /^\s*<(system-reminder|local-command-caveat|task-notification|user-prompt-submit-hook)\b[\s\S]*<\/\1>\s*$/;
const LABELS: Readonly<Record<string, string>> = {
  'system-reminder': 'Claude Code reminds Claude',
  'local-command-caveat': 'Claude Code explains a command to Claude',
  'task-notification': 'A task in the background',
  'user-prompt-submit-hook': 'A hook adds to the prompt',
};
const PASTED = /<\/?pasted_content id="[^"<>]*">/g;

export function readUserText(text: string): UserText {
  const interrupted = INTERRUPTED.exec(text.trim());
  if (interrupted !== null) return { kind: 'interrupted', inTool: interrupted[1] !== undefined };
  if (!text.includes('<')) return { kind: 'said', text };
  const command = COMMAND.exec(text);
  if (command !== null) {
    const name = (command[1] ?? '').trim();
    const given = (ARGUMENTS.exec(text)?.[1] ?? '').trim();
    const slashed = name.startsWith('/') ? name : `/${name}`;
    return { kind: 'command', command: given === '' ? slashed : `${slashed} ${given}` };
  }
  const shell = SHELL.exec(text);
  if (shell !== null) return { kind: 'command', command: `! ${(shell[1] ?? '').trim()}` };
  if (OUTPUT.test(text))
    return { kind: 'output', text, failed: /<(?:bash|local-command)-stderr>\s*[^<\s]/.test(text) };
  const context = CONTEXT.exec(text);
  if (context !== null)
    return { kind: 'context', label: LABELS[context[1] ?? ''] ?? 'For Claude alone', text: text.trim() };
  return { kind: 'said', text: text.replace(PASTED, '') };
}
