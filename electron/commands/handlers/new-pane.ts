import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import { present } from '#shared/base/assert';
import { chooseBackend } from '#shared/config/backend-choice';
import { canSplit, rectangleOf } from '#shared/layout/geometry';
import type { Edge, LayoutError, SplitDirection } from '#shared/layout/tree';
import { splitPane } from '#shared/layout/tree';
import { DEFAULT_BACKEND } from '#shared/model/agent-role';
import type { AgentRole } from '#shared/model/agent-role';
import type { Pane, PaneFace, PaneKind } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import { backendNamed } from '../../claude/backend/backends';
import { parseClaudeCommand } from '../../claude/launch/command-line';
import { resolveDirectory } from '../../session/pane-launcher';
import type { NewPane } from '../../session/creation';
import { noRoom } from '../../session/creation';
import { quoteWord } from '../../system/shell-words';
import { windowOf } from '../../session/targets';
import type { CommandContext } from '../context';
import { refuseVariables } from './steering-variables';

export interface NewPaneInput {
  readonly command?: string | undefined;
  readonly cwd?: string | undefined;
  readonly name?: string | undefined;
  readonly kind: PaneKind;
  readonly face?: PaneFace | undefined;
  readonly role?: AgentRole | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly keep_alive?: boolean | undefined;
}

/** Where a new pane of the session starts when nothing else is said: in the folder of its active pane. */
export function directoryOf(context: CommandContext, session: Session): string {
  const window = context.state.windows[session.activeWindowId];
  const pane = window === undefined ? undefined : context.state.panes[window.activePaneId];
  return pane?.currentDirectory ?? context.workingDirectory;
}

export function newPane(
  context: CommandContext,
  input: NewPaneInput,
  base: string,
): Result<NewPane, Failure> {
  const refused = refuseVariables(context, Object.keys(input.environment ?? {}));
  if (refused !== null) return refused;
  const directory = resolveDirectory(input.cwd, base);
  if (!directory.ok) return directory;
  const line = commandOf(context, input);
  if (!line.ok) return line;
  const command = line.value;
  const isClaude = command !== undefined && parseClaudeCommand(command) !== null;
  if (input.kind === 'claude' && command !== undefined && !isClaude) {
    return failure(
      'invalid',
      'a pane of kind claude takes a command that only starts claude, such as "claude --model opus": leave kind out for other commands',
    );
  }
  const kind: PaneKind = isClaude ? 'claude' : input.kind;
  const face = input.face ?? 'terminal';
  if (face === 'chat' && kind !== 'claude')
    return failure('invalid', 'only a Claude can be shown as a chat: add --kind claude');
  const keepAlive =
    input.keep_alive ?? (face === 'terminal' && context.state.configuration.terminal['keep-alive']);
  if (face === 'chat' && keepAlive)
    return failure('invalid', 'a chat can not be kept alive in tmux: leave one of the two out');
  const backend = backendFor(context, kind, directory.value, input.role ?? null);
  if (!backend.ok) return backend;
  return ok({
    command: command ?? (kind === 'claude' ? 'claude' : null),
    directory: directory.value,
    name: input.name ?? null,
    kind,
    face,
    backend: backend.value,
    environment: input.environment ?? {},
    keepAlive,
  });
}

/** What a pane is to run: what was given, or what its role stands for. */
function commandOf(
  { state }: CommandContext,
  { role, command }: NewPaneInput,
): Result<string | undefined, Failure> {
  if (role === undefined) return ok(command);
  if (command !== undefined)
    return failure('invalid', 'a role says itself what is started: leave command out, or role');
  const line = ['claude', ...state.configuration.roles[role].arguments].map(quoteWord).join(' ');
  return parseClaudeCommand(line) === null
    ? failure(
        'invalid',
        `the arguments of [roles.${role}] start no Claude that one can talk with (${line}): change them in ${state.runtime.configurationFile}`,
      )
    : ok(line);
}

/** The backend of what a pane is to run; one that there is. */
function backendFor(
  { state }: CommandContext,
  kind: PaneKind,
  folder: string,
  role: AgentRole | null,
): Result<string, Failure> {
  if (kind !== 'claude') return ok(DEFAULT_BACKEND);
  const { name, setting } = chooseBackend(state.configuration, {
    folder,
    role,
    home: state.runtime.userHome,
  });
  const backend = backendNamed(name);
  return backend.ok ? ok(name) : failure('invalid', `${backend.error}: change ${setting}`);
}

/** The refusal of a layout operation, as commands tell it. */
export function layoutFailure(error: LayoutError): Result<never, Failure> {
  switch (error.code) {
    case 'no-room':
    case 'too-deep':
    case 'too-many':
      return failure('no-space', error.message);
    case 'unknown-pane':
      return failure('not-found', error.message);
    default:
      return failure('invalid', error.message);
  }
}

/** Splits a pane and starts a program in the new part. */
export function splitWithNewPane(
  context: CommandContext,
  target: Pane,
  input: NewPaneInput,
  place: { readonly edge: Edge; readonly ratio: number; readonly focus: boolean },
): Result<Pane, Failure> {
  const window = windowOf(context.state, target);
  const session = present(context.state.sessions[window.sessionId], 'a window has a session');
  const pane = newPane(context, input, target.currentDirectory);
  if (!pane.ok) return pane;
  if (
    !canSplit(window.layout, target.id, place.edge, context.service.layoutView(window.sessionId), place.ratio)
  )
    return noRoom();
  const paneId = context.service.newPaneId();
  const layout = splitPane(window.layout, target.id, paneId, place.edge, place.ratio);
  if (!layout.ok) return layoutFailure(layout.error);
  const admitted = context.service.admit(1, session, context.origin);
  if (!admitted.ok) return admitted;
  return ok(context.service.addPane(window, paneId, layout.value, pane.value, place.focus, context.origin));
}

/** The side on which a new pane comes for a direction. */
export function edgeOf(direction: 'horizontal' | 'vertical'): Edge {
  return direction === 'horizontal' ? 'right' : 'bottom';
}

/** Narrower than this a Claude, or most programs, can hardly be read. Pixels. */
const NARROW = 320;

/** How a pane is split when nobody says how: side by side, unless one of them gets narrow and they fit as a stack. */
export function roomiestDirection(context: CommandContext, target: Pane, ratio: number): SplitDirection {
  const { layout, sessionId } = windowOf(context.state, target);
  const view = context.service.layoutView(sessionId);
  const area = rectangleOf(layout, target.id, view.bounds, view.gap);
  const narrowest = (area?.width ?? 0) * Math.min(ratio, 1 - ratio);
  if (narrowest >= NARROW && canSplit(layout, target.id, 'right', view, ratio)) return 'horizontal';
  return canSplit(layout, target.id, 'bottom', view, ratio) ? 'vertical' : 'horizontal';
}
