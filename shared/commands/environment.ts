import { z } from 'zod';
import { defineCommand } from './define-command';
import { sessionTarget, variableName, variableValue } from './fields';

const environmentOutput = z.object({ session_id: z.string(), environment: z.record(z.string(), z.string()) });

export const setEnvironment = defineCommand({
  group: 'environment',
  summary: 'Set a variable for new panes of a session',
  description:
    'Sets an environment variable for panes that start later in the session; running programs keep theirs. Without a value the variable is removed.',
  input: z.object({ key: variableName, value: variableValue.optional(), session_id: sessionTarget }),
  output: environmentOutput,
  idempotent: true,
  positional: ['key', 'value'],
  text: ({ environment }) => `the session sets ${String(Object.keys(environment).length)} variables`,
});

export const getEnvironment = defineCommand({
  group: 'environment',
  summary: 'Read the variables of a session',
  input: z.object({ key: variableName.optional().describe('only this one'), session_id: sessionTarget }),
  output: environmentOutput,
  readOnly: true,
  positional: ['key'],
  text: ({ environment }) => lines(environment),
});

function lines(record: Readonly<Record<string, string>>): string {
  const entries = Object.entries(record);
  return entries.length === 0 ? 'none' : entries.map(([key, value]) => `${key}=${value}`).join('\n');
}
