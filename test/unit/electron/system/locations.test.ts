import { expect, it } from 'vitest';
import { locations, prepareLocations } from '../../../../electron/system/locations';

it('a home that can not be used is told in a sentence with a way out', () => {
  const prepared = prepareLocations(locations({ FUGUE_HOME: '/dev/null/fugue' }));
  expect(prepared.ok ? '' : prepared.error).toMatch(
    /^\/dev\/null\/fugue can't be used: .*Set FUGUE_HOME to a folder that can be written$/,
  );
});

it('a folder that somebody named is used, or refused, and never another one', () => {
  expect(locations({ FUGUE_HOME: '/dev/null/fugue', XDG_RUNTIME_DIR: '/run/user/1' })).toMatchObject({
    home: '/dev/null/fugue',
    insteadOf: null,
  });
});
