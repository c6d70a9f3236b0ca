import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '#shared/base/errors';
import { systemClock } from '../../system/system-clock';
import { HistoryEngine } from './history-engine';
import type { FromWorker, ToWorker, WorkerStart } from './worker-protocol';

/** The thread that reads transcripts, so that the main one never waits for a disk. */
function main(): void {
  const port = parentPort;
  if (port === null) throw new Error('this runs as a thread of Fugue, not by itself');
  const send = (message: FromWorker): void => {
    port.postMessage(message);
  };
  const engine = new HistoryEngine({
    settings: (workerData as WorkerStart).settings,
    clock: systemClock,
    tell: (event) => {
      send({ type: 'event', event });
    },
  });
  const asked = new Map<number, { aborted: boolean }>();
  port.on('message', (message: ToWorker) => {
    if (message.type === 'abandon') {
      const signal = asked.get(message.id);
      if (signal !== undefined) signal.aborted = true;
      return;
    }
    const { id, method, input } = message;
    const signal = { aborted: false };
    asked.set(id, signal);
    const answer = engine.answers[method] as (input: unknown, signal: unknown) => Promise<unknown>;
    answer(input, signal)
      .then(
        (output) => {
          send({ type: 'answer', id, output });
        },
        (error: unknown) => {
          send({ type: 'failed', id, reason: errorMessage(error) });
        },
      )
      .finally(() => asked.delete(id));
  });
}

main();
