import { expect, it } from 'vitest';
import { plainMessage } from '#renderer/store/plain-message';

const id = '0a1b2c3d-0000-4000-8000-123456789abc';

it('leaves out the ids that stand behind names', () => {
  expect(plainMessage(`there is no window "9"; name one of: shell (${id}), logs (${id})`, null)).toBe(
    'There is no window "9"; name one of: shell, logs',
  );
});

it('keeps an id of which nothing is known, and other words in brackets', () => {
  expect(plainMessage(`Pane "${id}" is gone (really)`, null)).toBe(`Pane "${id}" is gone (really)`);
});
