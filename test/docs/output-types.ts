import { z } from 'zod';
import {
  agentView,
  claudeView,
  paneView,
  processView,
  sessionView,
  windowView,
} from '#shared/commands/views';
import { code } from './markdown';

/** Shapes that several commands give back, each described once. */
export const VIEWS: Readonly<Record<string, z.ZodObject>> = {
  pane: paneView,
  window: windowView,
  session: sessionView,
  process: processView,
  agent: agentView,
  claude: claudeView,
};

/** The type of what a command gives back, in words, with links to the shapes that are described apart. */
export function outputType(schema: unknown): string {
  if (schema instanceof z.ZodOptional) return `${outputType(schema.unwrap())}, may be missing`;
  if (schema instanceof z.ZodNullable) return `${outputType(schema.unwrap())} or null`;
  if (schema instanceof z.ZodDefault) return outputType(schema.unwrap());
  if (schema instanceof z.ZodArray) return `list of ${outputType(schema.element)}`;
  if (schema instanceof z.ZodRecord) return `object of ${outputType(schema.valueType)}`;
  if (schema instanceof z.ZodUnion) return schema.options.map(outputType).join(' or ');
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => code(String(option))).join(', ');
  if (schema instanceof z.ZodLiteral)
    return [...schema.values].map((value) => code(String(value))).join(', ');
  if (schema instanceof z.ZodObject) {
    const view = Object.keys(VIEWS).find((name) => VIEWS[name]?.shape === schema.shape);
    if (view !== undefined) return `[${view}](#the-${view})`;
    const fields = Object.entries(schema.shape).map(([name, field]) => `${code(name)}: ${outputType(field)}`);
    return `object with ${fields.join('; ')}`;
  }
  if (schema instanceof z.ZodBoolean) return 'yes or no';
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? 'whole number' : 'number';
  if (schema instanceof z.ZodString) return 'text';
  return 'any JSON';
}

/** What a schema, or what it wraps, says about itself. */
export function meaningOf(schema: unknown): string {
  if (!(schema instanceof z.ZodType)) return '';
  if (schema.description !== undefined) return schema.description;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return meaningOf(schema.unwrap());
  return '';
}
