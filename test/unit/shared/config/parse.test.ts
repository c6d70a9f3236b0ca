import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFIX } from '#shared/config/default-keys';
import { parseConfiguration } from '#shared/config/parse';
import { DEFAULT_CONFIGURATION, effectiveKeys } from '#shared/config/schema';

describe('a configuration', () => {
  it('that is empty is all defaults', () => {
    expect(parseConfiguration({})).toEqual({ configuration: DEFAULT_CONFIGURATION, problems: [], set: [] });
  });

  it('keeps what is right beside what is wrong', () => {
    const parsed = parseConfiguration({
      appearance: { theme: 'neon', 'font-size': 15 },
      terminal: { 'copy-on-select': true },
    });
    expect(parsed.configuration.appearance.theme).toBe('dark');
    expect(parsed.configuration.appearance['font-size']).toBe(15);
    expect(parsed.configuration.terminal['copy-on-select']).toBe(true);
    expect(parsed.set).toEqual(['appearance.font-size', 'terminal.copy-on-select']);
    expect(parsed.problems).toHaveLength(1);
  });

  it.each([
    [{ appearance: { theme: 'neon' } }, ['appearance.theme', '"neon"', '"dark"', '"light"', '"system"']],
    [{ appearance: { 'font-size': 100 } }, ['appearance.font-size', '100', '40']],
    [{ appearance: { colour: 1 } }, ['unknown key appearance.colour', 'theme']],
    [{ apearance: {} }, ['unknown section [apearance]', 'appearance']],
    [{ limits: 5 }, ['limits = 5', 'section']],
    [{ keys: { prefixed: { a: 1 } } }, ['keys.prefixed']],
    [{ constructor: {} }, ['unknown section [constructor]']],
    [{ appearance: { toString: 1 } }, ['unknown key appearance.toString']],
  ])('with the fault %j names key, value and what is allowed', (contents, parts) => {
    const [problem = ''] = parseConfiguration(contents).problems;
    for (const part of parts) expect(problem).toContain(part);
  });

  it('is whole whatever the file holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (contents) => {
        const { configuration } = parseConfiguration(contents);
        expect(Object.keys(configuration)).toEqual(Object.keys(DEFAULT_CONFIGURATION));
      }),
    );
  });
});

describe('keys', () => {
  it('of the file come over the defaults, and an empty command removes one', () => {
    const { configuration } = parseConfiguration({
      keys: { prefix: 'C-a', prefixed: { z: '', y: 'zoom_pane' } },
    });
    const keys = effectiveKeys(configuration);
    expect(keys.prefix).toBe('C-a');
    expect(keys.prefixed['z']).toBeUndefined();
    expect(keys.prefixed['y']).toBe('zoom_pane');
    expect(keys.prefixed['%']).toBeDefined();
    expect(effectiveKeys(DEFAULT_CONFIGURATION).prefix).toBe(DEFAULT_PREFIX);
  });
});
