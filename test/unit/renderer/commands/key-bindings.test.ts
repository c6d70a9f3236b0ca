import { describe, expect, it } from 'vitest';
import { press } from '#test/helpers/key-press';
import { nameAlone } from '#shared/commands/key-effect';
import { KeyMachine, readKeyBindings, sameEffect } from '#renderer/commands/key-bindings';
import type { KeyPress } from '#shared/commands/key-names';
import { parseCommandLine } from '#shared/commands/command-line';
import { configurationSchema, DEFAULT_CONFIGURATION } from '#shared/config/schema';

const ctrl = (key: string): KeyPress => press(key, { ctrlKey: true });
const machineOf = (keys: object = {}, now = () => 0): KeyMachine => {
  const bindings = readKeyBindings(configurationSchema.parse({ keys }), parseCommandLine);
  return new KeyMachine(() => bindings, now);
};

describe('key bindings', () => {
  it('has a meaning for every key that comes with Fugue', () => {
    expect(readKeyBindings(DEFAULT_CONFIGURATION, parseCommandLine).problems).toEqual([]);
  });

  it('tells the same keys apart before the catalog is there', () => {
    const early = readKeyBindings(DEFAULT_CONFIGURATION, nameAlone);
    const whole = readKeyBindings(DEFAULT_CONFIGURATION, parseCommandLine);
    for (const table of ['prefixed', 'direct'] as const) {
      const namesOf = ({ [table]: bindings }: typeof early) =>
        [...bindings].map(([key, { effect }]) => [
          key,
          effect.kind === 'ui' ? effect.action : effect.command.name,
        ]);
      expect(namesOf(early)).toEqual(namesOf(whole));
    }
  });

  it('tells of a wrong binding and keeps the others', () => {
    const keys = { prefix: 'Nonsense', direct: { 'C-S-x': 'no_command', Lef: 'ui:copy', 'C-S-y': 'ui:fly' } };
    const bindings = readKeyBindings(configurationSchema.parse({ keys }), parseCommandLine);
    expect(bindings.problems).toHaveLength(4);
    expect(bindings.prefix).toBe('C-b');
    expect(bindings.direct.has('C-S-c')).toBe(true);
    expect(bindings.direct.has('C-S-x')).toBe(false);
  });

  it('lets an empty value take a key away', () => {
    const machine = machineOf({ direct: { 'C-S-c': '' } });
    expect(machine.press(press('C', { ctrlKey: true, shiftKey: true })).kind).toBe('pass');
  });

  it('runs what is bound after the prefix, once', () => {
    const machine = machineOf();
    expect(machine.press(ctrl('b')).kind).toBe('prefix');
    expect(machine.prefixPending).toBe(true);
    expect(machine.press(press('Shift', { shiftKey: true })).kind).toBe('pass');
    const decision = machine.press(press('%', { shiftKey: true }));
    expect(decision).toMatchObject({
      kind: 'run',
      binding: { effect: { kind: 'command', command: { name: 'split_pane' } } },
    });
    expect(machine.press(press('%', { shiftKey: true })).kind).toBe('pass');
  });

  it('sends the prefix itself when it is pressed twice', () => {
    const machine = machineOf();
    machine.press(ctrl('b'));
    expect(machine.press(ctrl('b')).kind).toBe('pass');
    expect(machine.prefixPending).toBe(false);
  });

  it('swallows an unbound key after the prefix and says so', () => {
    const machine = machineOf();
    machine.press(ctrl('b'));
    expect(machine.press(press('q'))).toEqual({ kind: 'unbound', key: 'q' });
    expect(machine.press(press('q')).kind).toBe('pass');
  });

  it('leaves the prefix by Escape, and passes every other Escape on', () => {
    const machine = machineOf();
    expect(machine.press(press('Escape')).kind).toBe('pass');
    machine.press(ctrl('b'));
    expect(machine.press(press('Escape')).kind).toBe('swallow');
    expect(machine.press(press('Escape')).kind).toBe('pass');
  });

  it('passes every Ctrl letter but the prefix on', () => {
    const machine = machineOf();
    for (const letter of 'acdefghijklmnopqrstuvwxyz') expect(machine.press(ctrl(letter)).kind).toBe('pass');
  });

  it('lets keys that change sizes be pressed again without the prefix for a moment, and no others', () => {
    let time = 0;
    const machine = machineOf({}, () => time);
    const wider = press('ArrowRight', { ctrlKey: true });
    expect(machine.press(wider).kind).toBe('pass');
    machine.press(ctrl('b'));
    for (time = 0; time < 5000; time += 400) expect(machine.press(wider).kind).toBe('run');
    expect(machine.press(press('z')).kind).toBe('pass');
    expect(machine.press(wider).kind).toBe('pass');
    machine.press(ctrl('b'));
    expect(machine.press(wider).kind).toBe('run');
    time += 600;
    expect(machine.press(wider).kind).toBe('pass');
    machine.press(ctrl('b'));
    expect(machine.press(press('ArrowRight')).kind).toBe('run');
    expect(machine.press(press('ArrowRight')).kind).toBe('pass');
  });

  it('follows another prefix', () => {
    const machine = machineOf({ prefix: 'C-a' });
    expect(machine.press(ctrl('b')).kind).toBe('pass');
    expect(machine.press(ctrl('a')).kind).toBe('prefix');
  });

  it('compares commands whatever the order of their fields', () => {
    const one = { kind: 'command', command: { name: 'split_pane', input: { a: 1, b: 2 } } } as const;
    const other = { kind: 'command', command: { name: 'split_pane', input: { b: 2, a: 1 } } } as const;
    expect(sameEffect(one, other)).toBe(true);
    expect(sameEffect(one, { kind: 'ui', action: 'copy' })).toBe(false);
  });
});
