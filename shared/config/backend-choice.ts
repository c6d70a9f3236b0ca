import type { AgentRole } from '../model/agent-role';
import type { Project } from './agents';
import type { Configuration } from './schema';

export interface BackendQuestion {
  /** Absolute. */
  readonly folder: string;
  /** Null for an agent that is started for nothing in particular. */
  readonly role: AgentRole | null;
  /** The person's own folder, for projects that begin with `~`. */
  readonly home: string;
}

export interface BackendChoice {
  readonly name: string;
  /** The setting that says so, in words for the person. */
  readonly setting: string;
}

/** The backend that an agent gets: its role's own in its project, else its project's, else the one of all. */
export function chooseBackend(
  { projects, defaults }: Pick<Configuration, 'projects' | 'defaults'>,
  { folder, role, home }: BackendQuestion,
): BackendChoice {
  const project = projectOf(projects, folder, home);
  const keys = [...(role === null ? [] : [`${role}-backend` as const]), 'agent-backend' as const];
  for (const key of keys) {
    const name = project?.[key];
    if (project !== null && name !== undefined)
      return { name, setting: `${key} of the project ${project.name ?? project.path}` };
  }
  return { name: defaults['agent-backend'], setting: 'agent-backend in [defaults]' };
}

/** The project that a folder belongs to: of several around it the innermost; of two for one folder the first. */
export function projectOf(projects: readonly Project[], folder: string, home: string): Project | null {
  const wanted = stepsOf(folder);
  let found: { readonly project: Project; readonly depth: number } | null = null;
  for (const project of projects) {
    const steps = stepsOf(project.path.replace(/^~(?=\/|$)/, () => home));
    if (steps.length > wanted.length || steps.some((step, index) => step !== wanted[index])) continue;
    if (found === null || steps.length > found.depth) found = { project, depth: steps.length };
  }
  return found?.project ?? null;
}

/** The names on the way to a folder, without steps back. */
function stepsOf(folder: string): readonly string[] {
  const steps: string[] = [];
  for (const step of folder.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
}
