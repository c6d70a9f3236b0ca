import { HookServer } from '#electron/claude/hooks/hook-server';
import { silentLogger } from '#electron/log/logger';
import { PaneTokens } from '#electron/system/pane-tokens';
import { waitFor } from '#test/helpers/wait';
import { LoopWatch } from '../loop-watch';
import { type Row, Tally } from '../row';

const WRITERS = 20;
/** Each so many events one is forged. */
const FORGED_EVERY = 10;

export const row: Row = {
  number: 46,
  async run({ count, defer, pick }) {
    const tally = new Tally();
    const tokens = new PaneTokens();
    const hooks = await HookServer.listen(tokens, silentLogger);
    defer(() => hooks.dispose());
    const received: { paneId: string; sessionId: string | null }[] = [];
    hooks.onHook(({ paneId, event }) => received.push({ paneId, sessionId: event.sessionId }));
    const send = async (token: string, session: string): Promise<number> => {
      const answer = await fetch(`${hooks.url}/Stop`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ hook_event_name: 'Stop', session_id: session }),
      });
      await answer.text();
      return answer.status;
    };
    const each = Math.ceil(count / WRITERS);
    const panes = Array.from({ length: WRITERS }, (_, writer) => `p${String(writer)}`);
    const watch = new LoopWatch();
    await Promise.all(
      panes.map(async (pane, writer) => {
        const token = tokens.issue(pane);
        for (let number = 0; number < each; number += 1) {
          const session = `${String(writer)}-${String(number)}`;
          if ((await send(token, session)) !== 200) tally.alsoCheck(false, `${session} was not taken`);
          if (number % FORGED_EVERY !== 0) continue;
          const forged = pick(['f'.repeat(43), `${token.slice(1)}x`, token.slice(0, -1)]);
          const status = await send(forged, 'forged');
          tally.check(status === 401, `a forged one was answered with ${String(status)}`);
        }
      }),
    );
    await waitFor('all', () => received.length >= each * WRITERS, { timeout: 5000 }).catch(() => undefined);
    const stood = watch.stop();
    for (const [writer, pane] of panes.entries()) {
      const told = received.filter(({ paneId }) => paneId === pane).map(({ sessionId }) => sessionId);
      for (let number = 0; number < each; number += 1)
        tally.check(
          told[number] === `${String(writer)}-${String(number)}`,
          `of ${pane}, event ${String(number)} is ${String(told[number])}`,
        );
    }
    tally.alsoCheck(!received.some(({ sessionId }) => sessionId === 'forged'), 'a forged one was told');
    tally.alsoCheck(stood < 500, `the loop stood for ${String(stood)} ms`);
    return tally;
  },
};
