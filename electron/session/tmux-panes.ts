import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PaneId } from '#shared/model/ids';
import type { Pane, PaneInTmux } from '#shared/model/pane';
import { TMUX_ENDED } from '../claude/detect/exit';
import { GONE, TmuxServer } from '../pty/tmux-server';
import { writeAtomicallyAtOnce } from '../system/atomic-write';
import { quoteForShell } from '../system/shell-words';

/** A program as the terminal host starts it. */
export interface TmuxProgram {
  readonly file: string;
  readonly args: readonly string[];
}

/** What is to run inside of tmux. */
export interface InnerProgram extends TmuxProgram {
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
}

export interface TmuxPanesOptions {
  /** Fugue's own folder. */
  readonly home: string;
  /** The folder that is Fugue's when nobody says otherwise. */
  readonly usualHome: string;
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  readonly scrollbackLines: () => number;
}

/** The variables that tmux sets for what runs in it, and that must stay as they are. */
const SET_BY_TMUX = new Set(['TERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'TMUX', 'TMUX_PANE']);

/** Rows above and below its panes that a tmux keeps for itself. */
export interface StatusRows {
  readonly top: number;
  readonly bottom: number;
}
const NO_ROWS: StatusRows = { top: 0, bottom: 0 };

/** How often tmux is asked whose a session is before that is given up, and the pause between, in milliseconds. */
const END_QUESTIONS = 20;
const END_PAUSE = 100;

export type SessionOwner =
  { readonly kind: 'none' } | { readonly kind: 'other' } | { readonly kind: 'pane'; readonly paneId: string };
const NO_OWNER: SessionOwner = { kind: 'none' };

/** What `title` carries from Fugue's own server: program, folder and title of what runs there. */
const TITLE_MARK = 'fugue:';

/**
 * Shows a session of tmux in the terminal that it runs in for as long as the session lives, and ends as the program
 * in it has ended. Words: session, start script (empty: it is there already), file of the exit status, then tmux with
 * the words that choose its server. What tmux says in passing is no end of the session,
 * as while it ends itself: then it is asked again soon, since nothing else tells that a program has gone.
 * A session is made and marked as Fugue's by one command, so that whoever is killed here leaves none without its mark.
 */
const VIEWER = `session=$1; start=$2; ended=$3; shift 3
if [ -n "$start" ]; then
  rm -f -- "$ended"
  "$@" new-session -d -s "$session" -x "$(tput cols 2>/dev/null || echo 80)" -y "$(tput lines 2>/dev/null || echo 24)" -- /bin/sh "$start" ';' set-option -t "=$session:" @fugue_pane "$FUGUE_PANE_ID" ';' set-option -F -t "=$session:" @fugue_program '#{pane_id}' || exit ${String(TMUX_ENDED)}
fi
while :; do
  "$@" attach-session -t "=$session"
  said=$("$@" has-session -t "=$session" 2>&1) || case $said in
    ${GONE.map((words) => `*"${words}"*`).join('|')}) break ;;
  esac
  sleep 0.2
done
[ -r "$ended" ] && read -r status < "$ended" && exit "$status"
echo 'tmux ended, and took the program along'
exit ${String(TMUX_ENDED)}`;

/** Knows the tmux in which the programs of panes live that are to outlive Fugue. */
export class TmuxPanes {
  private readonly servers: Readonly<Record<PaneInTmux['server'], TmuxServer>>;
  private readonly folder: string;
  private readonly status = new Map<PaneId, StatusRows>();
  /** The words that choose Fugue's own server, as a person would type them. */
  readonly ownServerName: string;

  constructor(private readonly options: TmuxPanesOptions) {
    this.folder = path.join(options.home, 'tmux');
    const digest = createHash('sha256').update(options.home).digest('hex').slice(0, 8);
    this.ownServerName = options.home === options.usualHome ? 'fugue' : `fugue-${digest}`;
    this.servers = {
      own: new TmuxServer(
        ['-u', '-L', this.ownServerName, '-f', this.configurationFile],
        options.environment,
      ),
      person: new TmuxServer([], options.environment),
    };
  }

  server(tmux: PaneInTmux): TmuxServer {
    return this.servers[tmux.server];
  }

  /** A pane shows its session: asks which rows of it are tmux's own, unless that is known. */
  shown(pane: Pick<Pane, 'id' | 'tmux'> | undefined): void {
    if (pane?.tmux?.server !== 'person' || this.status.has(pane.id)) return;
    void this.server(pane.tmux)
      .statusRows(pane.tmux.session)
      .then((rows) => this.status.set(pane.id, rows));
  }

  /** Rows of a pane that are tmux's own. */
  statusRows(paneId: PaneId): StatusRows {
    return this.status.get(paneId) ?? NO_ROWS;
  }

  /** Whether the program of a pane lives on in tmux. Throws a sentence when there is no tmux at all. */
  async isAlive(tmux: PaneInTmux): Promise<boolean> {
    const alive = await this.server(tmux).has(tmux.session);
    if (alive === null) await this.needTmux(tmux);
    // What it says in passing is for the viewer to wait out.
    return alive ?? true;
  }

  /**
   * Who has made a session: Fugue, for a pane, or somebody else; `none` when there is no such session, null when tmux
   * does not say, which may pass. Throws a sentence when there is no tmux at all.
   */
  async ownerOf(tmux: PaneInTmux): Promise<SessionOwner | null> {
    const said = await this.server(tmux).describe(tmux.session, '#{session_id} #{@fugue_pane}');
    if (said === null) {
      await this.needTmux(tmux);
      return null;
    }
    const [session = '', paneId = ''] = said.split(' ');
    if (session === '') return NO_OWNER;
    return paneId === '' ? { kind: 'other' } : { kind: 'pane', paneId };
  }

  private async needTmux(tmux: PaneInTmux): Promise<void> {
    if (!(await this.server(tmux).ask('-V')).ok)
      throw new Error('tmux was not found: install it, or turn keep alive off for this pane');
  }

  /** Shows the session of a pane that is there. */
  viewer(pane: Pick<Pane, 'id'>, tmux: PaneInTmux, start = ''): TmuxProgram {
    fs.mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (tmux.server === 'own')
      writeAtomicallyAtOnce(this.configurationFile, ownConfiguration(this.options.scrollbackLines()));
    const { words } = this.server(tmux);
    const ended = path.join(this.folder, `${pane.id}.ended`);
    return {
      file: '/bin/sh',
      args: ['-c', VIEWER, 'fugue-tmux', tmux.session, start, ended, 'tmux', ...words],
    };
  }

  /** Makes a session for a program and shows it. What is secret stands in no command line. */
  create(pane: Pick<Pane, 'id'>, tmux: PaneInTmux, program: InnerProgram): TmuxProgram {
    const start = path.join(this.folder, `${pane.id}.start`);
    const viewer = this.viewer(pane, tmux, start);
    writeAtomicallyAtOnce(start, startScript(program, path.join(this.folder, `${pane.id}.ended`)));
    return viewer;
  }

  /** Ends the program of a pane with its session, if that is Fugue's. */
  async end(tmux: PaneInTmux): Promise<void> {
    for (let asked = 1; asked <= END_QUESTIONS; asked += 1) {
      const owner = await this.ownerOf(tmux).catch(() => NO_OWNER);
      if (owner?.kind === 'pane') await this.server(tmux).end(tmux.session);
      if (owner !== null) return;
      await delay(END_PAUSE);
    }
  }

  /** Lets go of what a pane that is closed had. */
  forget(paneId: PaneId): void {
    this.status.delete(paneId);
    for (const name of ['start', 'ended'])
      fs.rmSync(path.join(this.folder, `${paneId}.${name}`), { force: true });
  }

  private get configurationFile(): string {
    return path.join(this.folder, 'tmux.conf');
  }
}

/** Reads the title that Fugue's own server sets; null when it is none of those. */
export function readOwnTitle(
  title: string,
): { readonly program: string; readonly directory: string; readonly title: string } | null {
  if (!title.startsWith(TITLE_MARK)) return null;
  const [program = '', directory = '', ...rest] = title.slice(TITLE_MARK.length).split('\u00a0');
  return { program, directory, title: rest.join('\u00a0') };
}

/** A server that shows nothing of its own and takes no key for itself: panes look as if it were not there. */
function ownConfiguration(scrollbackLines: number): string {
  return [
    'set -g status off',
    'set -g prefix None',
    'set -g prefix2 None',
    'set -g mouse on',
    `set -g history-limit ${String(scrollbackLines)}`,
    'set -sg escape-time 0',
    'set -g default-terminal screen-256color',
    "set -sa terminal-features ',xterm*:RGB'",
    'set -g focus-events on',
    'set -s set-clipboard off',
    'set -gq allow-passthrough off',
    // Titles are set anew when the name of a window changes: so with each program and folder.
    'set -g automatic-rename-format "#{pane_current_command} #{pane_current_path}"',
    'set -g set-titles on',
    `set -g set-titles-string "${TITLE_MARK}#{pane_current_command}\u00a0#{pane_current_path}\u00a0#{pane_title}"`,
    '',
  ].join('\n');
}

/**
 * Runs a program with the variables of its pane, and none that the server was started with, and keeps how it ended.
 * The file takes itself away first.
 */
function startScript(program: InnerProgram, ended: string): string {
  const variables = Object.entries(program.environment).filter(
    ([name]) => !SET_BY_TMUX.has(name) && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name),
  );
  const words = [program.file, ...program.args].map(quoteForShell).join(' ');
  return `#!/bin/sh
rm -f -- "$0"
for name in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do
  case $name in PATH|${[...SET_BY_TMUX].join('|')}) ;; *) unset "$name" ;; esac
done
${variables.map(([name, value]) => `export ${name}=${quoteForShell(value)}`).join('\n')}
cd ${quoteForShell(program.directory)} || cd
trap : INT QUIT
${words}
status=$?
printf '%s\\n' "$status" > ${quoteForShell(`${ended}.new`)} && mv -f ${quoteForShell(`${ended}.new`)} ${quoteForShell(ended)}
exit "$status"
`;
}
