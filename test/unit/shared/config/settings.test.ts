import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';
import { editSetting, findSetting, readSetting, allSettings } from '#shared/config/settings';

function read(key: string, given: unknown): unknown {
  const place = findSetting(key);
  if (!place.ok) return place.error;
  const value = readSetting(place.value, given);
  return value.ok ? value.value : `refused: ${value.error}`;
}

describe('the list of settings', () => {
  it('has each key of the configuration once, with words, a form and its default', () => {
    const keys = allSettings().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const leaves = (value: object, path: string): string[] =>
      Object.entries(value).flatMap(([name, entry]: [string, unknown]) =>
        keys.includes(`${path}${name}`) || typeof entry !== 'object' || entry === null
          ? [`${path}${name}`]
          : leaves(entry, `${path}${name}.`),
      );
    const { projects: _, ...rest } = DEFAULT_CONFIGURATION;
    expect(
      leaves(rest, '')
        .filter((key) => !/^(layout-presets)/.test(key))
        .sort(),
    ).toEqual([...keys].sort());
    expect(
      allSettings()
        .filter(({ description }) => description === '')
        .map(({ key }) => key),
    ).toEqual([]);
    const byKey = Object.fromEntries(allSettings().map((setting) => [setting.key, setting]));
    expect(byKey['appearance.font-size']).toMatchObject({
      form: 'number',
      minimum: 6,
      maximum: 40,
      default: 13,
    });
    expect(byKey['claude.communication.prefer']).toMatchObject({
      form: 'text',
      choices: ['mcp', 'sideband'],
    });
    expect(byKey['claude.communication.sideband_allow']).toMatchObject({ form: 'list' });
    expect(byKey['keys.direct']).toMatchObject({ form: 'json', default: {} });
  });
});

describe('a value for a setting', () => {
  it('is taken as it is, or as its text says', () => {
    expect(read('appearance.font-size', 15)).toBe(15);
    expect(read('appearance.font-size', '15')).toBe(15);
    expect(read('terminal.cursor-blink', 'yes')).toBe(true);
    expect(read('terminal.shell', '5')).toBe('5');
    expect(read('claude.communication.sideband_allow', 'spawn, close')).toEqual(['spawn', 'close']);
    expect(read('permissions.allow', '["Bash(a, b)"]')).toEqual(['Bash(a, b)']);
    expect(read('keys.direct', '{"C-y": ""}')).toEqual({ 'C-y': '' });
    expect(read('keys.prefixed..', 'zoom_pane')).toBe('zoom_pane');
  });

  it('is refused with what is allowed, and an unknown key with what is near', () => {
    expect(read('appearance.font-size', '900')).toBe(
      'refused: appearance.font-size can\'t be "900": expected at most 40',
    );
    expect(read('appearance.zoom', '-4')).toMatch(/^refused: .*"-4": expected at least [0-9.]+$/);
    expect(read('terminal.renderer', 'vulkan')).toMatch(/^refused: .*"webgl"/);
    expect(read('appearance.font-size', [])).toMatch(/^refused: .*number/);
    expect(read('looks.font-size', 5)).toBe(
      'there is no setting looks.font-size: did you mean appearance.font-size?',
    );
    for (const key of ['appearance.fontsize', 'appearance.font_size', 'fontSize'])
      expect(read(key, 5)).toBe(`there is no setting ${key}: did you mean appearance.font-size?`);
    expect(read('projects', [])).toContain('fugue config show');
  });

  it('is written at its place, also as one entry of a table', () => {
    const place = findSetting('keys.prefixed..');
    expect(place.ok && editSetting('', place.value, 'zoom_pane')).toEqual({
      ok: true,
      value: '[keys.prefixed]\n"." = "zoom_pane"\n',
    });
  });
});
