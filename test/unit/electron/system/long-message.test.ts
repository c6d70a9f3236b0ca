import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from '#shared/base/framing';
import { idOfLongRequest } from '#electron/system/long-message';

const LIMIT = 5000;
const long = 'x'.repeat(2 * LIMIT);

/** By way of the reader, in pieces of this length. */
function idIn(text: string, pieces = 777): unknown {
  const reader = new LineReader(LIMIT);
  const lines = [];
  for (let start = 0; start < text.length; start += pieces)
    lines.push(...reader.push(text.slice(start, start + pieces)));
  lines.push(...reader.push('\n'));
  const [line] = lines;
  if (line?.ok !== false) throw new Error('the line is to be too long');
  return idOfLongRequest(line.error);
}

describe('the id of a request that is too long', () => {
  it.each([
    ['first', { jsonrpc: '2.0', id: 7, method: 'm', params: { id: 8, text: long } }, 7],
    ['last, as the SDK writes it', { method: 'm', params: { id: 8, text: long }, jsonrpc: '2.0', id: 7 }, 7],
    ['last but one', { method: 'm', params: { text: long }, id: 'a"b', jsonrpc: '2.0' }, 'a"b'],
    ['before a long method', { id: 7, jsonrpc: '2.0', params: {}, method: long }, null],
    [
      'behind the parameters with the method',
      { params: { text: long }, jsonrpc: '2.0', method: 'm', id: 7 },
      7,
    ],
    [
      'of a notification with one inside',
      { jsonrpc: '2.0', method: 'm', params: { text: long, id: 8 } },
      null,
    ],
    ['of an answer', { jsonrpc: '2.0', id: 7, result: { method: 'm', text: long } }, null],
    ['of an answer, last', { result: { text: long }, jsonrpc: '2.0', id: 7 }, null],
    ['in a text', { method: 'm', params: { text: `${long},"id":8}` } }, null],
    ['that is none', { method: 'm', params: { text: long }, id: [8] }, null],
    ['that is cut', { method: 'm', id: long }, null],
  ])('%s', (_, message, id) => {
    expect(idIn(JSON.stringify(message))).toBe(id);
  });

  it('is the same for every way of cutting, and never that of something inside', () => {
    const inside = fc.dictionary(fc.constantFrom('id', 'method', 'text', 'x'), fc.jsonValue(), {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(
        inside,
        fc.nat(),
        fc.boolean(),
        fc.integer({ min: 50, max: 9000 }),
        (params, id, early, pieces) => {
          const filled = { ...params, filler: long, more: params };
          const message = early
            ? { jsonrpc: '2.0', id, method: 'm', params: filled }
            : { method: 'm', params: filled, jsonrpc: '2.0', id };
          expect(idIn(JSON.stringify(message), pieces)).toBe(id);
          expect(idIn(JSON.stringify({ method: 'm', params: filled }), pieces)).toBe(null);
        },
      ),
      { seed: 4, numRuns: 150 },
    );
  });
});
