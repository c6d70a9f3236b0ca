import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_BYTES, OutputGate } from '../../../../electron/pty/flow-control';

function bytes(size: number, fill = 1): Uint8Array {
  return new Uint8Array(size).fill(fill);
}

describe('the output gate', () => {
  it('sends idle output at once', () => {
    const sent: number[] = [];
    const gate = new OutputGate(1000, (batch) => sent.push(batch.length));
    gate.push(bytes(10));
    expect(sent).toEqual([10]);
  });

  it('gathers small output while something is under way', () => {
    const sent: number[] = [];
    const gate = new OutputGate(1000, (batch) => sent.push(batch.length));
    gate.push(bytes(10));
    gate.push(bytes(20));
    gate.push(bytes(30));
    expect(sent).toEqual([10]);
    gate.acknowledge(10);
    expect(sent).toEqual([10, 50]);
  });

  it('never has more under way than the window, and loses or reorders nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1024, max: 4 * BATCH_BYTES }),
        fc.array(
          fc.oneof(
            fc.nat(3 * BATCH_BYTES).map((size) => ({ size })),
            fc.constant('acknowledge' as const),
          ),
          { maxLength: 40 },
        ),
        (window, steps) => {
          const received: Uint8Array[] = [];
          const unacknowledged: number[] = [];
          let under = 0;
          let pushed = 0;
          let within = true;
          const gate = new OutputGate(window, (batch) => {
            received.push(batch);
            unacknowledged.push(batch.length);
            under += batch.length;
            within &&= under <= window && batch.length <= BATCH_BYTES;
          });
          const acknowledge = (): void => {
            const size = unacknowledged.shift();
            if (size === undefined) return;
            under -= size;
            gate.acknowledge(size);
          };
          for (const step of steps) {
            if (step === 'acknowledge') acknowledge();
            else {
              const chunk = new Uint8Array(step.size);
              for (let index = 0; index < chunk.length; index += 1) chunk[index] = (pushed + index) % 251;
              pushed += step.size;
              gate.push(chunk);
            }
          }
          while (unacknowledged.length > 0) acknowledge();
          const all = Buffer.concat(received);
          expect(within).toBe(true);
          expect(all.length).toBe(pushed);
          expect(gate.backlog).toBe(0);
          // Spot checks of order: comparing each byte of megabytes would take longer than it is worth.
          let ordered = true;
          for (let index = 0; index < all.length; index += 997) ordered &&= all[index] === index % 251;
          expect(ordered).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});
