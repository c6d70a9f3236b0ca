import { describe, expect, it } from 'vitest';
import { press } from '#test/helpers/key-press';
import type { KeyPress } from '#shared/commands/key-names';
import { namesOf, parseKeyName, showKey } from '#shared/commands/key-names';

function answers(name: string, pressed: KeyPress): boolean {
  const parsed = parseKeyName(name);
  return parsed.ok && namesOf(pressed).includes(parsed.value);
}

describe('key names', () => {
  it.each([
    ['C-b', press('b', { ctrlKey: true })],
    ['C-S-c', press('C', { ctrlKey: true, shiftKey: true })],
    ['C-S-c', press('c', { ctrlKey: true, shiftKey: true })],
    ['C-S-C', press('C', { ctrlKey: true, shiftKey: true })],
    ['%', press('%', { shiftKey: true })],
    ['%', press('%')],
    ['"', press('"', { shiftKey: true })],
    ['C', press('C', { shiftKey: true })],
    ['S-c', press('C', { shiftKey: true })],
    ['Left', press('ArrowLeft')],
    ['C-Left', press('ArrowLeft', { ctrlKey: true })],
    ['M-Up', press('ArrowUp', { altKey: true })],
    ['Space', press(' ')],
    ['C-S-+', press('+', { ctrlKey: true, shiftKey: true })],
    ['C-S-_', press('_', { ctrlKey: true, shiftKey: true })],
    ['C-PageDown', press('PageDown', { ctrlKey: true })],
    ['F12', press('F12')],
    ['-', press('-')],
    ['C--', press('-', { ctrlKey: true })],
  ])('%s is pressed', (name, pressed) => {
    expect(answers(name, pressed)).toBe(true);
  });

  it.each([
    ['c', press('C', { shiftKey: true })],
    ['C', press('c')],
    ['C-b', press('b')],
    ['b', press('b', { ctrlKey: true })],
    ['C-Left', press('ArrowLeft', { ctrlKey: true, shiftKey: true })],
    ['C-S-c', press('c', { ctrlKey: true })],
  ])('%s is another key', (name, pressed) => {
    expect(answers(name, pressed)).toBe(false);
  });

  it('takes a capital by Caps Lock for the small letter', () => {
    expect(answers('c', press('C'))).toBe(true);
  });

  it('takes AltGr for a way to write a character', () => {
    expect(answers('{', press('{', { ctrlKey: true, altKey: true, altGraph: true }))).toBe(true);
  });

  it('finds letters with Ctrl on a keyboard of another script', () => {
    expect(answers('C-S-c', press('С', { code: 'KeyC', ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(answers('c', press('с', { code: 'KeyC' }))).toBe(false);
  });

  it.each(['', 'Lef', 'C-', 'ab', 'S-nothing'])('refuses "%s"', (name) => {
    expect(parseKeyName(name).ok).toBe(false);
  });

  it.each([
    ['C-S-c', 'Ctrl+Shift+C'],
    ['C-b', 'Ctrl+B'],
    ['%', '%'],
    ['C', 'C'],
    ['M-Left', 'Alt+←'],
    ['Space', 'Space'],
  ])('shows %s as %s', (name, shown) => {
    expect(showKey(name)).toBe(shown);
  });
});
