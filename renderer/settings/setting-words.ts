/* How settings are called where people read them. */

const SECTIONS: Readonly<Record<string, string>> = {
  appearance: 'Appearance',
  terminal: 'Terminals',
  restore: 'Restoring',
  input: 'Typing by programs',
  claude: 'Claude',
  'claude.communication': 'How Claudes talk to Fugue',
  defaults: 'Agents',
  'roles.planner': 'Agents that plan',
  'roles.coding': 'Agents that code',
  permissions: 'Permissions',
  channels: 'Channels',
  history: 'History',
  limits: 'Limits',
  notifications: 'Notifications',
  desktop: 'Desktop',
  keys: 'Keys',
};

const WORDS: Readonly<Record<string, string>> = { mcp: 'MCP', cpu: 'CPU', tmux: 'tmux', webgl: 'WebGL' };

export function sectionTitle(section: string): string {
  return SECTIONS[section] ?? sentence(section);
}

/** `font-size` as `Font size`. */
export function settingTitle(name: string): string {
  return sentence(name);
}

function sentence(name: string): string {
  const words = name
    .split(/[-_.]/)
    .map((word) => WORDS[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** All that a setting is found by: its name, its section and what is said of it. */
export function settingText(setting: {
  readonly key: string;
  readonly section: string;
  readonly description: string;
}): string {
  return `${setting.key} ${settingTitle(setting.key)} ${sectionTitle(setting.section)} ${setting.description}`;
}
