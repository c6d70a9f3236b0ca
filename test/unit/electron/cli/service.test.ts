// What systems are told to keep Fugue running, with paths of any kind.
import { describe, expect, it } from 'vitest';
import { launchdPlist, systemdUnit } from '#electron/cli/client/service/definitions';

const start = {
  command: ['/opt/it\'s "so" 100% $HOME \\ x/fugue', '--headless'],
  environment: { PATH: '/a b:/50%', FUGUE_HOME: '/h$x' },
};

describe('a service', () => {
  it('of systemd quotes what would mean something else', () => {
    const lines = systemdUnit(start).split('\n');
    expect(lines).toContain(`ExecStart="/opt/it's \\"so\\" 100%% $$HOME \\\\ x/fugue" "--headless"`);
    expect(lines).toContain('Environment="PATH=/a b:/50%%"');
    expect(lines).toContain('Environment="FUGUE_HOME=/h$x"');
    // What runs in tmux is not ended with it.
    expect(lines).toContain('KillMode=process');
    expect(lines).toContain('Restart=on-failure');
  });

  it('of launchd is XML, and leaves alone what Fugue has started', () => {
    const text = launchdPlist({ command: ['/a&b/<c>', '--headless'], environment: { PATH: '/x&y' } });
    const words = [...text.matchAll(/<string>(.*?)<\/string>/g)].map(([, word]) => word);
    expect(words).toEqual(['dev.fugue.headless', '/a&amp;b/&lt;c&gt;', '--headless', '/x&amp;y']);
    const keys = [...text.matchAll(/^ {2}<key>(.*?)<\/key>/gm)].map(([, key]) => key);
    expect(keys).toEqual([
      'Label',
      'ProgramArguments',
      'EnvironmentVariables',
      'RunAtLoad',
      'KeepAlive',
      'AbandonProcessGroup',
    ]);
    const open = [...text.matchAll(/<(dict|array|plist)\b/g)].length;
    expect([...text.matchAll(/<\/(dict|array|plist)>/g)]).toHaveLength(open);
  });
});
