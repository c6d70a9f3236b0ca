import vm from 'node:vm';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';

/**
 * Longest time that one search may take, in milliseconds; a pattern that needs more is refused, not waited for. A
 * sound pattern over a whole scrollback takes a few, and many times that on a machine under load.
 */
const SEARCH_TIME_LIMIT = 250;

export interface PatternMatch {
  readonly match: string;
  readonly line: string;
}

/** A regular expression from outside. Searching is bounded in time, so a hostile one can't hold up the panes. */
export class GuardedPattern {
  private constructor(
    private readonly context: vm.Context & { lines: readonly string[] },
    private readonly script: vm.Script,
  ) {}

  static compile(source: string, ignoreCase: boolean): Result<GuardedPattern, string> {
    try {
      new RegExp(source, 'u');
    } catch (error) {
      return fail(
        `the pattern is no regular expression: ${error instanceof Error ? error.message : 'unknown fault'}`,
      );
    }
    const context = vm.createContext({
      lines: [] as readonly string[],
      pattern: new RegExp(source, ignoreCase ? 'iu' : 'u'),
    });
    const script = new vm.Script(
      '(() => { for (const line of lines) { const match = pattern.exec(line); if (match) return [match[0], line]; } return null; })()',
    );
    return ok(new GuardedPattern(context as vm.Context & { lines: readonly string[] }, script));
  }

  /** The first line that matches, or null; a failure when the search takes too long. */
  search(lines: readonly string[]): Result<PatternMatch | null, string> {
    this.context.lines = lines;
    try {
      const found = this.script.runInContext(this.context, { timeout: SEARCH_TIME_LIMIT }) as
        [string, string] | null;
      return ok(found === null ? null : { match: found[0], line: found[1] });
    } catch {
      return fail('the pattern takes too long to search for: make it simpler');
    } finally {
      this.context.lines = [];
    }
  }
}
