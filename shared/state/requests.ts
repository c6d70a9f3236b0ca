import type { PaneId } from '../model/ids';
import type { Notice } from '../model/notice';
import { isRequest } from '../model/notice';
import type { AppState } from './state';

/** What the agent in a pane asks to be allowed: the oldest request of each. */
export type PaneRequests = ReadonlyMap<PaneId, Notice>;

export const NO_REQUESTS: PaneRequests = new Map();

const byNotices = new WeakMap<readonly Notice[], PaneRequests>();

/** All that agents ask to be allowed, the oldest first. */
export function openRequests({ notices }: AppState): readonly Notice[] {
  return notices.filter(isRequest);
}

/** The same map as long as the notices are the same, so that views can compare it. */
export function paneRequests({ notices }: AppState): PaneRequests {
  let requests = byNotices.get(notices);
  if (requests === undefined) {
    const found = new Map<PaneId, Notice>();
    for (const notice of notices) {
      if (isRequest(notice) && notice.paneId !== null && !found.has(notice.paneId))
        found.set(notice.paneId, notice);
    }
    byNotices.set(notices, (requests = found.size === 0 ? NO_REQUESTS : found));
  }
  return requests;
}
