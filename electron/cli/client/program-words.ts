import type { CommandName } from '#shared/commands/catalog';
import { distance } from '#shared/commands/command-line';

/** A first word of the command line tool that is no command of the catalog. */
export interface ProgramWord {
  readonly name: string;
  /** How it is written, after `fugue`. */
  readonly usage: string;
  readonly summary: string;
  /** What it does, in sentences. */
  readonly description: string;
  readonly example: string;
  /** Words of which one may follow. */
  readonly words?: readonly string[];
  /** A command follows: its name, and what belongs to it. */
  readonly takesCommand?: boolean;
  /** It is another name of this command. */
  readonly command?: CommandName;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Help, completion and the reference are made from this list and from the catalog. */
export const PROGRAM_WORDS: readonly ProgramWord[] = [
  {
    name: 'run',
    usage: 'run COMMAND [--flag …]',
    summary: 'run a command; also as: fugue COMMAND …',
    description: 'Runs a command in the running app and prints its result.',
    example: 'run list-panes --json',
    takesCommand: true,
  },
  {
    name: 'explain',
    usage: 'explain [PANE]',
    summary: 'say which evidence gave a Claude its state',
    description: 'Short for explain_status.',
    example: 'explain 1',
    command: 'explain_status',
  },
  {
    name: 'send',
    usage: 'send CHANNEL TEXT',
    summary: 'give a Claude a message, as an adapter does',
    description:
      'Short for send_channel_message: queues the text as if it had come by in.CHANNEL. With - for the text it is read from standard input.',
    example: 'send timer "look at the build"',
    command: 'send_channel_message',
  },
  {
    name: 'config',
    usage: 'config show|set|reset|path|edit',
    summary: 'look at or change the settings',
    description:
      'show prints each setting with its value and where it comes from, and what is wrong in the file; set KEY VALUE writes one, and reset KEY takes it out, while all else in the file stays as it is; path prints where the file is; edit opens it in $VISUAL or $EDITOR and then shows it. Needs no running app.',
    example: 'config set appearance.theme light',
    words: ['show', 'set', 'reset', 'path', 'edit'],
  },
  {
    name: 'log',
    usage: 'log [--lines N] [--level LEVEL] [--text TEXT]',
    summary: "show the end of Fugue's own log",
    description:
      'Prints the newest entries of the log, 200 unless --lines says otherwise. --level takes info, warn or error, and shows it and graver ones; --text shows entries that hold it. Needs no running app.',
    example: 'log --lines 50 --level warn',
    words: ['--lines', '--level', '--text'],
  },
  {
    name: 'completion',
    usage: `completion ${SHELLS.join('|')}`,
    summary: 'print a script that completes commands, flags and names',
    description:
      'Prints a completion script. bash: put `source <(fugue completion bash)` into ~/.bashrc. zsh: put `source <(fugue completion zsh)` into ~/.zshrc, after compinit. fish: `fugue completion fish > ~/.config/fish/completions/fugue.fish`. Names of panes, windows and sessions come from the running app.',
    example: 'completion bash',
    words: SHELLS,
  },
  {
    name: 'mcp-bridge',
    usage: 'mcp-bridge',
    summary: 'serve MCP on standard input and output',
    description:
      'For programs that start their MCP servers themselves: relays to the running app, for the pane in which it runs. While the app is away each request gets an error; when the app is back it goes on. Ends when its input ends.',
    example: 'mcp-bridge',
  },
  {
    name: 'doctor',
    usage: 'doctor [--json]',
    summary: 'look whether all is there that Fugue needs',
    description:
      'Checks node-pty, tmux, claude, shell, curl, settings, folders, sockets, the port of MCP and the hook, and says how to mend what is not right. Works with and without a running app, changes nothing, and starts no Claude. Fails when there is a problem; a warning is none.',
    example: 'doctor',
    words: ['--json'],
  },
  {
    name: 'report',
    usage: 'report [FILE]',
    summary: 'pack what helps to find a fault into one file',
    description:
      'Packs the log, crash reports, settings, versions and what doctor finds into a tar.gz. Secrets, your name and folder, and all text of panes and conversations stay out; nothing is sent. Needs no running app.',
    example: 'report',
  },
  {
    name: 'service',
    usage: 'service install|uninstall|status',
    summary: 'have the system keep Fugue running without a window',
    description:
      'install writes a unit of systemd (Linux) or an agent of launchd (macOS) that runs fugue --headless from login on and starts it again when it fails, and has it started; what runs in tmux outlives it. uninstall ends it and takes the file away. status says whether it runs. --dry-run behind the first two only shows what would be done.',
    example: 'service install --dry-run',
    words: ['install', 'uninstall', 'status'],
  },
  {
    name: 'install',
    usage: 'install [--dry-run]',
    summary: 'make Fugue known to all your Claudes',
    description:
      "For Claudes that Fugue does not start itself; those that it starts have all of it anyway. Adds Fugue's MCP server to Claude's own file of servers (.claude.json), puts a small script where hook-script in [channels] says, and names it in the hooks of Claude's settings.json: a claude that you type in a pane then tells its state at once. Everything else in both files stays as it is; a file that Claude can't read is left alone. --dry-run only says what would be done.",
    example: 'install --dry-run',
    words: ['--dry-run'],
  },
  {
    name: 'uninstall',
    usage: 'uninstall [--dry-run]',
    summary: 'undo fugue install',
    description: 'Takes out what fugue install put in, and nothing else.',
    example: 'uninstall',
    words: ['--dry-run'],
  },
  {
    name: 'hook',
    usage: 'hook EVENT',
    summary: 'tell the app of an event of Claude (used by hooks)',
    description:
      'What the installed hook does on machines without curl: sends its input to the running app, for the pane in which it runs. Prints nothing, ends within 1.5 seconds, and always with 0.',
    example: 'hook Stop < event.json',
  },
  {
    name: 'help',
    usage: 'help [COMMAND]',
    summary: 'this, or the help of one command',
    description: 'Prints the help of the program or of one command; also as: fugue COMMAND --help.',
    example: 'help split-pane',
    takesCommand: true,
  },
];

export function programWord(name: string): ProgramWord | undefined {
  return PROGRAM_WORDS.find((word) => word.name === name);
}

/** The word that was meant by one that is hardly written otherwise, such as `confg`. */
export function nearProgramWord(name: string): ProgramWord | undefined {
  const allowed = name.length > 4 ? 2 : 1;
  return PROGRAM_WORDS.map((word) => ({ word, far: distance(word.name, name) }))
    .filter(({ far }) => far <= allowed)
    .sort((one, other) => one.far - other.far)[0]?.word;
}
