import type { ChatFacts, ModelChoice, SlashCommand } from '#shared/ipc/chat-port';
import type { StreamRecord } from './control';
import { asRecord, text } from './control';

/** What a line says about its Claude; the same object when it says nothing new. */
export function factsAfter(facts: ChatFacts, record: StreamRecord): ChatFacts {
  if (record['type'] !== 'system') return facts;
  const mode = text(record['permissionMode']);
  if (record['subtype'] === 'status')
    return mode === null || mode === facts.permissionMode ? facts : { ...facts, permissionMode: mode };
  if (record['subtype'] !== 'init') return facts;
  const next = {
    ...facts,
    model: text(record['model']) ?? facts.model,
    permissionMode: mode ?? facts.permissionMode,
    version: text(record['claude_code_version']) ?? facts.version,
  };
  const known = facts.commands.length > 0;
  const names = record['slash_commands'];
  if (!known && Array.isArray(names))
    return { ...next, commands: names.flatMap((name: unknown) => namedCommand(name)) };
  return next.model === facts.model &&
    next.permissionMode === facts.permissionMode &&
    next.version === facts.version
    ? facts
    : next;
}

/** What Claude answers to `initialize`. */
export function factsFromStart(facts: ChatFacts, reply: StreamRecord): ChatFacts {
  return {
    ...facts,
    commands: listOf(reply['commands'], readCommand),
    models: listOf(reply['models'], readModel),
    permissionMode: text(reply['current_permission_mode']) ?? facts.permissionMode,
    version: text(reply['claude_code_version']) ?? facts.version,
  };
}

function listOf<T>(value: unknown, read: (record: StreamRecord) => T | null): readonly T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): T[] => {
    const record = asRecord(each);
    const one = record === null ? null : read(record);
    return one === null ? [] : [one];
  });
}

function readCommand(record: StreamRecord): SlashCommand | null {
  const name = text(record['name']);
  if (name === null) return null;
  return {
    name: name.replace(/^\//, ''),
    description: text(record['description']) ?? '',
    argumentHint: text(record['argumentHint']) ?? '',
  };
}

function readModel(record: StreamRecord): ModelChoice | null {
  const value = text(record['value']);
  if (value === null) return null;
  return {
    value,
    label: text(record['displayName']) ?? value,
    description: text(record['description']) ?? '',
  };
}

function namedCommand(name: unknown): readonly SlashCommand[] {
  return typeof name === 'string'
    ? [{ name: name.replace(/^\//, ''), description: '', argumentHint: '' }]
    : [];
}
