import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { Pane } from '#shared/model/pane';
import { isChat, paneLabel } from '#shared/model/pane';
import type { ChatSession } from '../../session/chat/chat-session';
import { resolvePane } from '../../session/targets';
import type { CommandContext, Handler } from '../context';
import { viewOfPane } from './panes';
import { refuseAgent } from './speaks-for-agent';

export const setFace: Handler<'set_face'> = async (context, input) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const { state, origin, service, handOff } = context;
  const found = resolvePane(state, origin, input.pane_id);
  if (!found.ok) return found;
  const pane = found.value;
  const face = input.face ?? (pane.face === 'chat' ? 'terminal' : 'chat');
  if (face === 'chat' && pane.claude === null && pane.kind !== 'claude')
    return failure('refused', `no Claude runs in ${paneLabel(pane)}: there is no conversation to show`);
  service.dispatch({ type: 'pane/face-changed', paneId: pane.id, face });
  if (input.force) await handOff.force(pane.id);
  const { process } = service.state.panes[pane.id] ?? pane;
  // A chat that nobody had needed yet has no program that could change hands.
  if (process.status === 'waiting' && process.dormant === true && face === 'terminal')
    service.restart(pane.id);
  return ok({ pane: viewOfPane(context, pane.id), waits: handOff.reason(pane.id) ?? '' });
};

export const sendPrompt: Handler<'send_prompt'> = (context, input) => {
  const { state, origin, deliveries } = context;
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const pane = resolvePane(state, origin, input.pane_id);
  if (!pane.ok) return pane;
  const { id, claude, kind } = pane.value;
  if (claude === null && kind !== 'claude')
    return failure('refused', `no Claude runs in ${paneLabel(pane.value)}: nobody is there to be asked`);
  if (input.text.trim() === '') return failure('invalid', 'the prompt is empty: write something');
  for (const file of input.attachments)
    if (!path.isAbsolute(file) || !fs.existsSync(file))
      return failure('not-found', `there is no file ${file}: attach it again`);
  const sent = deliveries.send({
    to: id,
    from: null,
    sender: origin.kind === 'window' ? 'you' : 'command line',
    kind: 'prompt',
    topic: 'prompt',
    text: input.text,
    attachments: input.attachments,
  });
  return sent.ok ? ok({ delivery_id: sent.value.id, pane_id: id }) : failure('busy', sent.error);
};

export const sendNow: Handler<'send_now'> = (context, input) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const rushed = context.deliveries.rush(input.delivery_id);
  return rushed.ok
    ? ok({ delivery_id: rushed.value.id })
    : failure('refused', `it can't be given now: ${rushed.error}`);
};

export const interruptClaude: Handler<'interrupt_claude'> = async (context, input) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  const { id, agent, claude } = pane.value;
  if (claude?.driver !== 'stream') {
    if (agent === null) return failure('refused', `no Claude runs in ${paneLabel(pane.value)}`);
    context.host.write(id, '\x1b');
    return ok({ pane_id: id });
  }
  const session = chatOf(context, pane.value);
  if (!session.ok) return session;
  const reply = await session.value.client?.request('interrupt');
  return reply?.ok === true ? ok({ pane_id: id }) : failure('unavailable', reply?.error ?? NOT_RUNNING);
};

export const setClaudeModel: Handler<'set_claude_model'> = async (context, { model, pane_id }) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const pane = resolvePane(context.state, context.origin, pane_id);
  if (!pane.ok) return pane;
  const session = chatOf(context, pane.value);
  if (!session.ok) return session;
  const reply = await session.value.client?.request('set_model', { model });
  if (reply?.ok !== true) return failure('refused', `the model stays: ${reply?.error ?? NOT_RUNNING}`);
  session.value.chose({ model });
  return ok({ pane_id: pane.value.id, model });
};

export const setPermissionMode: Handler<'set_permission_mode'> = async (context, { mode, pane_id }) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const pane = resolvePane(context.state, context.origin, pane_id);
  if (!pane.ok) return pane;
  const session = chatOf(context, pane.value);
  if (!session.ok) return session;
  const reply = await session.value.client?.request('set_permission_mode', { mode });
  if (reply?.ok !== true) return failure('refused', `the mode stays: ${reply?.error ?? NOT_RUNNING}`);
  session.value.chose({ permissionMode: mode });
  return ok({ pane_id: pane.value.id, mode });
};

const NOT_RUNNING = 'its Claude does not run';

/** The conversation that Fugue holds itself. */
function chatOf(context: CommandContext, pane: Pane): Result<ChatSession, Failure> {
  const session = context.chats.of(pane.id);
  if (pane.claude?.driver === 'stream' && session?.client != null) return ok(session);
  return failure(
    'refused',
    isChat(pane)
      ? `the Claude of ${paneLabel(pane)} does not run: write to it first`
      : `${paneLabel(pane)} is a terminal: choose there, or show it as a chat with set_face`,
  );
}
