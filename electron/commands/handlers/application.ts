import os from 'node:os';
import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { ClaudeEvent } from '#shared/model/claude-event';
import type { SnapshotFacts } from '../../session/persistence/snapshots';
import { checkPrograms } from '../../system/requirements/programs';
import { paneLabel } from '#shared/model/pane';
import { readLog as readEntries } from '../../log/read-log';
import { resolvePane } from '../../session/targets';
import type { Handler } from '../context';
import { holdsClaude } from './speaks-for-agent';

export const dismissNotice: Handler<'dismiss_notice'> = (context, input) => {
  const ids = context.state.notices.map((notice) => notice.id);
  if (!ids.includes(input.notice_id)) return failure('not-found', 'there is no such notice any more', ids);
  context.service.dispatch({ type: 'notice/dismissed', noticeId: input.notice_id });
  return ok({ notice_id: input.notice_id });
};

export const reportView: Handler<'report_view'> = (context, input) => {
  context.service.reportView(input.width, input.height, context.origin.desktopWindow);
  return ok({});
};

export const answerRequest: Handler<'answer_request'> = ({ consents }, input) =>
  consents.answer(input.request_id, input.allow)
    ? ok({ request_id: input.request_id, allowed: input.allow })
    : failure('not-found', 'nobody waits for this answer (any more)');

export const checkSystem: Handler<'check_system'> = async ({ state }) =>
  ok({ home: os.homedir(), findings: [...(await checkPrograms(state.configuration))] });

export const listSnapshots: Handler<'list_snapshots'> = async ({ snapshots }) =>
  ok({ snapshots: (await snapshots.list()).map(snapshotView) });

export const restoreSnapshot: Handler<'restore_snapshot'> = async ({ snapshots }, input) => {
  const restored = await snapshots.restore(input.snapshot);
  return restored.ok ? ok({ snapshot: snapshotView(restored.value) }) : restored;
};

function snapshotView(facts: SnapshotFacts) {
  const { savedAt, sessions, ...rest } = facts;
  return { ...rest, saved_at: savedAt, sessions: [...sessions] };
}

export const watchEvents: Handler<'watch_events'> = async (context, input) => {
  let only: string | null = null;
  if (input.pane_id !== undefined) {
    const pane = resolvePane(context.state, context.origin, input.pane_id);
    if (!pane.ok) return pane;
    only = pane.value.id;
  }
  let events = 0;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      timer?.dispose();
      listening.dispose();
      resolve();
    };
    const listening = context.claudes.onEvent((event) => {
      if (only !== null && event.pane_id !== only) return;
      events += 1;
      context.progress({ output: event, text: describeEvent(event) });
      if (events === input.count) end();
    });
    const timer = input.timeout === undefined ? null : context.clock.after(input.timeout * 1000, end);
    context.signal.addEventListener('abort', end, { once: true });
  });
  return ok({ events });
};

function describeEvent(event: ClaudeEvent): string {
  const { at, pane_id: paneId, event: name, ...rest } = event;
  const facts = Object.entries(rest).map(([key, value]) => `${key}=${String(value)}`);
  return [new Date(at).toISOString(), paneId, name, ...facts].join(' ');
}

export const listUsage: Handler<'list_usage'> = async ({ usage, state }) => {
  const measured = await usage.measure(Object.values(state.panes));
  return ok({
    usage: measured.flatMap(({ paneId, processes, cpu, memory }) => {
      const pane = state.panes[paneId];
      const window = pane === undefined ? undefined : state.windows[pane.windowId];
      if (pane === undefined || window === undefined) return [];
      return [
        {
          pane_id: paneId,
          label: paneLabel(pane),
          session: state.sessions[window.sessionId]?.name ?? '',
          window: window.name,
          claude: holdsClaude(pane),
          cpu,
          memory,
          processes: [...processes],
        },
      ];
    }),
  });
};

export const readLog: Handler<'read_log'> = ({ logFile }, input) =>
  ok({ file: logFile, entries: [...readEntries(logFile, input)] });
