import fs from 'node:fs';
import type { Clock } from '#shared/base/clock';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { Origin } from '#shared/commands/define-command';
import type { OrchestrationTarget } from '#shared/commands/orchestration';
import { formatMessage } from '#shared/delivery/message-text';
import type { Delivery, MessageKind } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import { panesOfSession, sessionsInOrder } from '#shared/state/selectors';
import { resolveDirectory } from '../pane-launcher';
import type { SessionService } from '../session-service';
import { resolveReceiver, resolveSession } from '../targets';
import type { Deliveries } from './deliveries';

/** The tag of sessions whose Claudes coordinate others. */
const COORDINATOR_TAG = 'orchestrator';

export interface Message {
  readonly kind: MessageKind;
  readonly topic: string;
  /** What the receiver reads. */
  readonly content: string;
}

export interface Sent {
  readonly deliveries: readonly Delivery[];
  /** What to know when nobody or not everybody was reached; empty otherwise. */
  readonly note: string;
}

/** Finds out who is meant by a target, and sends to each of their Claudes. */
export class Messenger {
  constructor(
    private readonly service: SessionService,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  /** `base`: the folder that relative paths are meant from. */
  send(origin: Origin, target: OrchestrationTarget, message: Message, base: string): Result<Sent, Failure> {
    const panes = this.panesOf(origin, target, base);
    if (!panes.ok) return panes;
    const receivers = panes.value.filter((pane) => hasClaude(pane) && pane.id !== origin.paneId);
    if (receivers.length === 0) return ok({ deliveries: [], note: this.whyNobody(panes.value, target) });
    return this.sendTo(receivers, origin, message);
  }

  /** To whoever coordinates the sender. When that is nobody, the person sees it all the same. */
  sendToCoordinator(origin: Origin, message: Message): Result<Sent, Failure> {
    const { state } = this.service;
    const coordinators = sessionsInOrder(state)
      .filter(({ tags }) => tags.includes(COORDINATOR_TAG))
      .flatMap((session) => panesOfSession(state, session.id));
    const own = origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
    const parent = own?.parentPane == null ? undefined : state.panes[own.parentPane];
    // Workers in the coordinator's own session are tagged with it; the one that started the sender leads there.
    const candidates =
      parent !== undefined && (coordinators.length === 0 || coordinators.includes(parent))
        ? [parent]
        : coordinators;
    const receivers = candidates.filter((pane) => hasClaude(pane) && pane.id !== origin.paneId);
    if (receivers.length > 0) return this.sendTo(receivers, origin, message);
    const posted = this.post(null, origin, message);
    return posted.ok
      ? ok({
          deliveries: [],
          note: `nobody coordinates you (no Claude in a session tagged "${COORDINATOR_TAG}", none that started you): the person sees it`,
        })
      : posted;
  }

  /** The Claudes that get what came by a channel; for nobody in particular, the managed one or the first. */
  channelTargets(to: string): Result<readonly Pane[], Failure> {
    if (to === '') return ok(this.usualClaude());
    const panes = this.panesNamed(to);
    if (!panes.ok) return panes;
    const receivers = panes.value.filter(hasClaude);
    return receivers.length > 0 ? ok(receivers) : failure('not-found', `no Claude runs in ${to}`);
  }

  /** Sends lines of channels, which are written as messages already. */
  sendLines(batch: { id: string; pane: PaneId; channels: readonly string[]; text: string }) {
    const { id, pane, channels, text } = batch;
    const [first = '', ...more] = channels;
    const sender = more.length === 0 ? first : `${first} and ${String(more.length)} more`;
    return this.deliveries.send(
      { to: pane, from: null, sender, kind: 'channel', topic: channels.join(', '), text },
      id,
    );
  }

  private usualClaude(): readonly Pane[] {
    const claudes = Object.values(this.service.state.panes)
      .filter(hasClaude)
      .sort((left, right) => left.createdAt - right.createdAt);
    const { managed, 'tmux-session': session } = this.service.state.configuration.channels;
    // A session of that name that somebody else has made is shown by a terminal of the same name.
    const chosen = managed
      ? (claudes.find(({ tmux }) => tmux?.server === 'person') ??
        claudes.find(({ name, kind }) => name === session && kind === 'terminal'))
      : claudes[0];
    return chosen === undefined ? [] : [chosen];
  }

  private panesNamed(name: string): Result<readonly Pane[], Failure> {
    const { state } = this.service;
    const anywhere: Origin = { kind: 'window', paneId: null };
    const pane = resolveReceiver(state, anywhere, name, hasClaude);
    if (pane.ok) return ok([pane.value]);
    if (pane.error.code === 'ambiguous') return pane;
    const session = resolveSession(state, anywhere, name);
    if (session.ok) return ok(panesOfSession(state, session.value.id));
    const tagged = sessionsInOrder(state).filter(({ tags }) => tags.includes(name));
    if (tagged.length > 0) return ok(tagged.flatMap(({ id }) => panesOfSession(state, id)));
    return failure('not-found', `there is no pane, session or tag "${name}"`);
  }

  /** An answer to what a Claude asked for by a tag. */
  answer(pane: Pane, content: string): Result<Delivery, Failure> {
    return this.post(
      pane,
      { kind: 'window', paneId: null },
      { kind: 'answer', topic: 'answer', content },
      'Fugue',
    );
  }

  private sendTo(
    panes: readonly Pane[],
    origin: Origin,
    message: Message,
    sender = this.senderOf(origin),
  ): Result<Sent, Failure> {
    const sent: Delivery[] = [];
    const refused: string[] = [];
    for (const pane of panes) {
      const posted = this.post(pane, origin, message, sender);
      if (posted.ok) sent.push(posted.value);
      else if (posted.error.code === 'invalid') return posted;
      else refused.push(`${paneLabel(pane)}: ${posted.error.message}`);
    }
    if (sent.length === 0) return failure('busy', refused.join('; '));
    return ok({ deliveries: sent, note: refused.join('; ') });
  }

  private post(
    to: Pane | null,
    origin: Origin,
    message: Message,
    sender = this.senderOf(origin),
  ): Result<Delivery, Failure> {
    const at = new Date(this.clock.now());
    const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
    const reply =
      origin.paneId === null || message.kind === 'answer'
        ? ''
        : `\n(${message.topic} from pane ${origin.paneId})`;
    const text = formatMessage({ time, sender, content: `${message.content}${reply}` });
    if (!text.ok) return failure('invalid', text.error.message);
    const sent = this.deliveries.send({
      to: to?.id ?? null,
      from: origin.paneId === null ? null : asPaneId(origin.paneId),
      sender,
      kind: message.kind,
      topic: message.topic,
      text: text.value,
    });
    return sent.ok ? sent : failure('busy', sent.error);
  }

  private senderOf(origin: Origin): string {
    const pane = origin.paneId === null ? undefined : this.service.state.panes[asPaneId(origin.paneId)];
    if (pane !== undefined) return paneLabel(pane);
    return origin.kind === 'window' ? 'you' : origin.kind;
  }

  private panesOf(
    origin: Origin,
    target: OrchestrationTarget,
    base: string,
  ): Result<readonly Pane[], Failure> {
    const { state } = this.service;
    const all = sessionsInOrder(state);
    if (target.pane !== undefined) {
      const others = (pane: Pane): boolean => hasClaude(pane) && pane.id !== origin.paneId;
      const pane = resolveReceiver(state, origin, target.pane, others);
      return pane.ok ? ok([pane.value]) : pane;
    }
    if (target.session !== undefined) {
      const session = resolveSession(state, origin, target.session);
      return session.ok ? ok(panesOfSession(state, session.value.id)) : session;
    }
    const { tag } = target;
    if (tag !== undefined) {
      const tagged = all.filter(({ tags }) => tags.includes(tag));
      if (tagged.length > 0) return ok(tagged.flatMap(({ id }) => panesOfSession(state, id)));
      const known = [...new Set(all.flatMap(({ tags }) => tags))];
      return failure(
        'not-found',
        `no session has the tag "${target.tag}"; ${known.length === 0 ? 'none has any' : `there are ${known.join(', ')}`}`,
        known,
      );
    }
    const everywhere = all.flatMap(({ id }) => panesOfSession(state, id));
    if (target.broadcast === true) return ok(everywhere);
    if (target.worktree !== undefined) {
      const folder = resolveDirectory(target.worktree, base);
      if (!folder.ok) return folder;
      const real = realPath(folder.value);
      return ok(
        everywhere.filter((pane) =>
          isWithin(realPath(pane.claude?.directory ?? pane.currentDirectory), real),
        ),
      );
    }
    const own = origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
    if (own === undefined) return failure('refused', 'only a pane has a parent, and you are in none');
    if (own.parentPane === null) return failure('not-found', 'your pane was started by no other pane');
    const parent = state.panes[own.parentPane];
    return parent === undefined
      ? failure('not-found', 'the pane that started yours was closed')
      : ok([parent]);
  }

  private whyNobody(panes: readonly Pane[], target: OrchestrationTarget): string {
    const others = panes.length === 0 ? 'no pane is meant by that' : 'no Claude but you runs there';
    return `nobody was reached: ${others}${target.worktree === undefined ? '' : ` (${target.worktree})`}`;
  }
}

function hasClaude(pane: Pane): boolean {
  return pane.claude !== null || pane.kind === 'claude';
}

function realPath(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder; // It is gone; its name is all there is to go by.
  }
}

function isWithin(directory: string, folder: string): boolean {
  return directory === folder || directory.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
