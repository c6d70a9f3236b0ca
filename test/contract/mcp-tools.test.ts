// Each tool by a real client: its schemas, what good and bad input give, and what typing and reading mean.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionOf } from '#shared/commands/catalog';
import { READ_PANE_MAXIMUM_BYTES } from '#shared/commands/io';
import { allTools } from '#shared/commands/tools';
import { afterExample, EXAMPLE_ORDER, exampleInput, startForExamples } from '#test/helpers/command-examples';
import { person, type TestCore } from '#test/helpers/core';
import { connect, paneToken } from '#test/helpers/mcp-client';
import { waitFor } from '#test/helpers/wait';

interface Validator {
  validate(schema: object, data: unknown): boolean;
  validateSchema(schema: object): boolean;
  errorsText(): string;
}
// The validator with which the SDK's own clients check results.
const resolver = createRequire(createRequire(import.meta.url).resolve('@modelcontextprotocol/sdk/client'));
const { Ajv } = resolver('ajv') as { Ajv: new (options: object) => Validator };
const ajv = new Ajv({ strict: false, allErrors: true });

let core: TestCore;
let client: Client;
const clients: Client[] = [];
let listed: ReadonlyMap<string, Tool>;
beforeAll(async () => {
  core = await startForExamples();
  client = await connect(core, 'http');
  clients.push(client);
  listed = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
});
afterAll(async () => {
  for (const one of clients) await one.close();
  await core.close();
});

async function call(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: input })) as CallToolResult;
}

function textOf(result: CallToolResult): string {
  const [first] = result.content;
  return first?.type === 'text' ? first.text : '';
}

const TOOLS = allTools().map(({ name, command }) => [name, command] as const);

describe('the list of tools', () => {
  it('has each of them once', () => {
    expect([...listed.keys()]).toEqual(TOOLS.map(([name]) => name));
    expect(new Set(TOOLS.map(([name]) => name)).size).toBe(TOOLS.length);
  });

  it.each(TOOLS)('describes %s as the catalog does, in schemas of draft 7', (name, command) => {
    const tool = listed.get(name)!;
    const definition = definitionOf(command);
    for (const schema of [tool.inputSchema, tool.outputSchema!]) {
      expect(ajv.validateSchema({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })).toBe(
        true,
      );
      expect(schema.type).toBe('object');
    }
    expect(tool.inputSchema).toMatchObject({ additionalProperties: false });
    expect(tool.description!.length).toBeGreaterThan(10);
    expect(tool.description!.length).toBeLessThanOrEqual(600);
    expect(tool.title).toBe(definition.summary);
    expect(tool.annotations).toMatchObject({
      readOnlyHint: definition.readOnly,
      destructiveHint: definition.destructive,
      idempotentHint: definition.idempotent,
    });
  });
});

describe('every tool', () => {
  it.each(TOOLS)('%s refuses bad input with a sentence and changes nothing', async (name, command) => {
    const before = core.state;
    const fields = Object.keys(definitionOf(command).input.shape);
    const required = (listed.get(name)!.inputSchema.required ?? []) as readonly string[];
    const bad: Record<string, unknown>[] = [
      { nonsense: 1 },
      { pane_id: {} },
      { [fields[0] ?? 'nothing']: { deep: [[[]]] } },
      { constructor: 1 },
      { [fields[0] ?? 'nothing']: 'x'.repeat(600_000) },
      ...(required.length > 0 ? [{}] : []),
    ];
    for (const input of bad) {
      const result = await call(name, input);
      expect([name, Object.keys(input), result.isError]).toEqual([name, Object.keys(input), true]);
      expect(result.structuredContent).toBeUndefined();
      expect(textOf(result).length).toBeGreaterThan(10);
      expect(textOf(result).length).toBeLessThan(2000);
      expect(result._meta?.['code']).not.toBe('internal');
    }
    expect(core.state.sessions).toBe(before.sessions);
    expect(core.state.windows).toBe(before.windows);
  });

  for (const command of EXAMPLE_ORDER) {
    const tool = allTools().find((one) => one.command === command);
    // What is no tool is run as the person would: the examples after it speak of what it made.
    it(
      tool === undefined ? `nobody's tool is ${command}` : `${tool.name} gives what it declares`,
      async () => {
        const input = await exampleInput(core, command);
        if (tool === undefined) {
          expect(listed.has(`fugue_${command}`)).toBe(false);
          await core.core.dispatcher.run({ name: command, input, origin: person });
        } else {
          // Only who sent a message can take it back.
          const from = command === 'cancel_delivery' ? await sender() : client;
          const result = (await from.callTool({ name: tool.name, arguments: input })) as CallToolResult;
          expect(result.isError === true ? textOf(result) : 'done').toBe('done');
          const valid = ajv.validate(listed.get(tool.name)!.outputSchema!, result.structuredContent);
          expect(valid ? '' : ajv.errorsText()).toBe('');
          expect(typeof textOf(result)).toBe('string');
          expect(result.content).toHaveLength(1);
        }
        await afterExample(core);
      },
    );
  }

  it('is refused as an error of the protocol when it is none', async () => {
    await expect(call('fugue_nonsense', {})).rejects.toThrow('there is no tool');
    await expect(call('constructor', {})).rejects.toThrow('there is no tool');
  });
});

/** A client that speaks for the pane which the message of the example is from. */
async function sender(): Promise<Client> {
  const from = core.state.deliveries.at(-1)?.from ?? '';
  await waitFor('its program', () => core.state.panes[from as never]?.['process']['status'] === 'running');
  const made = await connect(core, 'http', await paneToken(core, from));
  clients.push(made);
  return made;
}

describe('fugue_send_input', () => {
  /** What a program gets of an input, to the byte. */
  async function received(input: string): Promise<string> {
    const file = path.join(core.home, 'received');
    fs.rmSync(file, { force: true });
    const pane = await core.pane(`cat > '${file}'`);
    await waitFor('the program', () => fs.existsSync(file));
    await call('fugue_send_input', { pane_id: pane, input, keys: ['Enter', 'C-d'] });
    await waitFor('its end', async () => {
      const { process } = await core.run('get_status', { pane_id: pane });
      return process.status === 'exited';
    });
    const text = fs.readFileSync(file, 'utf8');
    expect(text.endsWith('\n')).toBe(true);
    return text.slice(0, -1);
  }

  it.each(['echo two\\n', 'C-c', 'Enter', 'tab\there 漢字 🧪', 'a\nb\nc', '\'$HOME\' `x` "!" \\'])(
    'types %j as it stands',
    async (input) => {
      expect(await received(input)).toBe(input);
    },
  );

  it.each(['echo out${x}put\n', 'echo out${x}put\r\n', 'echo out${x}put\r'])(
    'runs %j once',
    async (input) => {
      const pane = await core.pane("PS1='>> ' bash --norc");
      await call('fugue_expect', { pane_id: pane, pattern: '^>>', timeout: 5 });
      await call('fugue_send_input', { pane_id: pane, input });
      const seen = await call('fugue_expect', { pane_id: pane, pattern: '^output$', timeout: 10 });
      expect(seen.structuredContent).toMatchObject({ matched: true });
      await call('fugue_send_input', { pane_id: pane, input: 'echo the${x}end\n' });
      await call('fugue_expect', { pane_id: pane, pattern: '^theend$', timeout: 10 });
      const screen = async () => (await core.text(pane)).split('\n').map((line) => line.trim());
      await waitFor('the next prompt', async () => (await screen()).at(-1) === '>>');
      const lines = await screen();
      expect(lines.filter((line) => line === 'output')).toHaveLength(1);
      // An empty second command would show its own prompt.
      expect(lines.filter((line) => line === '>>')).toHaveLength(1);
    },
  );

  it('interrupts with C-c as a key and as the character', async () => {
    for (const input of [{ input: '\u0003' }, { keys: ['C-c'] }]) {
      const pane = await core.pane(
        "trap 'echo interrupted; exit' INT; echo ready; while :; do sleep 0.1; done",
      );
      await call('fugue_expect', { pane_id: pane, pattern: '^ready', timeout: 5 });
      await call('fugue_send_input', { pane_id: pane, ...input });
      await waitFor('the interrupt', async () => (await core.text(pane)).includes('interrupted'), {
        timeout: 5000,
        instead: () => JSON.stringify(core.state.panes[pane as never]),
      });
    }
  });

  it('types nothing when there is nothing, and says so', async () => {
    const pane = await core.pane('cat');
    const result = await call('fugue_send_input', { pane_id: pane, input: '' });
    expect(result.structuredContent).toMatchObject({ bytes: 0 });
    expect(textOf(result)).toContain('0 bytes');
  });
});

describe('fugue_read_pane', () => {
  it('gives no more than it may, however much a pane has printed', async () => {
    const pane = await core.pane(
      `for i in $(seq 1 20000); do printf '\\033[38;5;%dmline %d \\033[1mbold\\033[0m\\r\\n' $((i%256)) $i; done; head -c 3000000 /dev/zero | tr '\\0' Z; echo; echo 'the end'; cat`,
    );
    await call('fugue_expect', { pane_id: pane, pattern: '^the end', timeout: 30 });
    for (const input of [{}, { from: 'scrollback' }, { from: 'scrollback', lines: 2000 }]) {
      for (const ansi of [false, true]) {
        const result = await call('fugue_read_pane', { pane_id: pane, ...input, ansi });
        const { text } = result.structuredContent as { text: string };
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(READ_PANE_MAXIMUM_BYTES);
        expect(text).toContain('the end');
        if (!ansi) expect(text).not.toContain('\x1b');
        expect(JSON.stringify(result).length).toBeLessThan(4 * READ_PANE_MAXIMUM_BYTES);
      }
    }
    const cut = await call('fugue_read_pane', { pane_id: pane, from: 'scrollback', lines: 2000 });
    expect(cut.structuredContent).toMatchObject({ truncated: true });
    expect(textOf(cut)).toContain('use offset to read further up');
    expect((await call('fugue_read_pane', { pane_id: pane, lines: 2001 })).isError).toBe(true);
  });
});
