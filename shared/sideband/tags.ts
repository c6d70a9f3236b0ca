import { z } from 'zod';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { commandField, directoryField, nameField } from '../commands/fields';
import { READ_PANE_MAXIMUM_LINES } from '../commands/io';
import { PANE_KINDS } from '../model/pane';
import type { RawTag } from './tag-reader';

// The attributes of each tag. The description of one says what is allowed, in the words that a problem is told in.

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).describe(oneOf(values));
const number = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^[+-]?\d{1,5}(\.\d{1,6})?$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

const EDGES = ['left', 'right', 'top', 'bottom'] as const;
const pane = z.string().trim().min(1).max(200).describe('the id, name or index of a pane');
const direction = choice(['horizontal', 'vertical']).optional();
const name = nameField.describe('a name of 1 to 80 characters without control characters');
const share = number(0.000_001, 0.999_999).optional().describe('a share between 0 and 1');

const spawn = z.strictObject({
  direction,
  command: commandField.describe('a command line of 1 to 8192 characters').optional(),
  cwd: directoryField.describe('a folder, absolute or from ~').optional(),
  name: name.optional(),
  kind: choice(PANE_KINDS).optional(),
});
const input = z.strictObject({ pane });
const read = z.strictObject({
  pane,
  lines: number(1, READ_PANE_MAXIMUM_LINES)
    .refine(Number.isInteger)
    .optional()
    .describe(`a whole number from 1 to ${String(READ_PANE_MAXIMUM_LINES)}`),
});
const list = z.strictObject({});
const focus = z.strictObject({ pane });

const controls = {
  resize: z.strictObject({
    action: z.literal('resize'),
    pane,
    edge: choice(EDGES).optional(),
    toward: choice(EDGES).optional(),
    direction,
    amount: number(-10_000, 10_000).optional().describe('pixels from -10000 to 10000'),
    width: share,
    height: share,
  }),
  close: z.strictObject({ action: z.literal('close'), pane }),
  focus: z.strictObject({ action: z.literal('focus'), pane }),
  rename: z.strictObject({ action: z.literal('rename'), pane, name }),
};
const CONTROL_ACTIONS = Object.keys(controls) as (keyof typeof controls)[];

/** What a tag asks for, with its values checked and typed. */
export type SidebandTag =
  | ({ readonly tag: 'spawn' } & Readonly<z.output<typeof spawn>>)
  | ({ readonly tag: 'input'; readonly text: string } & Readonly<z.output<typeof input>>)
  | ({ readonly tag: 'read' } & Readonly<z.output<typeof read>>)
  | { readonly tag: 'list' }
  | ({ readonly tag: 'focus' } & Readonly<z.output<typeof focus>>)
  | ({ readonly tag: 'control' } & Readonly<
      z.output<(typeof controls)['resize' | 'close' | 'focus' | 'rename']>
    >);

/** Checks the attributes of a tag; a failure is a sentence that names attribute, value and what is allowed. */
export function judgeTag(raw: RawTag, nonce: string | null): Result<SidebandTag, string> {
  const attributes: Record<string, string> = { ...raw.attributes };
  if (nonce !== null) {
    if (attributes['nonce'] === undefined)
      return wrong(raw, 'needs the attribute nonce with the value that this conversation was given');
    if (attributes['nonce'] !== nonce)
      return wrong(raw, 'has another nonce than this conversation was given, so it is not from there');
    delete attributes['nonce'];
  }
  switch (raw.name) {
    case 'spawn': {
      const checked = check(raw, spawn, attributes);
      if (!checked.ok) return checked;
      if (checked.value.command === undefined && checked.value.kind !== 'claude')
        return wrong(raw, 'needs the attribute command, a command line, or kind="claude"');
      return ok({ tag: 'spawn', ...checked.value });
    }
    case 'input': {
      const checked = check(raw, input, attributes);
      if (!checked.ok) return checked;
      if (raw.body === null || raw.body === '')
        return wrong(raw, 'has no text to type: write <fugue:input pane="…">text</fugue:input>');
      return ok({ tag: 'input', ...checked.value, text: raw.body });
    }
    case 'read': {
      const checked = check(raw, read, attributes);
      return checked.ok ? ok({ tag: 'read', ...checked.value }) : checked;
    }
    case 'list': {
      const checked = check(raw, list, attributes);
      return checked.ok ? ok({ tag: 'list' }) : checked;
    }
    case 'focus': {
      const checked = check(raw, focus, attributes);
      return checked.ok ? ok({ tag: 'focus', ...checked.value }) : checked;
    }
    case 'control':
      return judgeControl(raw, attributes);
  }
}

function judgeControl(
  raw: RawTag,
  attributes: Readonly<Record<string, string>>,
): Result<SidebandTag, string> {
  const action = CONTROL_ACTIONS.find((known) => known === attributes['action']);
  if (action === undefined) return wrong(raw, sentenceAbout('action', attributes, oneOf(CONTROL_ACTIONS)));
  if (action !== 'resize') {
    const checked = check(raw, controls[action], attributes);
    return checked.ok ? ok({ tag: 'control', ...checked.value }) : checked;
  }
  const checked = check(raw, controls.resize, attributes);
  if (!checked.ok) return checked;
  const { edge, toward, direction: along, amount, width, height } = checked.value;
  const ways = [edge, toward, along].filter((way) => way !== undefined).length;
  if (ways > 1) return wrong(raw, 'takes one of the attributes edge, toward and direction');
  if (ways === 0 && amount !== undefined)
    return wrong(raw, 'needs edge, toward or direction with the attribute amount');
  if (ways === 0 && width === undefined && height === undefined)
    return wrong(raw, 'needs edge, toward or direction to resize a pane, or width or height');
  return ok({ tag: 'control', ...checked.value });
}

function check<Schema extends z.ZodObject>(
  raw: RawTag,
  schema: Schema,
  attributes: Readonly<Record<string, string>>,
): Result<z.output<Schema>, string> {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(attributes).find((attribute) => !known.includes(attribute));
  if (unknown !== undefined) {
    const allowed = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
    return wrong(raw, `has no attribute ${unknown.slice(0, 40)}: ${allowed}`);
  }
  const parsed = schema.safeParse(attributes);
  if (parsed.success) return ok(parsed.data);
  const attribute = String(parsed.error.issues[0]?.path[0]);
  return wrong(raw, sentenceAbout(attribute, attributes, allowedIn(schema.shape[attribute])));
}

/** What is allowed for a field; an optional one may say it within. */
function allowedIn(field: unknown): string {
  if (!(field instanceof z.ZodType)) return 'something else';
  if (field.description !== undefined) return field.description;
  return field instanceof z.ZodOptional ? allowedIn(field.unwrap()) : 'something else';
}

function sentenceAbout(
  attribute: string,
  attributes: Readonly<Record<string, string>>,
  allowed: string,
): string {
  const value = attributes[attribute];
  if (value === undefined) return `needs the attribute ${attribute}: ${allowed}`;
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return `has ${attribute}=${JSON.stringify(shown)}, but that has to be ${allowed}`;
}

function wrong(raw: RawTag, problem: string): Result<never, string> {
  return fail(`<fugue:${raw.name}> ${problem}`);
}

function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;
}
