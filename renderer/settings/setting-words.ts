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

/** Whether a setting has all of the words in its name, its section or what is said of it. */
export function matchesSearch(
  setting: { readonly key: string; readonly section: string; readonly description: string },
  search: string,
): boolean {
  const text =
    `${setting.key} ${settingTitle(setting.key)} ${sectionTitle(setting.section)} ${setting.description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
