import { z } from 'zod';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { describeToolUse } from './tool-use';

/** What all hooks tell. `agentId` is set inside a subagent; session and transcript are still those of its leader. */
export interface HookContext {
  readonly sessionId: string;
  readonly transcriptPath: string | null;
  readonly cwd: string | null;
  readonly agentId: string | null;
}

export type HookEvent = HookContext &
  (
    | { readonly kind: 'prompt' }
    | {
        readonly kind: 'tool-starts';
        readonly tool: string;
        readonly toolUseId: string | null;
        readonly summary: string;
      }
    | { readonly kind: 'permission'; readonly tool: string; readonly summary: string }
    | {
        readonly kind: 'tool-ended';
        readonly tool: string;
        readonly toolUseId: string | null;
        readonly failed: boolean;
      }
    | {
        readonly kind: 'text';
        readonly final: boolean;
        /** The message that it is a part of, which part, and its text; null where they are not told. */
        readonly messageId: string | null;
        readonly index: number;
        readonly delta: string | null;
      }
    | { readonly kind: 'turn-ended'; readonly backgroundTasks: number }
    | { readonly kind: 'turn-failed'; readonly error: string; readonly message: string | null }
    | { readonly kind: 'subagent-starts' | 'subagent-ended'; readonly agentType: string }
    | { readonly kind: 'conversation-starts'; readonly source: string }
    | { readonly kind: 'conversation-ended'; readonly reason: string }
    | { readonly kind: 'notification'; readonly notification: string }
  );

const common = {
  session_id: z.string().min(1),
  transcript_path: z.string().nullish(),
  cwd: z.string().nullish(),
  agent_id: z.string().nullish(),
};
const toolName = z.string().min(1);
const toolUseId = z.string().nullish();

const schemas = {
  UserPromptSubmit: z.object(common).transform(() => ({ kind: 'prompt' as const })),
  PreToolUse: z
    .object({ ...common, tool_name: toolName, tool_input: z.unknown().optional(), tool_use_id: toolUseId })
    .transform((it) => ({
      kind: 'tool-starts' as const,
      tool: it.tool_name,
      toolUseId: it.tool_use_id ?? null,
      summary: describeToolUse(it.tool_name, it.tool_input),
    })),
  PermissionRequest: z
    .object({ ...common, tool_name: toolName, tool_input: z.unknown().optional() })
    .transform((it) => ({
      kind: 'permission' as const,
      tool: it.tool_name,
      summary: describeToolUse(it.tool_name, it.tool_input),
    })),
  PostToolUse: z.object({ ...common, tool_name: toolName, tool_use_id: toolUseId }).transform((it) => ({
    kind: 'tool-ended' as const,
    tool: it.tool_name,
    toolUseId: it.tool_use_id ?? null,
    failed: false,
  })),
  PostToolUseFailure: z
    .object({ ...common, tool_name: toolName, tool_use_id: toolUseId })
    .transform((it) => ({
      kind: 'tool-ended' as const,
      tool: it.tool_name,
      toolUseId: it.tool_use_id ?? null,
      failed: true,
    })),
  MessageDisplay: z
    .object({
      ...common,
      final: z.boolean().nullish(),
      message_id: z.string().nullish(),
      index: z.number().int().nullish(),
      delta: z.string().nullish(),
    })
    .transform((it) => ({
      kind: 'text' as const,
      final: it.final ?? false,
      messageId: it.message_id ?? null,
      index: it.index ?? 0,
      delta: it.delta ?? null,
    })),
  Stop: z
    .object({ ...common, background_tasks: z.array(z.unknown()).nullish() })
    .transform((it) => ({ kind: 'turn-ended' as const, backgroundTasks: it.background_tasks?.length ?? 0 })),
  StopFailure: z
    .object({ ...common, error: z.string().nullish(), last_assistant_message: z.string().nullish() })
    .transform((it) => ({
      kind: 'turn-failed' as const,
      error: it.error ?? 'unknown',
      message: it.last_assistant_message ?? null,
    })),
  SubagentStart: z
    .object({ ...common, agent_type: z.string().nullish() })
    .transform((it) => ({ kind: 'subagent-starts' as const, agentType: it.agent_type ?? '' })),
  SubagentStop: z
    .object({ ...common, agent_type: z.string().nullish() })
    .transform((it) => ({ kind: 'subagent-ended' as const, agentType: it.agent_type ?? '' })),
  SessionStart: z
    .object({ ...common, source: z.string().nullish() })
    .transform((it) => ({ kind: 'conversation-starts' as const, source: it.source ?? '' })),
  SessionEnd: z
    .object({ ...common, reason: z.string().nullish() })
    .transform((it) => ({ kind: 'conversation-ended' as const, reason: it.reason ?? 'other' })),
  Notification: z
    .object({ ...common, notification_type: z.string().nullish() })
    .transform((it) => ({ kind: 'notification' as const, notification: it.notification_type ?? '' })),
};

const contextSchema = z.object(common);
const nameSchema = z.object({ hook_event_name: z.string() });

/**
 * Reads what a hook was given. Null for events that say nothing about the state, among them all that later
 * versions add; a known event with fields of wrong types is a failure that names the field.
 */
export function parseHookPayload(payload: unknown): Result<HookEvent | null, string> {
  const name = nameSchema.safeParse(payload);
  if (!name.success) return fail('hook_event_name: expected the name of an event');
  const event = name.data.hook_event_name;
  if (!Object.hasOwn(schemas, event)) return ok(null);
  const context = contextSchema.safeParse(payload);
  if (!context.success) return fail(firstIssue(context.error, event));
  const parsed = schemas[event as keyof typeof schemas].safeParse(payload);
  if (!parsed.success) return fail(firstIssue(parsed.error, event));
  return ok({
    sessionId: context.data.session_id,
    transcriptPath: context.data.transcript_path ?? null,
    cwd: context.data.cwd ?? null,
    agentId: context.data.agent_id ?? null,
    ...parsed.data,
  });
}

function firstIssue(error: z.ZodError, event: string): string {
  const issue = error.issues[0];
  return `${event}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unexpected content'}`;
}
