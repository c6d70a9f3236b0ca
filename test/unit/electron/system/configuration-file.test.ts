import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { readConfigurationFile } from '../../../../electron/system/configuration-file';

it('a file that is not TOML is told with the line at fault', () => {
  const directory = makeTemporaryDirectory();
  try {
    const file = directory.file('fugue.toml', '[appearance]\nfont-size = 14\ntheme = dark\n');
    expect(readConfigurationFile(file, {}).problems).toEqual([
      expect.stringMatching(/^the file is not TOML in line 3: /),
    ]);
  } finally {
    directory.remove();
  }
});
