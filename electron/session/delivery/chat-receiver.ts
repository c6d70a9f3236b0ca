import fs from 'node:fs/promises';
import path from 'node:path';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { AgentState } from '#shared/model/agent-state';
import type { Delivery } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import type { StreamPrompt } from '../../claude/stream/stream-client';
import { transcriptOf } from '../../claude/transcripts';
import type { ChatSessions } from '../chat/chat-sessions';
import type { SessionService } from '../session-service';
import type { DeliveryTarget, Given, Readiness } from './deliveries';
import { whyNotNow } from './readiness';
import type { TranscriptMark } from './transcript-mark';
import { markEnd, wasPrompted } from './transcript-mark';

/** States in which Claude takes a prompt at once. */
const FREE: ReadonlySet<AgentState> = new Set(['idle', 'complete', 'limited']);
/** States in which a prompt that is given joins the turn that goes on. */
const TAKES_MORE: ReadonlySet<AgentState> = new Set(['thinking', 'tool', 'streaming']);

/** Formats of pictures that Claude reads, by the end of their names. */
const PICTURES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/**
 * Gives messages to Claudes that Fugue talks to. Each goes with its own id, which Claude takes once and repeats when
 * it has the message.
 */
export class ChatReceiver implements DeliveryTarget {
  constructor(
    private readonly service: SessionService,
    private readonly chats: ChatSessions,
  ) {}

  readiness(paneId: PaneId, rushed = false): Readiness {
    const pane = this.service.state.panes[paneId];
    if (pane === undefined) return { type: 'gone', reason: 'the pane was closed' };
    const wait = (reason: string): Readiness => ({ type: 'wait', reason, until: null });
    if (pane.process.status !== 'running') return wait('its Claude does not run');
    if (pane.agent === null) return wait('its Claude is starting');
    const { state } = pane.agent;
    if (FREE.has(state) || (rushed && TAKES_MORE.has(state))) return { type: 'ready' };
    return wait(whyNotNow(pane, state));
  }

  mark(paneId: PaneId): TranscriptMark | null {
    const claude = this.service.state.panes[paneId]?.claude ?? null;
    const file = claude === null ? null : transcriptOf(claude);
    return file === null ? null : markEnd(file);
  }

  wasGiven(text: string, mark: TranscriptMark): boolean {
    return wasPrompted(mark, text);
  }

  hindrance(): Promise<string | null> {
    return Promise.resolve(null);
  }

  give(delivery: Delivery & { readonly to: PaneId }, mark: TranscriptMark): Promise<Given> {
    const { to, id, text, attachments } = delivery;
    return this.giveText(to, id, text, mark, attachments);
  }

  async giveText(
    paneId: PaneId,
    id: string,
    text: string,
    mark: TranscriptMark,
    attachments: readonly string[] = [],
  ): Promise<Given> {
    const client = this.chats.of(paneId)?.client ?? null;
    if (client === null) return { type: 'not-typed', reason: 'its Claude does not run' };
    let content: StreamPrompt['content'];
    try {
      content = await contentOf(text, attachments);
    } catch (error) {
      return { type: 'failed', reason: `a picture can't be read (${errorMessage(error)})` };
    }
    if (!client.isOpen) return { type: 'not-typed', reason: 'its Claude has ended' };
    const state = this.service.state.panes[paneId]?.agent?.state;
    // The end of the turn that goes on says nothing about what is given meanwhile.
    let endsToCome = state !== undefined && TAKES_MORE.has(state) ? 2 : 1;
    const isThere = (): boolean => text.trim() !== '' && wasPrompted(mark, text);
    const store = new DisposableStore();
    return new Promise<Given>((resolve) => {
      store.add(
        client.onLine(({ record }) => {
          if (record === null || record['type'] === 'stream_event') return;
          const isEcho = record['type'] === 'user' && record['uuid'] === id;
          // A command of Claude's own has no echo; its turn ends all the same.
          if (record['type'] === 'result') endsToCome -= 1;
          if (isEcho || endsToCome === 0 || isThere()) resolve({ type: 'delivered' });
        }),
      );
      store.add(
        client.onEnd(() => {
          resolve(
            isThere() ? { type: 'delivered' } : { type: 'interrupted', reason: 'its Claude ended meanwhile' },
          );
        }),
      );
      if (!client.prompt({ uuid: id, content }))
        resolve({ type: 'not-typed', reason: 'its Claude has ended' });
    }).finally(() => {
      store.dispose();
    });
  }
}

/** The text alone, or with the pictures before it. Rejects with the system's error. */
async function contentOf(text: string, attachments: readonly string[]): Promise<StreamPrompt['content']> {
  if (attachments.length === 0) return text;
  const pictures = await Promise.all(
    attachments.map(async (file) => ({
      type: 'image',
      source: {
        type: 'base64',
        media_type: PICTURES[path.extname(file).toLowerCase()] ?? 'image/png',
        data: (await fs.readFile(file)).toString('base64'),
      },
    })),
  );
  // Claude refuses a text that is empty.
  return text.trim() === '' ? pictures : [...pictures, { type: 'text', text }];
}
