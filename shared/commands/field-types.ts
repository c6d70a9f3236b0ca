/** As much of JSON Schema as the commands' inputs use. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** How the value of a field is written on a command line. */
export type FieldForm = 'text' | 'number' | 'boolean' | 'list' | 'json';

export function formOf(schema: JsonSchema): FieldForm {
  const alternatives = schema.anyOf ?? [schema];
  if (alternatives.some((entry) => entry.type === 'string' || entry.enum !== undefined)) return 'text';
  const type = alternatives[0]?.type;
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return formOf(schema.items ?? {}) === 'text' ? 'list' : 'json';
  return 'json';
}

/** The values that a field, or each entry of a list, is one of; none when it is free. */
export function choicesOf(schema: JsonSchema): readonly string[] {
  const values = schema.enum ?? (schema.type === 'array' ? schema.items?.enum : undefined) ?? [];
  return values.map(String);
}

/** The type of a field in words, with its bounds: `whole number from 1 to 2000`. */
export function typeInWords(schema: JsonSchema): string {
  switch (formOf(schema)) {
    case 'text':
      return 'text';
    case 'boolean':
      return 'yes or no';
    case 'list':
      return 'list of texts';
    case 'json':
      return schema.type === 'array' ? 'JSON list' : 'JSON';
    case 'number': {
      const bounds = boundsInWords(schema);
      const kind = schema.type === 'integer' ? 'whole number' : 'number';
      return bounds === '' ? kind : `${kind} ${bounds}`;
    }
  }
}

function boundsInWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): string {
  // The greatest safe integer is there for JavaScript's sake and says nothing to a person.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined && most !== undefined) return `from ${String(minimum)} to ${String(most)}`;
  const parts = [
    minimum === undefined ? '' : `from ${String(minimum)}`,
    exclusiveMinimum === undefined ? '' : `above ${String(exclusiveMinimum)}`,
    most === undefined ? '' : `up to ${String(most)}`,
    exclusiveMaximum === undefined ? '' : `below ${String(exclusiveMaximum)}`,
  ];
  return parts.filter((part) => part !== '').join(' and ');
}
