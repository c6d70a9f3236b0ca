import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { PermissionAsk } from '#shared/model/permission';
import type { Decision } from '../../session/permissions/ledger';
import { resolvePane } from '../../session/targets';
import type { CommandInput } from '#shared/commands/catalog';
import type { Handler } from '../context';

const REFUSED = 'The person does not want this.';

export const listPermissions: Handler<'list_permissions'> = ({ state, origin }, input) => {
  let only: string | null = null;
  if (input.pane_id !== undefined) {
    const pane = resolvePane(state, origin, input.pane_id);
    if (!pane.ok) return pane;
    only = pane.value.id;
  }
  return ok({
    asks: state.asks
      .filter(({ paneId }) => only === null || paneId === only)
      .map(({ id, paneId, kind, way, tool, input: its, summary, at, until, deferred }) => ({
        ask_id: id,
        pane_id: paneId,
        kind,
        way,
        tool,
        input: JSON.stringify(its),
        summary,
        at,
        until,
        deferred,
      })),
  });
};

export const answerPermission: Handler<'answer_permission'> = ({ state, ledger }, input) => {
  if (input.ask_ids.length > 1 && (input.input !== undefined || input.answers !== undefined))
    return failure('invalid', 'another input and answers are for one request alone');
  const answered: string[] = [];
  const gone: string[] = [];
  for (const id of input.ask_ids) {
    const ask = state.asks.find((each) => each.id === id);
    const result = ask === undefined ? null : ledger.answer(id, decisionFor(ask, input));
    if (result?.ok === true) answered.push(id);
    else gone.push(id);
  }
  if (answered.length === 0)
    return failure('not-found', 'it is answered already, or Claude has taken it back');
  return ok({ answered, gone });
};

function decisionFor(ask: PermissionAsk, input: CommandInput<'answer_permission'>): Decision {
  const { decision, always, interrupt, answers, mode } = input;
  if (decision === 'deny') {
    const message = input.message?.trim() ?? '';
    return { type: 'deny', message: message === '' ? REFUSED : message, always, interrupt };
  }
  const given = input.input ?? (answers === undefined ? undefined : { ...ask.input, answers });
  return {
    type: 'allow',
    always,
    ...(given === undefined ? {} : { input: given }),
    ...(mode === undefined ? {} : { mode }),
  };
}

export const deferPermission: Handler<'defer_permission'> = ({ ledger }, { ask_id, on }) => {
  const deferred = ledger.defer(ask_id, on);
  return deferred.ok ? ok({ ask_id, deferred: on }) : failure('not-found', deferred.error);
};

export const listDecisions: Handler<'list_decisions'> = ({ decisions }, { limit }) =>
  ok({ decisions: [...decisions.newest(limit)] });
