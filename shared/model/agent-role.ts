/** The part of the work that an agent is started for. */
export const AGENT_ROLES = ['planner', 'coding'] as const;
export type AgentRole = (typeof AGENT_ROLES)[number];

/** The kind of agent that is started when nothing says another one. */
export const DEFAULT_BACKEND = 'claude';
