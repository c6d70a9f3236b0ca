import type { ReadingProgress } from '../model/history';
import type { Prices, Tokens } from './usage';

/** What the index of conversations says and is asked. It lives in a thread of its own: all of this crosses to it. */

/** Another copy of a conversation: resumed elsewhere, or forked. */
export interface RelatedConversation {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly file: string;
}

export interface ConversationEntry extends RelatedConversation {
  /** The folder that it was begun in; null when its lines say none. */
  readonly directory: string | null;
  /** Bytes of its transcript. */
  readonly size: number;
  /** Only Fugue's archive has it: Claude's own copy is gone. */
  readonly archived: boolean;
  /** Older copies, the newest first; as many as are known by now. */
  readonly related: readonly RelatedConversation[];
  /** Transcripts of subagents. */
  readonly agents: number;
  /** Why its transcript can't be read; null when it can. */
  readonly problem: string | null;
}

export interface ConversationPage {
  readonly conversations: readonly ConversationEntry[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

export interface ListRequest {
  /** Only those of this folder. */
  readonly directory: string | null;
  readonly limit: number;
  readonly cursor: string | null;
  /** Only those that changed before, in milliseconds since 1970. */
  readonly before: number | null;
}

/** A conversation with what it takes to go on with it. */
export interface FoundConversation {
  readonly entry: ConversationEntry;
  /** The folder of Claude's configuration that it belongs to. */
  readonly configDirectory: string;
  /** The conversations of the person's usual configuration are there; a Claude has to be told of another one. */
  readonly isUsualConfiguration: boolean;
}

export interface SubagentEntry {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly file: string;
}

export interface ConversationDetails extends FoundConversation {
  readonly prompt: string | null;
  /** Milliseconds since 1970; null when no line tells. */
  readonly beganAt: number | null;
  readonly agents: readonly SubagentEntry[];
  /** Its folder is there no more. */
  readonly isDirectoryGone: boolean;
}

export interface ProjectEntry {
  readonly directory: string;
  readonly conversations: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface SearchRequest {
  readonly query: string;
  readonly directory: string | null;
  readonly limit: number;
}

export interface SearchHit {
  readonly entry: ConversationEntry;
  readonly excerpt: string;
  /** Messages in it that hold at least one of the words. */
  readonly count: number;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Conversations that hold all the words, also those beyond the limit. */
  readonly total: number;
}

export const USAGE_GROUPS = ['session', 'project', 'day'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageRequest {
  readonly by: UsageGroup;
  readonly directory: string | null;
  /** Only this conversation. */
  readonly id: string | null;
  /** Only what was answered at this time or later, in milliseconds since 1970. */
  readonly since: number | null;
  readonly limit: number;
}

export interface ModelUsage {
  readonly model: string;
  readonly answers: number;
  readonly tokens: Tokens;
  /** Dollars, by the prices of the settings, else as Claude told them when it ended; null when neither is known. */
  readonly cost: number | null;
}

export interface UsageRow {
  /** A conversation's id, a folder, or a day. */
  readonly key: string;
  readonly title: string;
  readonly models: readonly ModelUsage[];
}

export interface UsageAnswer {
  readonly rows: readonly UsageRow[];
  /** Everything, also what is beyond the limit. */
  readonly total: readonly ModelUsage[];
}

export interface HistorySettings {
  /** Folders of Claude's configuration, the person's usual one first. */
  readonly configDirectories: readonly string[];
  /** Below this folder stand configurations of panes, each with a folder of its own. */
  readonly paneConfigurations: string;
  /** Fugue keeps its index here. */
  readonly stateDirectory: string;
  readonly archiveDirectory: string;
  readonly archive: boolean;
  readonly prices: Prices;
}

/** What can be asked, with what comes back. */
export interface HistoryRequests {
  readonly list: { readonly input: ListRequest; readonly output: ConversationPage };
  readonly find: { readonly input: { readonly id: string }; readonly output: FoundConversation | null };
  readonly details: { readonly input: { readonly id: string }; readonly output: ConversationDetails | null };
  readonly projects: { readonly input: null; readonly output: readonly ProjectEntry[] };
  readonly search: { readonly input: SearchRequest; readonly output: SearchAnswer };
  readonly usage: { readonly input: UsageRequest; readonly output: UsageAnswer };
  /** Puts an archived conversation back; a sentence when that is not possible. */
  readonly restore: {
    readonly input: { readonly id: string };
    readonly output: { readonly file: string } | { readonly problem: string };
  };
  /** Puts a copy where a Claude in another folder looks for it; a sentence when that is not possible. */
  readonly copyTo: {
    readonly input: { readonly id: string; readonly directory: string };
    readonly output: { readonly file: string } | { readonly problem: string };
  };
  readonly configure: { readonly input: HistorySettings; readonly output: null };
}

export type HistoryMethod = keyof HistoryRequests;

/** What the index tells unasked. */
export type HistoryEvent =
  /** A shown title is another one, or conversations came or went. */
  | { readonly type: 'changed' }
  /** Transcripts are read for the first time, or again; null when that is done. */
  | { readonly type: 'reading'; readonly progress: ReadingProgress | null }
  | { readonly type: 'notice'; readonly title: string; readonly detail: string };
