// An environment for programs that tests start: what the person or the tool that runs the tests has set for
// Claude, Electron or Fugue must not reach them.

const foreign =
  /^(CLAUDE|ANTHROPIC|ELECTRON|FUGUE|CCMUX|TMUX|XDG_(CONFIG|DATA|STATE|CACHE)_|npm_|VITEST|PLAYWRIGHT|PW_|NODE_)/;
const proxies = /^(https?|all|no)_proxy$/i;

export function cleanEnvironment(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || foreign.test(name) || proxies.test(name)) continue;
    environment[name] = value;
  }
  return { ...environment, ...added };
}
