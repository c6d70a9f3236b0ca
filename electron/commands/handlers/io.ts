import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import { READ_PANE_MAXIMUM_BYTES } from '#shared/commands/io';
import type { CommandInput } from '#shared/commands/catalog';
import type { Pane } from '#shared/model/pane';
import { isChat, paneLabel } from '#shared/model/pane';
import { withChips } from '#shared/sideband/chip';
import { readConversation } from '../../claude/history/read-conversation';
import { resolvePane } from '../../session/targets';
import { transcriptOf } from '../../claude/transcripts';
import { agentView, processView } from '../../session/views';
import type { CommandContext, Handler, Outcome } from '../context';
import { typeAsAgent, typeIntoChat } from './agent-typing';
import { holdsClaude, speaksForAgent } from './speaks-for-agent';
import { keyBytes } from './keys';

export { expectOutput } from './expect';

export const readPane: Handler<'read_pane'> = async (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  // A chat has no screen: what was said is all that there is to be read.
  if (input.from === 'transcript' || isChat(pane.value)) return readTranscript(pane.value, input);
  await context.service.ready(pane.value.id);
  const reply = await context.host.request(pane.value.id, 'read', {
    lines: input.lines ?? null,
    from: input.from,
    offset: input.offset,
    ansi: input.ansi,
    maximumBytes: READ_PANE_MAXIMUM_BYTES,
  }).outcome;
  if (!reply.ok) return failure('unavailable', `${paneLabel(pane.value)} can't be read: ${reply.error}`);
  return ok({
    pane_id: pane.value.id,
    text: reply.value.text,
    lines: reply.value.lines,
    truncated: reply.value.truncated,
    total_lines: reply.value.totalLines,
    cursor: { ...reply.value.cursor },
    alternate_screen: reply.value.alternateScreen,
  });
};

/** Lines of a transcript that come back when nothing is said. */
const TRANSCRIPT_LINES = 200;

function readTranscript(pane: Pane, input: CommandInput<'read_pane'>): Outcome<'read_pane'> {
  const file = pane.claude === null ? null : transcriptOf(pane.claude);
  if (file === null) return failure('unavailable', `${paneLabel(pane)} has no conversation to read`);
  const all = withChips(readConversation(file)).split('\n');
  const end = Math.max(0, all.length - input.offset);
  const wanted = all.slice(Math.max(0, end - (input.lines ?? TRANSCRIPT_LINES)), end);
  const kept: string[] = [];
  let bytes = 0;
  for (const line of wanted.reverse()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > READ_PANE_MAXIMUM_BYTES) break;
    kept.unshift(line);
  }
  return ok({
    pane_id: pane.id,
    text: kept.join('\n'),
    lines: kept.length,
    truncated: kept.length < end,
    total_lines: all.length,
    cursor: { column: 0, row: 0 },
    alternate_screen: false,
  });
}

export const getStatus: Handler<'get_status'> = ({ state, origin }, input) => {
  const pane = resolvePane(state, origin, input.pane_id);
  if (!pane.ok) return pane;
  return ok({
    pane_id: pane.value.id,
    label: paneLabel(pane.value),
    program: pane.value.program,
    title: pane.value.title,
    cwd: pane.value.currentDirectory,
    process: processView(pane.value),
    agent: agentView(pane.value.agent),
  });
};

export const explainStatus: Handler<'explain_status'> = ({ state, origin, claudes }, input) => {
  const pane = resolvePane(state, origin, input.pane_id);
  if (!pane.ok) return pane;
  return ok({
    pane_id: pane.value.id,
    label: paneLabel(pane.value),
    agent: agentView(pane.value.agent),
    evidence: [...claudes.explain(pane.value.id)],
  });
};

export const sendInput: Handler<'send_input'> = async (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  return context.service.typing.inTurn(pane.value.id, () => type(context, pane.value, input));
};

async function type(
  context: CommandContext,
  pane: Pane,
  input: CommandInput<'send_input'>,
): Promise<Outcome<'send_input'>> {
  const refusal = refuseTyping(pane);
  if (refusal !== null) return failure('refused', refusal);
  const hold = context.service.typing.hold(pane.id);
  if (context.origin.kind !== 'window' && hold > 0) {
    return failure('busy', `a person types in ${paneLabel(pane)}: try again in ${String(hold)} s`);
  }
  if (speaksForAgent(context) && holdsClaude(pane)) return typeAsAgent(context, pane, input);
  if (isChat(pane)) return typeIntoChat(context, pane, input);
  await context.service.ready(pane.id);
  const modes = await context.host.request(pane.id, 'modes', null).outcome;
  if (!modes.ok) return failure('unavailable', `${paneLabel(pane)} can't be typed into: ${modes.error}`);
  // A line end is Enter, whichever of its three forms it has.
  const lines = input.input.replace(/\r\n?/g, '\n');
  let bytes: string;
  if (input.paste && lines !== '') {
    if (!modes.value.bracketedPaste && lines.includes('\n')) {
      return failure(
        'refused',
        'the program in that pane does not take pastes, so each line would be run: send them one by one',
      );
    }
    // An escape inside could end the paste early and make the rest keystrokes.
    const text = lines.replaceAll('\x1b', '').replaceAll('\n', '\r');
    bytes = modes.value.bracketedPaste ? `\x1b[200~${text}\x1b[201~` : text;
  } else bytes = lines.replaceAll('\n', '\r');
  for (const name of input.keys) {
    const key = keyBytes(name, modes.value.applicationCursorKeys);
    if (!key.ok) return key;
    bytes += key.value;
  }
  if (input.submit) bytes += '\r';
  if (bytes !== '') context.host.write(pane.id, bytes);
  return ok({ pane_id: pane.id, bytes: Buffer.byteLength(bytes) });
}

function refuseTyping(pane: Pane): string | null {
  const { process } = pane;
  switch (process.status) {
    case 'running':
    case 'starting':
      return null;
    default:
      return `no program runs in ${paneLabel(pane)} (${process.status}): start it with restart_pane`;
  }
}
