import type { ModelUsage, UsageAnswer, UsageRequest, UsageRow } from '#shared/history/types';
import type { Costs, Prices, Tokens, UsageLine } from '#shared/history/usage';
import { addTokens, costOf, dayOf, laterOf, NO_TOKENS } from '#shared/history/usage';

/** What one conversation took, with what it is counted under. */
export interface UsageOfConversation {
  readonly id: string;
  readonly title: string;
  readonly directory: string;
  readonly lines: readonly UsageLine[];
  /** What Claude itself says of all of it. */
  readonly costs: Costs;
}

/** Adds up usage by session, project or day. */
export class UsageReport {
  private readonly rows = new Map<string, { title: string; models: Map<string, Sum> }>();
  private readonly total = new Map<string, Sum>();

  constructor(
    private readonly request: UsageRequest,
    private readonly prices: Prices,
  ) {}

  /**
   * Adds the copies of one conversation, the oldest first. What copies have in common is counted once, for the one that
   * had it first.
   */
  addFamily(copies: readonly UsageOfConversation[]): void {
    const answers = new Map<string, { owner: UsageOfConversation; line: UsageLine }>();
    for (const owner of copies)
      for (const line of owner.lines) {
        const before = answers.get(line.key);
        if (before === undefined) answers.set(line.key, { owner, line });
        else before.line = laterOf(before.line, line);
      }
    const { id, since } = this.request;
    for (const { owner, line } of answers.values()) {
      if (id !== null && owner.id !== id) continue;
      if (since !== null && line.at < since) continue;
      const { key, title } = this.groupOf(owner, line);
      const row = this.rows.get(key) ?? { title, models: new Map<string, Sum>() };
      this.rows.set(key, row);
      addTo(row.models, line);
      addTo(this.total, line);
    }
    this.addCosts(copies);
  }

  /** Claude counts the dollars of a whole conversation, and those of a fork from where it began: no part of time has its own. */
  private addCosts(copies: readonly UsageOfConversation[]): void {
    const { id, since, by } = this.request;
    if (since !== null || by === 'day') return;
    const owners = new Map<string, UsageOfConversation>();
    // One conversation may stand in two folders; it has gone on in the later one.
    for (const owner of copies) if (Object.keys(owner.costs).length > 0) owners.set(owner.id, owner);
    for (const owner of owners.values()) {
      if (id !== null && owner.id !== id) continue;
      const row = this.rows.get(by === 'session' ? owner.id : owner.directory);
      for (const [model, cost] of Object.entries(owner.costs))
        for (const sum of [row?.models.get(model), this.total.get(model)])
          if (sum !== undefined) sum.told = (sum.told ?? 0) + cost;
    }
  }

  get answer(): UsageAnswer {
    const rows = [...this.rows].map(([key, { title, models }]): UsageRow => ({
      key,
      title,
      models: this.view(models),
    }));
    const size = ({ models }: UsageRow): number =>
      models.reduce((sum, { tokens }) => sum + tokens.input + tokens.output + tokens.cacheWrite, 0);
    rows.sort((first, second) =>
      this.request.by === 'day'
        ? second.key.localeCompare(first.key)
        : size(second) - size(first) || first.key.localeCompare(second.key),
    );
    return { rows: rows.slice(0, this.request.limit), total: this.view(this.total) };
  }

  private groupOf(
    { id, title, directory }: UsageOfConversation,
    line: UsageLine,
  ): { readonly key: string; readonly title: string } {
    switch (this.request.by) {
      case 'session':
        return { key: id, title };
      case 'project':
        return { key: directory, title: directory };
      case 'day': {
        const day = dayOf(line.at);
        return { key: day, title: day };
      }
    }
  }

  private view(models: ReadonlyMap<string, Sum>): readonly ModelUsage[] {
    return [...models]
      .map(([model, { answers, tokens, told }]) => ({
        model,
        answers,
        tokens,
        cost: costOf(model, tokens, this.prices) ?? told,
      }))
      .sort((first, second) => second.tokens.output - first.tokens.output);
  }
}

interface Sum {
  answers: number;
  tokens: Tokens;
  /** Dollars as Claude told them; null when it did not. */
  told: number | null;
}

function addTo(models: Map<string, Sum>, { model, tokens }: UsageLine): void {
  const sum = models.get(model) ?? { answers: 0, tokens: NO_TOKENS, told: null };
  models.set(model, { ...sum, answers: sum.answers + 1, tokens: addTokens(sum.tokens, tokens) });
}
