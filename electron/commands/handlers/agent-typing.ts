import { randomUUID } from 'node:crypto';
import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { CommandInput } from '#shared/commands/catalog';
import type { AgentState } from '#shared/model/agent-state';
import type { Pane } from '#shared/model/pane';
import { isChat, paneLabel } from '#shared/model/pane';
import type { CommandContext, Outcome } from '../context';

/** States in which Escape stops a turn, and does nothing else. */
const INTERRUPTIBLE: ReadonlySet<AgentState> = new Set(['thinking', 'tool', 'streaming']);
// Tab and newline are text; everything else below a blank would steer the prompt or the terminal.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * What an agent may type where a Claude runs: a prompt, which is read back before Enter, or Escape to stop a turn.
 * Other keys could answer a dialog or change how much that Claude may do, which is the person's alone; and a line
 * that begins with an exclamation mark would be run without anybody being asked.
 */
export async function typeAsAgent(
  context: CommandContext,
  pane: Pane,
  input: CommandInput<'send_input'>,
): Promise<Outcome<'send_input'>> {
  const label = paneLabel(pane);
  const text = input.input.replace(/\r\n?/g, '\n');
  if (pane.agent?.state === 'waiting')
    return failure('refused', `${label} asks the person something: only the person answers there`);
  if (CONTROL.test(text)) return failure('invalid', 'text for a Claude holds no control characters');
  if (input.keys.length > 0) {
    const onlyEscape = text === '' && !input.submit && input.keys.every((key) => /^Esc(?:ape)?$/.test(key));
    if (!onlyEscape || !INTERRUPTIBLE.has(pane.agent?.state ?? 'unknown'))
      return failure(
        'refused',
        `a Claude runs in ${label}: agents can send it a prompt, or Escape alone to stop its turn`,
      );
    if (isChat(pane)) return interruptChat(context, pane);
    context.host.write(pane.id, '\x1b');
    return ok({ pane_id: pane.id, bytes: 1 });
  }
  const prompt = text.replace(/\n+$/, '');
  if (prompt.trim() === '' || (!input.submit && prompt === text))
    return failure(
      'invalid',
      `a Claude runs in ${label}: give it a whole prompt, with submit or a newline at its end`,
    );
  if (/^\s*[!/]/m.test(prompt))
    return failure(
      'refused',
      'a line that begins with ! or / would be a command to that Claude: put a word before it, or ask the person',
    );
  return givePrompt(context, pane, prompt);
}

/** Gives a prompt to the Claude of a pane at once, or says why that can't be. */
export async function givePrompt(
  context: CommandContext,
  pane: Pane,
  prompt: string,
): Promise<Outcome<'send_input'>> {
  const label = paneLabel(pane);
  const readiness = context.receivers.readiness(pane.id);
  const mark = context.receivers.mark(pane.id);
  if (readiness.type !== 'ready' || mark === null)
    return failure(
      'busy',
      `${label} takes no prompt now (${readiness.type === 'ready' ? 'its conversation is not known yet' : readiness.reason}): wait for it with wait_for_status, or use send_orchestration, which waits by itself`,
    );
  const given = await context.receivers.giveInTurn(pane.id, randomUUID(), prompt, mark);
  return given.type === 'delivered'
    ? ok({ pane_id: pane.id, bytes: Buffer.byteLength(prompt) })
    : failure('busy', `${label} did not take the prompt: ${given.reason}`);
}

/** What a person's program types into a chat: a prompt, or Escape to stop a turn. It has no keys besides. */
export async function typeIntoChat(
  context: CommandContext,
  pane: Pane,
  input: CommandInput<'send_input'>,
): Promise<Outcome<'send_input'>> {
  const label = paneLabel(pane);
  if (input.keys.length > 0) {
    if (input.input === '' && !input.submit && input.keys.every((key) => /^(?:Esc(?:ape)?|C-c)$/.test(key)))
      return interruptChat(context, pane);
    return failure('invalid', `${label} is a chat: it takes prompts, and Escape to stop a turn`);
  }
  const prompt = input.input.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (prompt.trim() === '' || (!input.submit && !/[\r\n]$/.test(input.input)))
    return failure(
      'invalid',
      `${label} is a chat: give it a whole prompt, with submit or a newline at its end`,
    );
  return givePrompt(context, pane, prompt);
}

async function interruptChat(context: CommandContext, pane: Pane): Promise<Outcome<'send_input'>> {
  const reply = await context.chats.of(pane.id)?.client?.request('interrupt');
  return reply?.ok === true
    ? ok({ pane_id: pane.id, bytes: 0 })
    : failure(
        'unavailable',
        `${paneLabel(pane)} can't be stopped: ${reply?.error ?? 'its Claude does not run'}`,
      );
}
