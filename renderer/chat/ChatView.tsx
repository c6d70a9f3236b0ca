import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ChatSource } from '#shared/ipc/chat-port';
import { asPaneId } from '#shared/model/ids';
import { overlayOpen } from '../store/ui-store';
import { keyboardIsElsewhere } from '../terminal/keyboard-place';
import { activePaneId } from '../terminal/terminal-registry';
import { ChatContext } from './chat-context';
import { openChatPort } from './chat-ports';
import { ChatSession } from './chat-session';
import type { ChatSnapshot } from './chat-session';
import { ChatFind } from './ChatFind';
import type { ComposerHandle } from './Composer';
import { EmptyChat } from './EmptyChat';
import { Folds } from './folds';
import type { MessageListHandle } from './MessageList';
import { MessageList } from './MessageList';
import { PaneFoot } from './PaneFoot';
import { useExpectedPrompts } from './use-expected-prompts';
import { composers } from './composers';

interface Properties {
  readonly source: ChatSource;
  readonly readOnly?: boolean;
  /** False while the window draws nothing of it. */
  readonly visible?: boolean;
  readonly finding: boolean;
  readonly closeFind: () => void;
}

/** A conversation as a chat: one that goes on in a pane, or one that is only read. */
export function ChatView(properties: Properties) {
  const { source } = properties;
  // Another source is another view, with nothing kept of the one before.
  return <Chat key={source.kind === 'pane' ? source.paneId : source.path} {...properties} />;
}

function Chat({ source, readOnly = false, visible = true, finding, closeFind }: Properties) {
  const [session] = useState(() => new ChatSession(source, openChatPort));
  useEffect(
    () => () => {
      session.dispose();
    },
    [session],
  );
  const paneId = source.kind === 'pane' ? asPaneId(source.paneId) : null;
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot);
  const streams = snapshot.facts.driver === 'stream';
  useExpectedPrompts(session, readOnly ? null : paneId, snapshot.status === 'ready', streams);
  const list = useRef<MessageListHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const [folds] = useState(() => new Folds());
  const live = !readOnly && snapshot.facts.driver !== 'none';
  const context = useMemo(
    () => ({ paneId, live, folds, readLine: (id: string) => session.readLine(id) }),
    [paneId, live, folds, session],
  );
  const loadEarlier = useCallback(() => {
    session.loadEarlier();
  }, [session]);
  useEffect(() => {
    if (paneId === null || readOnly) return;
    return composers.register(paneId, () => composer.current?.focus());
  }, [paneId, readOnly]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (paneId === null || readOnly || activePaneId() !== paneId || overlayOpen() || keyboardIsElsewhere())
      return;
    // A pane that has just become a chat: to what Claude asks, whose keys its buttons show, or to where one writes.
    const card = root.current?.querySelector<HTMLElement>('[data-ask]');
    if (card != null) card.focus();
    else composer.current?.focus();
  }, [paneId, readOnly]);
  const prompts = (): readonly string[] =>
    session.getSnapshot().rows.flatMap((row) => (row.kind === 'user' && row.text !== '' ? [row.text] : []));
  return (
    <ChatContext value={context}>
      <div className="chat" ref={root} data-testid={paneId === null ? 'chat-transcript' : `chat-${paneId}`}>
        {snapshot.status === 'failed' ? (
          <p className="chat-note chat-failure" data-tone="error" role="alert">
            {snapshot.failure}
          </p>
        ) : (
          <div className="chat-middle">
            <MessageList
              key={snapshot.epoch}
              ref={list}
              snapshot={snapshot}
              visible={visible}
              label="Conversation"
              loadEarlier={loadEarlier}
            />
            {isEmpty(snapshot) && <EmptyChat readOnly={readOnly} />}
          </div>
        )}
        {finding && (
          <ChatFind
            session={session}
            snapshot={snapshot}
            folds={folds}
            list={list}
            close={() => {
              closeFind();
              composer.current?.focus();
            }}
          />
        )}
        {paneId !== null && !readOnly && (
          <PaneFoot
            paneId={paneId}
            facts={snapshot.facts}
            composer={composer}
            prompts={prompts}
            onSent={() => list.current?.toTail()}
            onPage={(count) => list.current?.page(count)}
          />
        )}
      </div>
    </ChatContext>
  );
}

function isEmpty({ status, rows, more }: ChatSnapshot): boolean {
  return status === 'ready' && rows.length === 0 && more === false;
}
