import { describe, expect, it } from 'vitest';
import { checkForLeaks } from '#test/helpers/leak-check';
import { DisposableSlot, DisposableStore, toDisposable } from '#shared/base/disposable';
import { Emitter } from '#shared/base/emitter';
import { assertNever, invariant, present } from '#shared/base/assert';

describe('disposables', () => {
  checkForLeaks();

  it('end once, however often they are disposed', () => {
    let ended = 0;
    const disposable = toDisposable(() => {
      ended += 1;
    });
    disposable.dispose();
    disposable.dispose();
    expect(ended).toBe(1);
  });

  it('end in reverse order in a store, and all of them although one throws', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    store.defer(() => order.push('first'));
    store.defer(() => {
      order.push('second');
      throw new Error('broken');
    });
    store.defer(() => order.push('third'));
    expect(() => {
      store.dispose();
    }).toThrow('broken');
    expect(order).toEqual(['third', 'second', 'first']);
  });

  it('that come to an ended store are ended at once', () => {
    const store = new DisposableStore();
    store.dispose();
    let ended = false;
    store.defer(() => {
      ended = true;
    });
    expect(ended).toBe(true);
  });

  it('in a slot end when they are replaced', () => {
    const ended: number[] = [];
    const slot = new DisposableSlot();
    slot.value = toDisposable(() => ended.push(1));
    slot.value = toDisposable(() => ended.push(2));
    expect(ended).toEqual([1]);
    slot.dispose();
    slot.value = toDisposable(() => ended.push(3));
    expect(ended).toEqual([1, 2, 3]);
  });
});

describe('an emitter', () => {
  it('calls listeners in order and stops when they leave, also in the middle of an event', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const second = { dispose: (): void => undefined };
    emitter.event((value) => {
      heard.push(`a${String(value)}`);
      second.dispose();
    });
    Object.assign(
      second,
      emitter.event((value) => heard.push(`b${String(value)}`)),
    );
    emitter.fire(1);
    expect(heard).toEqual(['a1']);
    expect(emitter.listenerCount).toBe(1);
  });

  it('lets the same function listen twice', () => {
    const emitter = new Emitter<null>();
    let heard = 0;
    const listener = (): void => {
      heard += 1;
    };
    emitter.event(listener).dispose();
    emitter.event(listener);
    emitter.fire(null);
    expect(heard).toBe(1);
  });
});

describe('assertions', () => {
  it('throw with the reason', () => {
    expect(() => assertNever('x' as never, 'thing')).toThrow('unexpected thing: "x"');
    expect(() => {
      invariant(false, 'why');
    }).toThrow('why');
    expect(() => present(null, 'it was there')).toThrow('it was there');
    expect(present(0, 'zero is a value')).toBe(0);
  });
});
