import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore, toDisposable } from '#shared/base/disposable';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { CommandInput, CommandOutput } from '#shared/commands/catalog';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import { PROGRAM_ENDED } from '../../pty/host/expectation-end';
import { resolvePane } from '../../session/targets';
import { processView } from '../../session/views';
import type { CommandContext, Handler } from '../context';

type Ending =
  | { readonly reason: 'pattern'; readonly match: string; readonly line: string }
  | { readonly reason: 'status' | 'timeout' | 'ended' };

export const expectOutput: Handler<'expect'> = async (context, input) => {
  const pane = resolvePane(context.state, context.origin, input.pane_id);
  if (!pane.ok) return pane;
  if (input.pattern === undefined && input.status === undefined) {
    return failure('invalid', 'expect needs something to wait for: give pattern or status');
  }
  await context.service.ready(pane.value.id);
  const started = context.clock.monotonic();
  const store = new DisposableStore();
  const ending = await waitFor(context, pane.value, input, store);
  store.dispose();
  if (!ending.ok) return ending;
  return ok(report(context, pane.value, ending.value, context.clock.monotonic() - started));
};

function waitFor(
  context: CommandContext,
  pane: Pane,
  input: CommandInput<'expect'>,
  store: DisposableStore,
): Promise<Result<Ending, Failure>> {
  return new Promise((resolve) => {
    const end = (ending: Ending): void => {
      resolve(ok(ending));
    };
    store.add(
      context.clock.after(input.timeout * 1000, () => {
        end({ reason: 'timeout' });
      }),
    );
    store.add(
      onAbort(context.signal, () => {
        resolve(failure('refused', 'the caller went away before the wait was over'));
      }),
    );
    if (input.pattern !== undefined) {
      const pending = store.add(
        context.host.request(pane.id, 'expect', {
          pattern: input.pattern,
          ignoreCase: input.ignore_case,
          from: input.from,
        }),
      );
      void pending.outcome.then((outcome) => {
        if (outcome.ok) end({ reason: 'pattern', ...outcome.value });
        else if (outcome.error === PROGRAM_ENDED) end({ reason: 'ended' });
        else resolve(failure('invalid', `${paneLabel(pane)} can't be waited for: ${outcome.error}`));
      });
    }
    const { status } = input;
    const lookAtStatus = (): void => {
      const now = context.service.state.panes[pane.id];
      if (now === undefined) end({ reason: 'ended' });
      else if (status !== undefined && hasStatus(now, status)) end({ reason: 'status' });
    };
    store.add(context.service.onAction(lookAtStatus));
    lookAtStatus();
  });
}

function hasStatus(pane: Pane, status: 'running' | 'exited'): boolean {
  const actual = pane.process.status;
  return status === 'running' ? actual === 'running' : actual !== 'running' && actual !== 'starting';
}

function onAbort(signal: AbortSignal, call: () => void): Disposable {
  if (signal.aborted) call();
  signal.addEventListener('abort', call);
  return toDisposable(() => {
    signal.removeEventListener('abort', call);
  });
}

function report(
  context: CommandContext,
  pane: Pane,
  ending: Ending,
  waited: number,
): CommandOutput<'expect'> {
  return {
    pane_id: pane.id,
    matched: ending.reason === 'pattern' || ending.reason === 'status',
    match: ending.reason === 'pattern' ? ending.match : null,
    line: ending.reason === 'pattern' ? ending.line : null,
    reason: ending.reason,
    waited_ms: Math.round(waited),
    process: processView(context.service.state.panes[pane.id] ?? pane),
  };
}
