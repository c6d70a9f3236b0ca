import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import { DisposableStore, toDisposable } from '#shared/base/disposable';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { CommandOutput } from '#shared/commands/catalog';
import type { Delivery } from '#shared/model/delivery';
import { asPaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import type { Sent } from '../../session/delivery/messenger';
import { resolvePane, windowOf } from '../../session/targets';
import { agentView, processView } from '../../session/views';
import type { CommandContext, Handler } from '../context';

export const sendOrchestration: Handler<'send_orchestration'> = (context, input) => {
  const { message, payload } = input;
  if (message === undefined && payload === undefined)
    return failure('invalid', 'there is nothing to send: give message, payload, or both');
  const data = payload === undefined ? '' : typeof payload === 'string' ? payload : JSON.stringify(payload);
  const content = [message ?? '', data].filter((part) => part !== '').join('\n');
  return sent(
    context,
    context.messenger.send(
      context.origin,
      input.target,
      {
        kind: input.target.broadcast === true ? 'broadcast' : 'message',
        topic: input.msg_type,
        content: input.msg_type === 'message' ? content : `${input.msg_type}: ${content}`,
      },
      folderOf(context),
    ),
  );
};

export const reportStatus: Handler<'report_status'> = (context, { status, message }) =>
  sent(
    context,
    context.messenger.sendToCoordinator(context.origin, {
      kind: 'status',
      topic: 'status',
      content: `status: ${status}${message === undefined ? '' : `, ${message}`}`,
    }),
  );

export const requestHelp: Handler<'request_help'> = (context, { question }) => {
  const { origin, service, clock, state } = context;
  const pane = origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
  if (pane !== undefined)
    service.dispatch({
      type: 'pane/help-changed',
      paneId: pane.id,
      help: { text: question, at: clock.now() },
    });
  return sent(
    context,
    context.messenger.sendToCoordinator(origin, {
      kind: 'help',
      topic: 'help',
      content: `asks for help: ${question}`,
    }),
  );
};

export const broadcast: Handler<'broadcast'> = (context, { message, msg_type: topic }) =>
  sent(
    context,
    context.messenger.send(
      context.origin,
      { broadcast: true },
      {
        kind: 'broadcast',
        topic,
        content: topic === 'broadcast' ? message : `${topic}: ${message}`,
      },
      folderOf(context),
    ),
  );

/** Where relative paths of the caller are meant from: an agent in a pane thinks of its pane's folder. */
function folderOf({ origin, state, workingDirectory }: CommandContext): string {
  const pane =
    origin.kind !== 'agent' || origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
  return pane?.currentDirectory ?? workingDirectory;
}

function sent(
  context: CommandContext,
  result: Result<Sent, Failure>,
): Result<CommandOutput<'send_orchestration'>, Failure> {
  if (!result.ok) return result;
  const { panes } = context.service.state;
  const receivers = result.value.deliveries.map((delivery) => {
    const pane = delivery.to === null ? undefined : panes[delivery.to];
    const readiness = delivery.to === null ? null : context.receivers.readiness(delivery.to);
    return {
      delivery_id: delivery.id,
      pane_id: delivery.to ?? '',
      label: pane === undefined ? 'a pane' : paneLabel(pane),
      state: delivery.state,
      reason: readiness?.type === 'wait' ? readiness.reason : '',
    };
  });
  return ok({
    reached: receivers.filter(({ reason }) => reason === ''),
    queued: receivers.filter(({ reason }) => reason !== ''),
    note: result.value.note,
  });
}

export const whoami: Handler<'whoami'> = ({ state, origin }) => {
  const pane = origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
  const window = pane === undefined ? null : windowOf(state, pane);
  const session = window === null ? undefined : state.sessions[window.sessionId];
  return ok({
    pane_id: pane?.id ?? null,
    label: pane === undefined ? null : paneLabel(pane),
    window_id: window?.id ?? null,
    session_id: session?.id ?? null,
    session_name: session?.name ?? null,
    tags: [...(session?.tags ?? [])],
    parent_pane: pane?.parentPane ?? null,
    depth: pane?.depth ?? 0,
    depth_limit: state.configuration.limits['max-depth'],
  });
};

export const waitForStatus: Handler<'wait_for_status'> = async (context, input) => {
  const found = resolvePane(context.state, context.origin, input.pane_id);
  if (!found.ok) return found;
  const { id } = found.value;
  const { service, clock, signal } = context;
  const started = clock.monotonic();
  const store = new DisposableStore();
  const reason = await new Promise<'status' | 'timeout' | 'ended' | null>((resolve) => {
    const look = (): void => {
      const pane = service.state.panes[id];
      if (pane === undefined) resolve('ended');
      else if (pane.agent !== null && input.status.includes(pane.agent.state)) resolve('status');
    };
    const giveUp = (): void => {
      resolve(null);
    };
    signal.addEventListener('abort', giveUp);
    store.add(
      toDisposable(() => {
        signal.removeEventListener('abort', giveUp);
      }),
    );
    store.add(service.onAction(look));
    store.add(
      clock.after(input.timeout * 1000, () => {
        resolve('timeout');
      }),
    );
    look();
  });
  store.dispose();
  if (reason === null) return failure('refused', 'the caller went away before the wait was over');
  const pane = service.state.panes[id] ?? found.value;
  return ok({
    pane_id: id,
    matched: reason === 'status',
    reason,
    agent: agentView(pane.agent),
    process: processView(pane),
    waited_ms: Math.round(clock.monotonic() - started),
  });
};

export const listDeliveries: Handler<'list_deliveries'> = ({ state, origin }, input) => {
  let only: string | null = null;
  if (input.pane_id !== undefined) {
    const pane = resolvePane(state, origin, input.pane_id);
    if (!pane.ok) return pane;
    only = pane.value.id;
  }
  const chosen = state.deliveries.filter(
    ({ to, state: its }) => (only === null || to === only) && (input.state ?? its) === its,
  );
  return ok({ deliveries: chosen.slice(-input.limit).map(deliveryView) });
};

function deliveryView(delivery: Delivery): CommandOutput<'list_deliveries'>['deliveries'][number] {
  const { topic, createdAt, changedAt, until: _, ...rest } = delivery;
  return { ...rest, msg_type: topic, created_at: createdAt, changed_at: changedAt };
}

export const cancelDelivery: Handler<'cancel_delivery'> = ({ state, origin, deliveries }, input) => {
  const delivery = state.deliveries.find(({ id }) => id === input.delivery_id);
  if (delivery === undefined) return failure('not-found', `there is no message ${input.delivery_id}`);
  // An agent can take back what it said itself, and nothing else.
  if (origin.kind === 'agent' && (origin.paneId === null || delivery.from !== origin.paneId))
    return failure('refused', 'only who sent a message can take it back');
  const cancelled = deliveries.cancel(delivery.id);
  return cancelled.ok
    ? ok({ delivery_id: delivery.id })
    : failure('refused', `it can't be taken back: ${cancelled.error}`);
};
