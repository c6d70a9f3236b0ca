import type { z } from 'zod';
import type { Clock } from '#shared/base/clock';
import type { Failure } from '#shared/base/errors';
import { errorMessage, failure } from '#shared/base/errors';
import { issueSentence } from '#shared/base/issue-sentence';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { CommandName } from '#shared/commands/catalog';
import { definitionOf, isCommandName } from '#shared/commands/catalog';
import { noCommand } from '#shared/commands/command-line';
import type { CommandDefinition, Origin } from '#shared/commands/define-command';
import { FIELD_ALIASES } from '#shared/commands/fields';
import type { CommandReply } from '#shared/ipc/channels';
import type { AuditEntry } from '../log/audit-log';
import type { Logger } from '../log/logger';
import { CallLimits } from './call-limits';
import type { CommandContext, Handlers } from './context';

export interface Invocation {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  readonly signal?: AbortSignal;
  readonly workingDirectory?: string;
  /** Hears what a command tells while it goes on. */
  readonly progress?: (reply: CommandReply) => void;
}

export interface InvocationRecord {
  readonly at: number;
  readonly name: string;
  readonly origin: Origin;
  readonly outcome: 'done' | Failure['code'];
  readonly milliseconds: number;
}

const RECORDS_KEPT = 500;

export interface DispatcherOptions {
  readonly handlers: Handlers;
  readonly context: (
    invocation: Required<Pick<Invocation, 'origin' | 'signal' | 'workingDirectory' | 'progress'>>,
  ) => CommandContext;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly home: string;
  readonly audit: (entry: AuditEntry) => void;
  /** Calls that the agent of one pane may make in a minute. */
  readonly callsPerMinute: () => number;
}

/** Runs commands for all surfaces: validate, authorize by origin, serialize, run, record. */
export class Dispatcher {
  private queue: Promise<unknown> = Promise.resolve();
  private readonly kept: InvocationRecord[] = [];
  private readonly limits: CallLimits;

  constructor(private readonly options: DispatcherOptions) {
    this.limits = new CallLimits(options.clock, options.callsPerMinute);
  }

  /** The newest invocations, oldest first. */
  get records(): readonly InvocationRecord[] {
    return this.kept;
  }

  async run(invocation: Invocation): Promise<Result<CommandReply, Failure>> {
    const started = this.options.clock.monotonic();
    const result = await this.attempt(invocation);
    this.record(invocation, result, this.options.clock.monotonic() - started);
    return result;
  }

  private async attempt(invocation: Invocation): Promise<Result<CommandReply, Failure>> {
    const { name, origin } = invocation;
    if (origin.kind === 'agent' && !this.limits.admit(origin.paneId ?? '')) {
      return failure(
        'limit',
        `more than ${String(this.options.callsPerMinute())} calls in a minute (calls-per-minute): wait with expect or wait_for_status instead of asking again and again`,
      );
    }
    if (!isCommandName(name)) {
      return noCommand(name);
    }
    const definition = definitionOf(name);
    const input = validate(name, definition, invocation.input);
    if (!input.ok) return input;
    if (!definition.origins.includes(origin.kind)) {
      return failure(
        'refused',
        `${name} can't be called from ${origin.kind}; it is for ${definition.origins.join(' and ')}`,
      );
    }
    // What is taken away is named: an agent that is in no pane has no pane of its own to mean.
    if (
      definition.destructive &&
      origin.kind === 'agent' &&
      origin.paneId === null &&
      Object.keys(definition.input.shape).some((field) => TARGET_FIELDS.includes(field)) &&
      targetOf(input.value) === null
    ) {
      return failure('invalid', `${name} needs to be told what it is about: list_panes names what there is`);
    }
    const execute = () => this.execute(name, definition, input.value, invocation);
    // Reading sees one state at a time by itself, and waiting must not hold up the others.
    if (definition.readOnly || definition.waits) return execute();
    const turn = this.queue.then(execute, execute);
    this.queue = turn;
    return turn;
  }

  /** The one place where a fault in a handler is caught. */
  private async execute(
    name: CommandName,
    definition: CommandDefinition,
    input: Record<string, unknown>,
    invocation: Invocation,
  ): Promise<Result<CommandReply, Failure>> {
    try {
      const context = this.options.context({
        origin: invocation.origin,
        signal: invocation.signal ?? new AbortController().signal,
        workingDirectory: invocation.workingDirectory ?? this.options.home,
        progress: invocation.progress ?? (() => undefined),
      });
      const handler = this.options.handlers[name] as (
        context: CommandContext,
        input: Record<string, unknown>,
      ) => Promise<Result<Record<string, unknown>, Failure>>;
      const outcome = await handler(context, input);
      if (!outcome.ok) return outcome;
      const output = definition.output.parse(outcome.value);
      return ok({ output, text: definition.text(output) });
    } catch (error) {
      this.options.logger.error('command.fault', {
        name,
        reason: errorMessage(error),
        stack: error instanceof Error ? error.stack : undefined,
      });
      return failure(
        'internal',
        `${name} failed because of a fault in Fugue: ${errorMessage(error)}. The log says more.`,
      );
    }
  }

  private record(invocation: Invocation, result: Result<CommandReply, Failure>, milliseconds: number): void {
    const record: InvocationRecord = {
      at: this.options.clock.now(),
      name: invocation.name.slice(0, 100),
      origin: invocation.origin,
      outcome: result.ok ? 'done' : result.error.code,
      milliseconds: Math.round(milliseconds),
    };
    this.kept.push(record);
    if (this.kept.length > RECORDS_KEPT) this.kept.shift();
    const reads = isCommandName(record.name) && definitionOf(record.name).readOnly;
    // The window asks all the time, for what the person sees anyway.
    if (record.origin.kind === 'window' && (reads || record.name === 'report_view')) return;
    this.options.audit({
      at: record.at,
      origin: record.origin.kind,
      via: record.origin.via ?? null,
      pane: record.origin.paneId,
      command: record.name,
      target: targetOf(invocation.input),
      outcome: record.outcome,
      milliseconds: record.milliseconds,
    });
    if (reads) return;
    this.options.logger.info('command', {
      name: record.name,
      origin: record.origin.via ?? record.origin.kind,
      pane: record.origin.paneId,
      outcome: record.outcome,
      milliseconds: record.milliseconds,
    });
  }
}

const TARGET_FIELDS = ['pane_id', 'pane', 'window_id', 'session_id', 'session', 'claude_session_id'];

function targetOf(input: Readonly<Record<string, unknown>>): string | null {
  for (const field of TARGET_FIELDS) {
    const value = input[field];
    if (typeof value === 'string' || typeof value === 'number') return String(value).slice(0, 100);
  }
  return null;
}

function validate(
  name: CommandName,
  definition: CommandDefinition,
  raw: Readonly<Record<string, unknown>>,
): Result<Record<string, unknown>, Failure> {
  const fields = Object.keys(definition.input.shape);
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    const alias = FIELD_ALIASES[key];
    const field = !fields.includes(key) && alias !== undefined && fields.includes(alias) ? alias : key;
    if (!fields.includes(field)) {
      return failure(
        'invalid',
        `${name} has no field "${key}"; it takes ${fields.length === 0 ? 'none' : fields.join(', ')}`,
        fields,
      );
    }
    if (field in named)
      return failure('invalid', `${name} got ${field} twice, as "${key}" too: give it once`);
    if (value !== undefined) named[field] = value;
  }
  const parsed = definition.input.safeParse(named);
  if (parsed.success) return ok(parsed.data);
  const mayBeLeftOut = (field: PropertyKey | undefined): boolean =>
    typeof field === 'string' &&
    named[field] === '' &&
    definition.input
      .safeParse({ ...named, [field]: undefined })
      .error?.issues.some(({ path }) => path[0] === field) !== true;
  const problems = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${explain(issue)}${mayBeLeftOut(issue.path[0]) ? ', but it can be left out' : ''}`);
  return failure('invalid', `${name}: ${problems.join('; ')}`);
}

/**
 * Says where a value is wrong and what is expected there. Of alternatives it tells of the one that was most likely
 * meant: one that knows all the keys that were given, and among those the one that went furthest.
 */
function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const depth = (inner: z.core.$ZodIssue): number => inner.path.length;
    const [meant] = issue.errors
      .map((inner) => [...inner].sort((left, right) => depth(right) - depth(left)))
      .sort((left, right) => strangeKeys(left) - strangeKeys(right) || furthest(right) - furthest(left));
    const [first] = meant ?? [];
    if (first !== undefined) return explain({ ...first, path: [...issue.path, ...first.path] });
  }
  const place = issue.path
    .map((part, index) =>
      typeof part === 'number' ? `[${String(part)}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
  return `${place === '' ? 'input' : place}: ${issueSentence(issue)}`;
}

function strangeKeys(issues: readonly z.core.$ZodIssue[]): number {
  return issues.some((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0) ? 1 : 0;
}

function furthest(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}
