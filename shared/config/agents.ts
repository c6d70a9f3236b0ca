import { z } from 'zod';
import { DEFAULT_BACKEND } from '../model/agent-role';

/* The sections of the configuration that say which agents are started, and with what. */

const backendName = z.string().min(1).max(100);

export const defaults = z.object({
  'agent-backend': backendName
    .default(DEFAULT_BACKEND)
    .describe('kind of agent, where neither the project nor the role says one'),
});

/** What an agent that is started for a part of the work is given besides. */
const roleOf = (presets: readonly string[]) =>
  z.object({
    arguments: z
      .array(z.string().min(1).max(4096))
      .max(100)
      .default([...presets])
      .describe('what it is started with'),
  });
export const planner = roleOf(['--permission-mode', 'plan']);
export const coding = roleOf(['--permission-mode', 'acceptEdits']);
export const roles = z.object({ planner: planner.prefault({}), coding: coding.prefault({}) });

export const project = z.object({
  name: z.string().min(1).max(200).optional().describe('what it is called where Fugue speaks of it'),
  path: z
    .string()
    .max(4096)
    .regex(/^(?:\/|~$|~\/)/, 'must be a folder, absolute or from ~')
    .describe('its folder; what is in it belongs to the project'),
  'agent-backend': backendName.optional().describe('kind of agent for all roles that say none'),
  'planner-backend': backendName.optional().describe('kind of agent that plans'),
  'coding-backend': backendName.optional().describe('kind of agent that codes'),
});
export type Project = z.output<typeof project>;
