import type { TranscriptRecord } from './records';
import { objectOf, realPrompt, saidIn, textOf, timeOf } from './records';
import type { TitleSources } from './title';

/** What is known of a conversation from its lines, besides what was said. */
export interface ConversationFacts extends TitleSources {
  /** The folder that it was begun in, as its lines say; the name of the project folder can't be turned back. */
  readonly directory: string | null;
  /** Stands for the first user line, which copies that were resumed or forked share. */
  readonly rootId: string | null;
  /** Milliseconds since 1970. */
  readonly beganAt: number | null;
  /** It is the work of a subagent, which older versions kept beside the conversations. */
  readonly isAgent: boolean;
  /** Somebody said something; without it Claude can't resume it. */
  readonly isConversation: boolean;
}

/** The longest prompt that is kept; a title and a first look need no more. */
const PROMPT_LIMIT = 4000;

/** Gathers the facts from lines, in the order of the file; parts of it may be left out. */
export class FactReader {
  private custom: string | null = null;
  private made: string | null = null;
  private summary: string | null = null;
  private prompt: string | null = null;
  private directory: string | null = null;
  private rootId: string | null = null;
  private beganAt: number | null = null;
  private isAgent: boolean | null = null;
  private isConversation = false;

  take(record: TranscriptRecord): void {
    const { type } = record;
    if (type === 'custom-title') this.custom = textOf(record['customTitle']) ?? this.custom;
    else if (type === 'ai-title') this.made = textOf(record['aiTitle']) ?? this.made;
    else if (type === 'summary') this.summary = textOf(record['summary']) ?? this.summary;
    this.beganAt ??= timeOf(record);
    this.directory ??= textOf(record['cwd']);
    if (type !== 'user' && type !== 'assistant') return;
    this.isConversation = true;
    this.isAgent ??= record['isSidechain'] === true;
    if (type !== 'user') return;
    this.rootId ??= rootOf(record);
    if (this.prompt === null) {
      const said = realPrompt(record);
      if (said !== '') this.prompt = said.slice(0, PROMPT_LIMIT);
    }
  }

  /** Nothing that comes at the front of a transcript is missing any more. */
  get hasFront(): boolean {
    return this.prompt !== null && this.directory !== null && this.rootId !== null;
  }

  get facts(): ConversationFacts {
    return {
      custom: this.custom,
      made: this.made,
      summary: this.summary,
      prompt: this.prompt,
      directory: this.directory,
      rootId: this.rootId,
      beganAt: this.beganAt,
      isAgent: this.isAgent === true,
      isConversation: this.isConversation,
    };
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** So many characters of the words count. */
const ROOT_WORDS = 80;

/** The id alone is not enough: tools that write transcripts have been seen to count from one. */
function rootOf(record: TranscriptRecord): string | null {
  const id = textOf(record['uuid']);
  if (id === null || !UUID.test(id)) return null;
  return `${id} ${saidIn(record).slice(0, ROOT_WORDS)}`;
}

export const NO_FACTS: ConversationFacts = new FactReader().facts;

/** What a subagent was started for; null for a file that tells nothing of it. */
export function agentDescription(
  meta: unknown,
): { readonly type: string; readonly description: string } | null {
  const { agentType, description } = objectOf(meta) ?? {};
  const type = textOf(agentType);
  return type === null ? null : { type, description: textOf(description) ?? '' };
}
