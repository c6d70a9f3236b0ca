import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { Handler } from '../context';

export const dismissNotice: Handler<'dismiss_notice'> = (context, input) => {
  const ids = context.state.notices.map((notice) => notice.id);
  if (!ids.includes(input.notice_id)) return failure('not-found', 'there is no such notice any more', ids);
  context.service.dispatch({ type: 'notice/dismissed', noticeId: input.notice_id });
  return ok({ notice_id: input.notice_id });
};

export const reportView: Handler<'report_view'> = (context, input) => {
  context.service.reportView(input.width, input.height);
  return ok({});
};
