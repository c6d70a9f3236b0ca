import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Project } from '#shared/config/agents';
import { chooseBackend, projectOf } from '#shared/config/backend-choice';
import { parseConfiguration } from '#shared/config/parse';
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';
import { AGENT_ROLES } from '#shared/model/agent-role';

const HOME = '/home/dev';

/** What is said at each place, or is not. */
const PLACES = [true, false].flatMap((own) =>
  [true, false].flatMap((project) =>
    [true, false].flatMap((defaults) =>
      ([...AGENT_ROLES, null] as const).map((role) => ({ own, project, defaults, role })),
    ),
  ),
);

describe('the backend of an agent', () => {
  it.each(PLACES)(
    'with the role’s own $own, the project’s $project, the default $defaults, for the role $role',
    ({ own, project, defaults, role }) => {
      const { configuration, problems } = parseConfiguration({
        projects: [
          {
            name: 'lighthouse',
            path: '~/work/lighthouse',
            ...(project ? { 'agent-backend': 'of-project' } : {}),
            ...(own ? { 'planner-backend': 'of-planner', 'coding-backend': 'of-coding' } : {}),
          },
        ],
        ...(defaults ? { defaults: { 'agent-backend': 'of-all' } } : {}),
      });
      expect(problems).toEqual([]);
      const { name, setting } = chooseBackend(configuration, {
        folder: '/home/dev/work/lighthouse/src',
        role,
        home: HOME,
      });
      const general = defaults ? 'of-all' : 'claude';
      const ofProject = project ? 'of-project' : general;
      const ofRole = { planner: 'of-planner', coding: 'of-coding' };
      expect(name).toBe(own && role !== null ? ofRole[role] : ofProject);
      expect(setting).toBe(
        own && role !== null
          ? `${role}-backend of the project lighthouse`
          : project
            ? 'agent-backend of the project lighthouse'
            : 'agent-backend in [defaults]',
      );
    },
  );

  it('is Claude where nothing is said', () => {
    const question = { folder: '/', role: null, home: HOME };
    expect(chooseBackend(DEFAULT_CONFIGURATION, question).name).toBe('claude');
  });

  it('is not that of a project which the folder is not in', () => {
    const { configuration } = parseConfiguration({ projects: [{ path: '/work/a', 'agent-backend': 'x' }] });
    const of = (folder: string) => chooseBackend(configuration, { folder, role: 'coding', home: HOME });
    expect(of('/work/a/b').name).toBe('x');
    expect(of('/work/a/b').setting).toBe('agent-backend of the project /work/a');
    expect(of('/work/ab').name).toBe('claude');
    expect(of('/work').name).toBe('claude');
  });
});

describe('the project of a folder', () => {
  const projects = (...paths: readonly string[]): readonly Project[] =>
    paths.map((path, index) => ({ path, name: `${String(index)} ${path}` }));

  it.each([
    ['/work/a', ['/work', '/work/a', '/'], '/work/a'],
    ['/work/a/', ['/work/a'], '/work/a'],
    ['/work/a', ['/work/a/'], '/work/a/'],
    ['/work/a', ['//work/./a'], '//work/./a'],
    ['/work/a/../b', ['/work/a', '/work/b'], '/work/b'],
    ['/elsewhere', ['/work', '/'], '/'],
    ['/elsewhere', ['/work'], null],
    ['/home/dev', ['~'], '~'],
    ['/home/dev/x', ['~/', '~/y'], '~/'],
    ['/home/dev/x/y', ['~', '~/x'], '~/x'],
    ['/home/device', ['~'], null],
    ['/work', [], null],
  ])('%s among %j is %s', (folder, paths, expected) => {
    expect(projectOf(projects(...paths), folder, HOME)?.path ?? null).toBe(expected);
  });

  it('is the first of two for the same folder', () => {
    expect(projectOf(projects('/a', '/a/'), '/a/b', HOME)?.path).toBe('/a');
  });

  it('does not depend on the order of projects that are different folders', () => {
    const folder = fc
      .array(fc.constantFrom('a', 'b'), { maxLength: 4 })
      .map((steps) => `/${steps.join('/')}`);
    fc.assert(
      fc.property(fc.uniqueArray(folder, { maxLength: 6 }), folder, (paths, asked) => {
        const found = projectOf(projects(...paths), asked, HOME)?.path;
        expect(projectOf(projects(...[...paths].reverse()), asked, HOME)?.path).toBe(found);
        const around = paths.filter((path) => path === '/' || asked === path || asked.startsWith(`${path}/`));
        expect(found).toBe(around.sort((one, other) => other.length - one.length)[0]);
      }),
    );
  });

  it('in a home whose name has a pattern of replacement is found', () => {
    expect(projectOf(projects('~/x'), '/home/$&/x', '/home/$&')?.path).toBe('~/x');
  });
});
