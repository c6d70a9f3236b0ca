import { describeFields } from '#shared/commands/command-line';
import { allTools, MCP_SERVER_NAME } from '#shared/commands/tools';
import { PROMPTS } from '../../electron/mcp/prompts';
import { code, paragraphs, table } from './markdown';

/** The tools and prompts that a model sees. */
export function mcpToolsPage(): string {
  const tools = allTools().map(({ name, command, title, annotations }) => {
    const fields = describeFields(command).map((field) =>
      field.required ? `**${code(field.name)}**` : code(field.name),
    );
    const hints = [
      annotations.readOnlyHint ? 'read only' : '',
      annotations.destructiveHint ? 'destructive' : '',
      annotations.idempotentHint && !annotations.readOnlyHint ? 'idempotent' : '',
      annotations.openWorldHint ? 'open world' : '',
    ].filter((hint) => hint !== '');
    return [`[${code(name)}](commands.md#${command})`, title, fields.join(', '), hints.join(', ')];
  });
  const prompts = PROMPTS.map(({ name, description, parameters }) => [
    code(name),
    description,
    parameters.map((parameter) => `${code(parameter.name)}: ${parameter.description}`).join('; '),
  ]);
  return paragraphs(
    '# MCP tools',
    'Written by `npm run docs` from the command catalog. Not to be edited.',
    `Each tool is a command, and its link says what it takes and gives. Claude knows the server as ${code(MCP_SERVER_NAME)}, so a permission rule names a tool as ${code(`mcp__${MCP_SERVER_NAME}__…`)}. A result has ${code('structuredContent')} by the declared output schema, and a short text; a failure is a result with ${code('isError')} and a sentence that says what to do next. Fields in bold are required.`,
    table(['Tool', 'Does', 'Takes', 'Hints'], tools),
    '## Prompts',
    table(['Prompt', 'Does', 'Takes'], prompts),
  );
}
