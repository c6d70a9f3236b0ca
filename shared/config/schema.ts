import { z } from 'zod';
import { TRAY_SHADES } from '../model/tray';
import { CLAUDE_ISOLATIONS } from '../model/claude-in-pane';
import { coding, defaults, planner, project, roles } from './agents';
import { appearance, layoutPreset, terminal } from './look';
import { parseQuietHours } from './quiet-hours';
import { DEFAULT_PREFIX } from './default-keys';

/**
 * What `fugue.toml` may say. Each key has a default, so an empty or missing file is a whole configuration.
 * Keys are written with dashes in the file, as here.
 */
const restore = z.object({
  enabled: z.boolean().default(true).describe('bring sessions, windows and panes back at start'),
  'first-pane': z
    .enum(['start-screen', 'shell', 'claude'])
    .default('start-screen')
    .describe('what the window opens with when there is nothing to bring back'),
  'scrollback-lines': z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(1000)
    .describe('lines of each pane that are kept'),
});

const input = z.object({
  'idle-threshold': z
    .number()
    .min(0)
    .max(3600)
    .default(30)
    .describe('seconds without typing in a pane before a program may type there'),
});

/** How a Claude talks to Fugue. The names are those of the decision that made them, so they have underscores. */
const communication = z.object({
  mcp_enabled: z.boolean().default(true).describe('serve MCP, and give it to each Claude that Fugue starts'),
  mcp_socket: z
    .string()
    .min(1)
    .max(4096)
    .default('~/.fugue/mcp.sock')
    .describe('unix socket on which MCP is served'),
  mcp_port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(9876)
    .describe('port of loopback on which MCP is served; a free one is taken when it is in use'),
  mcp_transport: z
    .enum(['http', 'sse', 'stdio'])
    .default('http')
    .describe('by which way the Claudes that Fugue starts reach it; stdio needs no port'),
  mcp_unasked: z
    .enum(['none', 'read-only', 'all'])
    .default('read-only')
    .describe("tools of Fugue that a Claude may call without a permission dialog of Claude's"),
  sideband_enabled: z
    .boolean()
    .default(true)
    .describe('run tags such as <fugue:spawn … /> that a Claude writes'),
  prefer: z
    .enum(['mcp', 'sideband'])
    .default('mcp')
    .describe('mcp: tags count only for a Claude that has no MCP of Fugue'),
  sideband_allow: z
    .array(z.enum(['spawn', 'input', 'close']))
    .default([])
    .describe('tags that run without asking the person'),
});

const claude = z.object({
  communication: communication.prefault({}),
  command: z
    .string()
    .min(1)
    .max(4096)
    .default('claude')
    .describe('program of a new Claude pane: a name on the path, or a path'),
  isolation: z
    .enum(CLAUDE_ISOLATIONS)
    .default('shared')
    .describe('shared: all panes use one configuration; per-pane: each new pane has a state file of its own'),
  renderer: z
    .enum(['classic', 'fullscreen', 'default'])
    .default('classic')
    .describe('how Claude draws: classic keeps the scrollback; default is what Claude takes by itself'),
  hooks: z
    .boolean()
    .default(true)
    .describe('have Claude tell what it does; without, its screen and title tell'),
  restart: z.boolean().default(true).describe('start a Claude that crashed again, with its conversation'),
  'backoff-initial': z
    .number()
    .min(0.1)
    .max(3600)
    .default(1)
    .describe('seconds before the first start again; doubles with each crash'),
  'backoff-cap': z.number().min(0.1).max(3600).default(60).describe('longest wait, in seconds'),
});

const rule = z.string().min(1).max(1000);
const permissions = z.object({
  allow: z.array(rule).max(500).default([]).describe("what Claude may do unasked, in Claude's own rules"),
  deny: z.array(rule).max(500).default([]).describe('what Claude may never do, in the same rules'),
  ask: z.array(rule).max(500).default([]).describe('what Claude has to ask for, in the same rules'),
});

const channels = z.object({
  enabled: z.boolean().default(false).describe('messages by FIFOs, to and from programs such as chats'),
  'runtime-dir': z
    .string()
    .min(1)
    .max(90)
    .default('/tmp/ccmux')
    .describe('folder of the FIFOs; it has to be yours alone'),
  target: z
    .string()
    .max(200)
    .default('')
    .describe(
      'pane, session or tag that gets messages for nobody in particular; empty: the managed Claude, or without one the first',
    ),
  managed: z
    .boolean()
    .default(true)
    .describe('keep a Claude in tmux that gets the messages, and start it again when it crashes'),
  command: z
    .string()
    .min(1)
    .max(2000)
    .default('claude')
    .describe('how the managed Claude is started; flags are passed on to it'),
  directory: z.string().min(1).max(1000).default('~').describe('folder of the managed Claude'),
  'tmux-session': z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be letters, digits, _ and -')
    .default('ccmux')
    .describe('tmux session of the managed Claude: tmux attach -t ccmux shows it'),
  'silence-timeout': z
    .number()
    .min(0)
    .max(600)
    .default(3)
    .describe('seconds without output after which the screen alone may count as ready'),
  thinking: z.boolean().default(true).describe('send thinking along on output.sock'),
  proxy: z
    .string()
    .max(500)
    .default('')
    .describe(
      'proxy that HTTP_PROXY and HTTPS_PROXY have to name before the managed Claude starts; empty: any',
    ),
  'hook-script': z
    .string()
    .min(1)
    .max(1000)
    .default('~/.local/share/ccmux/hook')
    .describe('where fugue install puts the hook'),
  'log-file': z
    .string()
    .min(1)
    .max(1000)
    .default('~/.local/share/ccmux/ccmux.log')
    .describe('log of the channels, one JSON object a line'),
});

const dollars = z.number().min(0).max(100_000).default(0);
const history = z.object({
  folders: z
    .array(z.string().min(1).max(4096))
    .max(50)
    .default([])
    .describe(
      'more folders of a Claude configuration whose conversations are listed, such as ~/.claude-work',
    ),
  archive: z
    .boolean()
    .default(false)
    .describe("keep a copy of every conversation in Fugue's folder, also when Claude removes its own"),
  prices: z
    .record(
      z.string().min(1).max(200),
      z.object({
        input: dollars,
        output: dollars,
        'cache-read': dollars,
        'cache-write': dollars,
      }),
    )
    .default({})
    .describe('model → dollars for a million tokens, so that what conversations cost can be told'),
});

const limits = z.object({
  'panes-per-session': z.number().int().min(1).max(500).default(64).describe('most panes of one session'),
  'max-depth': z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe('how deep programs may start panes from panes'),
  'spawns-per-minute': z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(60)
    .describe('panes that programs may start in a minute'),
  'calls-per-minute': z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(3000)
    .describe('calls that the agent of one pane may make'),
  'tags-per-minute': z
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(20)
    .describe('sideband tags of one pane that run'),
});

const notifications = z.object({
  enabled: z.boolean().default(true).describe('tell by the desktop when a Claude needs you'),
  'on-waiting': z.boolean().default(true).describe('a Claude waits for an answer'),
  'on-complete': z.boolean().default(true).describe('a Claude has finished its turn'),
  'on-crashed': z.boolean().default(true).describe('a Claude crashed'),
  'on-limited': z.boolean().default(true).describe('a Claude reached its usage limit'),
  sound: z.boolean().default(false).describe('let the desktop play its sound'),
  'quiet-hours': z
    .string()
    .refine((text) => text === '' || parseQuietHours(text) !== null, {
      error: 'expected two times of day such as "22:00-07:00", or "" for none',
    })
    .default('')
    .describe('time in which nothing is told, such as 22:00-07:00; empty for none'),
});

const desktop = z.object({
  tray: z.boolean().default(true).describe('an icon in the panel of the desktop'),
  'tray-icon': z
    .enum(TRAY_SHADES)
    .default('rimmed')
    .describe('rimmed can be seen on every panel; light is for dark panels, dark for light ones'),
  'close-to-tray': z
    .boolean()
    .default(false)
    .describe('closing the window leaves Fugue running, where the desktop shows its icon'),
});

const keys = z.object({
  prefix: z
    .string()
    .min(1)
    .max(20)
    .default(DEFAULT_PREFIX)
    .describe('key that comes before the prefixed keys'),
  prefixed: z
    .record(z.string(), z.string())
    .default({})
    .describe('key after the prefix → command; "" removes it'),
  direct: z.record(z.string(), z.string()).default({}).describe('key → command; "" removes it'),
});

export const configurationSections = {
  appearance,
  terminal,
  restore,
  input,
  claude,
  defaults,
  roles,
  permissions,
  channels,
  history,
  limits,
  notifications,
  desktop,
  keys,
} as const;

/** Sections inside of sections, by dotted name. Each key of theirs is judged alone too. */
export const configurationSubsections = {
  'claude.communication': communication,
  'roles.planner': planner,
  'roles.coding': coding,
} as const;

/** Sections that the file may hold any number of, as `[[name]]`. Each key of each is judged alone too. */
export const configurationLists = { projects: project, 'layout-presets': layoutPreset } as const;

/** Environment variables that stand over the file, with the key that each one sets. */
export const CONFIGURATION_VARIABLES = {
  FUGUE_FIRST_PANE: 'restore.first-pane',
  CCMUX_IDLE_THRESHOLD: 'input.idle-threshold',
  CCMUX_MCP_PORT: 'claude.communication.mcp_port',
  CCMUX_BACKOFF_INITIAL: 'claude.backoff-initial',
  CCMUX_BACKOFF_CAP: 'claude.backoff-cap',
  CCMUX_RUNTIME_DIR: 'channels.runtime-dir',
  CCMUX_TMUX_SESSION: 'channels.tmux-session',
  CCMUX_SILENCE_TIMEOUT: 'channels.silence-timeout',
  CCMUX_HOOK_SCRIPT: 'channels.hook-script',
  CCMUX_LOG_FILE: 'channels.log-file',
} as const;

export const configurationSchema = z.object({
  appearance: appearance.prefault({}),
  terminal: terminal.prefault({}),
  restore: restore.prefault({}),
  input: input.prefault({}),
  claude: claude.prefault({}),
  defaults: defaults.prefault({}),
  roles: roles.prefault({}),
  projects: z.array(project).default([]),
  'layout-presets': z.array(layoutPreset).default([]),
  permissions: permissions.prefault({}),
  channels: channels.prefault({}),
  history: history.prefault({}),
  limits: limits.prefault({}),
  notifications: notifications.prefault({}),
  desktop: desktop.prefault({}),
  keys: keys.prefault({}),
});

export type Configuration = z.output<typeof configurationSchema>;

export const DEFAULT_CONFIGURATION: Configuration = configurationSchema.parse({});
