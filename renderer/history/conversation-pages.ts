import type { ConversationView } from '#shared/commands/history';

export interface ShownConversation extends ConversationView {
  /** Text around what was searched for; null in the list of all. */
  readonly excerpt: string | null;
}

export interface Answer {
  readonly rows: readonly ShownConversation[];
  /** Conversations that a search found, also those that are not shown; null without a search. */
  readonly total: number | null;
  /** Where the next page begins; null when all is there. */
  readonly cursor: string | null;
}

export interface Shown {
  readonly rows: Answer['rows'];
  readonly total: Answer['total'];
  readonly state: 'asking' | 'there' | 'failed';
}

export interface Question {
  /** Words to search for; null: all conversations. */
  readonly words: string | null;
  /** Only those of a folder; null: of all. */
  readonly folder: string | null;
}

/** Who is asked. Null when no answer came. */
export interface ConversationSource {
  readonly list: (folder: string | null, cursor: string | null) => Promise<Answer | null>;
  readonly search: (words: string, folder: string | null) => Promise<Answer | null>;
}

/**
 * The answer to the newest question, page after page. Each page stands there once, whoever asks for it how often, and a
 * page that a newer question overtakes on its way is not lost: it can be asked for again.
 */
export class ConversationPages {
  private answer: Answer = { rows: [], total: null, cursor: null };
  private answered: Question | null = null;
  /** Only the answer to the newest question counts. */
  private asked = 0;
  private isAsking = false;
  private isComing = false;
  private listener: (() => void) | null = null;
  private snapshot: Shown = { rows: [], total: null, state: 'asking' };

  constructor(private readonly source: ConversationSource) {}

  /** What is to be shown; another object after each change, and when a page may be asked for again. */
  readonly shown = (): Shown => this.snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listener = listener;
    return () => {
      this.listener = null;
    };
  };

  /** Whether a question is the one that is answered, so that asking it again only brings what has changed. */
  isAnswered({ words, folder }: Question): boolean {
    return this.answered?.words === words && this.answered.folder === folder;
  }

  /** Asks anew. Of what stands there nothing goes away when only its contents have changed. */
  async ask(question: Question): Promise<void> {
    const number = (this.asked += 1);
    this.isAsking = true;
    if (!this.isAnswered(question)) this.show('asking');
    const kept = this.isAnswered(question) ? this.answer.rows.length : 0;
    const next =
      question.words === null
        ? await this.listAtLeast(kept, question.folder)
        : await this.source.search(question.words, question.folder);
    if (this.asked !== number) return;
    this.isAsking = false;
    if (next === null) {
      this.show('failed');
      return;
    }
    this.answered = question;
    this.answer = next;
    this.show('there');
  }

  /** Asks for the next page, when there is one and it is not on its way. */
  readonly more = async (): Promise<void> => {
    const before = this.answer;
    if (before.cursor === null || this.isComing || this.isAsking || this.answered === null) return;
    this.isComing = true;
    const next = await this.source.list(this.answered.folder, before.cursor);
    this.isComing = false;
    if (next === null) return;
    // What was overtaken is told too: whoever still needs the page asks for it again.
    if (this.answer === before && !this.isAsking)
      this.answer = { ...next, rows: [...before.rows, ...next.rows] };
    this.show(this.snapshot.state);
  };

  private show(state: Shown['state']): void {
    this.snapshot = { rows: this.answer.rows, total: this.answer.total, state };
    this.listener?.();
  }

  private async listAtLeast(count: number, folder: string | null): Promise<Answer | null> {
    let answer = await this.source.list(folder, null);
    while (answer !== null && answer.cursor !== null && answer.rows.length < count) {
      const next = await this.source.list(folder, answer.cursor);
      if (next === null) return null;
      answer = { ...next, rows: [...answer.rows, ...next.rows] };
    }
    return answer;
  }
}
