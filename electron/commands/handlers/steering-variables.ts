import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { CommandContext } from '../context';
import { speaksForAgent } from './speaks-for-agent';

/**
 * Variables that decide which code runs or whom a Claude talks to. They outlive the call that sets them: a Claude that
 * is started again would send the person's conversations and keys wherever they say.
 */
const STEERING =
  /^(?:ANTHROPIC_|AWS_|CLAUDE|CCMUX_|FUGUE_|LD_|DYLD_|NODE_|NPM_CONFIG_|GIT_|SSH_|PYTHON|PERL5|RUBY|JAVA_TOOL_OPTIONS$|(?:HTTPS?|ALL|NO)_PROXY$|PATH$|HOME$|SHELL$|ENV$|BASH_ENV$|ZDOTDIR$|PROMPT_COMMAND$|EDITOR$|VISUAL$|PAGER$|XDG_)/i;

/** Refuses what an agent may not set, neither itself nor by a program that it started; the person and their scripts may set all. */
export function refuseVariables(
  context: CommandContext,
  names: readonly string[],
): Result<never, Failure> | null {
  if (!speaksForAgent(context)) return null;
  const refused = names.filter((name) => STEERING.test(name));
  return refused.length === 0
    ? null
    : failure(
        'refused',
        `${refused.join(', ')} would steer what programs run or whom they talk to, so only the person sets it: ask for it with request_help`,
      );
}
