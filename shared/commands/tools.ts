import { z } from 'zod';
import type { CommandName } from './catalog';
import { COMMAND_NAMES, definitionOf } from './catalog';

/** The catalog as tools for a model. */

/** Name under which Claude knows the server; its tools are then called `mcp__fugue__…`. */
export const MCP_SERVER_NAME = 'fugue';

export interface ToolDescription {
  readonly name: string;
  readonly command: CommandName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** A JSON Schema of an object. */
export interface ToolSchema {
  [key: string]: unknown;
  readonly type: 'object';
}

/** Commands whose tools have the bare name: adapters knew them before there was a prefix. */
const WITHOUT_PREFIX: ReadonlySet<string> = new Set(['send_to_channel']);
/** Commands that run programs or type into them, so that what they do has no bounds. */
const OPEN_WORLD: ReadonlySet<string> = new Set([
  'create_session',
  'create_window',
  'create_pane',
  'split_pane',
  'create_layout',
  'restart_pane',
  'resume_session',
  'send_input',
  'control',
  'send_to_channel',
]);
/** Commands that change nothing but what others are told, so that nobody has to be asked. */
const ONLY_TELLS: ReadonlySet<string> = new Set(['report_status', 'request_help']);

export function toolName(command: CommandName): string {
  return WITHOUT_PREFIX.has(command) ? command : `fugue_${command}`;
}

function describe(command: CommandName): ToolDescription {
  const definition = definitionOf(command);
  return {
    name: toolName(command),
    command,
    title: definition.summary,
    description: definition.description,
    inputSchema: schemaOf(definition.input, 'input'),
    outputSchema: schemaOf(definition.output, 'output'),
    annotations: {
      readOnlyHint: definition.readOnly,
      destructiveHint: definition.destructive,
      idempotentHint: definition.idempotent,
      openWorldHint: OPEN_WORLD.has(command),
    },
  };
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): ToolSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-7', unrepresentable: 'any' });
  return { ...rest, type: 'object' };
}

let tools: readonly ToolDescription[] | null = null;

/** All tools, made once: clients ask for the list whenever they start. */
export function allTools(): readonly ToolDescription[] {
  tools ??= COMMAND_NAMES.filter((name) => definitionOf(name).origins.includes('agent')).map(describe);
  return tools;
}

export function toolNamed(name: string): ToolDescription | null {
  return allTools().find((tool) => tool.name === name) ?? null;
}

/** Claude's permission rules for the tools that may be called without asking the person. */
export function unaskedRules(extent: 'none' | 'read-only' | 'all'): readonly string[] {
  if (extent === 'none') return [];
  if (extent === 'all') return [`mcp__${MCP_SERVER_NAME}`];
  return allTools()
    .filter(({ annotations, command }) => annotations.readOnlyHint || ONLY_TELLS.has(command))
    .map(({ name }) => `mcp__${MCP_SERVER_NAME}__${name}`);
}
