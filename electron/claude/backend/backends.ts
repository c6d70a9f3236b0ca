import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { Backend } from './backend';
import { claudeBackend } from './claude-backend';

const BACKENDS: readonly Backend[] = [claudeBackend];

/** The backend of a name; the failure is a sentence. */
export function backendNamed(name: string): Result<Backend, string> {
  const found = BACKENDS.find((backend) => backend.name === name);
  return found === undefined
    ? fail(`there is no backend "${name}" (known are ${BACKENDS.map((each) => each.name).join(', ')})`)
    : ok(found);
}
