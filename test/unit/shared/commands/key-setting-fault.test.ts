import { describe, expect, it } from 'vitest';
import { keySettingFault } from '#shared/commands/key-setting-fault';

describe('a setting of a key', () => {
  it('is refused when it would do nothing, with a sentence that says why', () => {
    expect(keySettingFault('keys.direct', 'C-c', 'nonsense', {})).toContain('C-c can\'t be "nonsense": ');
    expect(keySettingFault('keys.direct', 'C-c', 'ui:nowhere', {})).toContain(
      'there is no action ui:nowhere',
    );
    expect(keySettingFault('keys.direct', 'nokey-x', 'ui:palette', {})).toContain('"nokey-x" is no key');
    expect(keySettingFault('keys.prefix', null, 'nokey-x', 'C-b')).toContain('"nokey-x" is no key');
    expect(keySettingFault('keys.prefixed', null, { x: 'close_pane', y: 'nonsense' }, {})).toContain(
      "y can't be",
    );
  });

  it('is taken when it does something, or takes away what the key does', () => {
    expect(keySettingFault('keys.direct', 'C-F2', 'ui:palette', {})).toBeNull();
    expect(keySettingFault('keys.direct', 'C-F2', 'split_pane --direction right', {})).toBeNull();
    expect(keySettingFault('keys.direct', 'C-F2', '', {})).toBeNull();
    expect(keySettingFault('keys.prefix', null, 'C-a', 'C-b')).toBeNull();
    expect(keySettingFault('appearance.theme', null, 'nonsense', 'dark')).toBeNull();
  });

  it('is not refused for another one that stands there already', () => {
    const now = { 'C-F1': 'nonsense' };
    expect(keySettingFault('keys.direct', null, { ...now, 'C-F2': 'ui:palette' }, now)).toBeNull();
    expect(keySettingFault('keys.direct', 'C-F1', '', now)).toBeNull();
    expect(keySettingFault('keys.direct', 'C-F1', 'other nonsense', now)).not.toBeNull();
  });
});
