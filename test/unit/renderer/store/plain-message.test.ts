import { expect, it } from 'vitest';
import { plainMessage } from '#renderer/store/plain-message';

const id = '0a1b2c3d-0000-4000-8000-123456789abc';

it('leaves out the ids that stand behind names', () => {
  expect(plainMessage(`there is no window "9"; name one of: shell (${id}), logs (${id})`, null)).toBe(
    'There is no window "9"; name one of: shell, logs',
  );
});

it('says of a pane that has gone that it is that one', () => {
  expect(plainMessage(`Pane "${id}" is gone (really)`, null)).toBe('That pane is gone (really)');
  expect(plainMessage(`the pane ${id} shows a terminal`, null)).toBe('That pane shows a terminal');
  expect(plainMessage(`there is no pane "${id}"; name one of: shell`, null)).toBe(
    'There is no such pane; name one of: shell',
  );
});

it('keeps an id of something else that nobody knows', () => {
  expect(plainMessage(`there is no snapshot "${id}"`, null)).toBe(`There is no snapshot "${id}"`);
});
