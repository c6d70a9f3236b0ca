import type { z } from 'zod';
import type { DesktopWindowId } from '../model/ids';

/** Who asks. A command says which of them may call it. */
export const ORIGIN_KINDS = ['window', 'cli', 'agent'] as const;
export type OriginKind = (typeof ORIGIN_KINDS)[number];

/** By which way an agent asks. */
export type AgentWay = 'mcp' | 'sideband';

export interface Origin {
  readonly kind: OriginKind;
  /** The pane from which the call comes, when it comes from a program in one. */
  readonly paneId: string | null;
  /** The desktop window from whose page the call comes. */
  readonly desktopWindow?: DesktopWindowId;
  /** Set for agents alone. */
  readonly via?: AgentWay;
}

/** What the person's own hands do; a program, also one of the person's, can't. */
export const PERSON_ONLY: readonly OriginKind[] = ['window'];
/** What no agent may do. */
export const NO_AGENT: readonly OriginKind[] = ['window', 'cli'];

export const COMMAND_GROUPS = [
  'sessions',
  'windows',
  'panes',
  'io',
  'layouts',
  'environment',
  'metadata',
  'orchestration',
  'chat',
  'permissions',
  'history',
  'channels',
  'settings',
  'application',
] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Lists from which the palette lets a field be chosen: the other windows of the session, and what list commands name. */
export type PaletteChoices = 'windows' | 'layout-presets' | 'snapshots';

/** One way in which the palette offers a command: with some input set, and some asked for. */
export interface PaletteEntry {
  readonly title: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** A field that the person types, or chooses from a list, before the command runs. */
  readonly ask?: { readonly field: string; readonly prompt: string; readonly choices?: PaletteChoices };
}

export interface CommandDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly group: CommandGroup;
  /** One line for lists. */
  readonly summary: string;
  /** When to use it and what comes back. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  /** It waits for something in the world, so it must not hold up other commands. */
  readonly waits: boolean;
  readonly origins: readonly OriginKind[];
  /** Fields that may be given without their names on a command line, in order. */
  readonly positional: readonly string[];
  readonly palette: readonly PaletteEntry[];
  /** The short text that goes with a result. */
  readonly text: (output: z.output<Output>) => string;
}

interface CommandOptions<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly group: CommandGroup;
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly waits?: boolean;
  readonly origins?: readonly OriginKind[];
  readonly positional?: readonly (keyof z.output<Input> & string)[];
  readonly palette?: readonly PaletteEntry[];
  readonly text: (output: z.output<Output>) => string;
}

/** Makes a command: a value with a schema. Its one handler stands in `electron/commands/handlers`. */
export function defineCommand<Input extends z.ZodObject, Output extends z.ZodObject>(
  options: CommandOptions<Input, Output>,
): CommandDefinition<Input, Output> {
  return {
    group: options.group,
    summary: options.summary,
    description: options.description ?? options.summary,
    input: options.input.strict() as unknown as Input,
    output: options.output,
    readOnly: options.readOnly ?? false,
    destructive: options.destructive ?? false,
    idempotent: options.idempotent ?? options.readOnly ?? false,
    waits: options.waits ?? false,
    origins: options.origins ?? ORIGIN_KINDS,
    positional: options.positional ?? [],
    palette: options.palette ?? [],
    text: options.text,
  };
}
