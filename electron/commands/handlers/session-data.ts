import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import { resolveSession } from '../../session/targets';
import type { Handler } from '../context';
import { refuseVariables } from './steering-variables';

/** Entries that one session may keep, so that nobody fills the state by accident. */
const ENTRY_LIMIT = 500;
const TAG_LIMIT = 100;

function changed(
  record: Readonly<Record<string, string>>,
  key: string,
  value: string | undefined,
): Record<string, string> {
  const { [key]: _removed, ...rest } = record;
  return value === undefined ? rest : { ...rest, [key]: value };
}

function only(record: Readonly<Record<string, string>>, key: string | undefined): Record<string, string> {
  if (key === undefined) return { ...record };
  const value = record[key];
  return value === undefined ? {} : { [key]: value };
}

export const setEnvironment: Handler<'set_environment'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  if (input.key.startsWith('FUGUE_')) {
    return failure('refused', `${input.key} is set by Fugue itself: choose another name`);
  }
  const refused = refuseVariables(context, [input.key]);
  if (refused !== null) return refused;
  const environment = changed(session.value.environment, input.key, input.value);
  if (Object.keys(environment).length > ENTRY_LIMIT) return tooMany('variables');
  context.service.dispatch({ type: 'session/environment-changed', sessionId: session.value.id, environment });
  return ok({ session_id: session.value.id, environment });
};

export const getEnvironment: Handler<'get_environment'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  return ok({ session_id: session.value.id, environment: only(session.value.environment, input.key) });
};

export const setMetadata: Handler<'set_metadata'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const metadata = changed(session.value.metadata, input.key, input.value);
  if (Object.keys(metadata).length > ENTRY_LIMIT) return tooMany('values');
  context.service.dispatch({ type: 'session/metadata-changed', sessionId: session.value.id, metadata });
  return ok({ session_id: session.value.id, metadata });
};

export const getMetadata: Handler<'get_metadata'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  return ok({ session_id: session.value.id, metadata: only(session.value.metadata, input.key) });
};

export const setTags: Handler<'set_tags'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  if (!session.ok) return session;
  const tags = [...new Set([...session.value.tags, ...input.add])].filter(
    (tag) => !input.remove.includes(tag),
  );
  if (tags.length > TAG_LIMIT) return tooMany('tags');
  context.service.dispatch({ type: 'session/tags-changed', sessionId: session.value.id, tags });
  return ok({ session_id: session.value.id, tags });
};

export const getTags: Handler<'get_tags'> = (context, input) => {
  const session = resolveSession(context.state, context.origin, input.session_id);
  return session.ok ? ok({ session_id: session.value.id, tags: [...session.value.tags] }) : session;
};

function tooMany(what: string) {
  return failure('limit', `the session keeps as many ${what} as it may: remove some first`);
}
