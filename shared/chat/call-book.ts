import type { Block } from './blocks';
import type { JsonRecord } from './json';
import { someNumber, someText, textOf } from './json';
import type { Place, RowList } from './row-list';
import type { SubagentRows, ToolRow } from './rows';
import type { CallResult, CallState, ToolCall } from './tool-call';
import { newCall, toolDetails, withResult } from './tool-call';

interface Spot {
  readonly list: RowList;
  readonly place: Place;
  /** Told when the row has changed. */
  readonly changed: () => void;
}

type Origin = Pick<ToolRow, 'key' | 'at' | 'lines'>;
type ToolUse = Extract<Block, { type: 'tool-use' }>;
type ToolResult = Extract<Block, { type: 'tool-result' }>;

/** The calls of tools of a conversation and of its subagents. A result finds its call in whatever order they come. */
export class CallBook {
  private readonly spots = new Map<string, Spot>();
  /** Results whose calls stand in a part that is not loaded. */
  private readonly orphans = new Map<string, Spot>();
  /** Calls without a result. */
  private readonly open = new Set<string>();
  /** Which call started a subagent. */
  private readonly starters = new Map<string, string>();

  constructor(
    /** It has become known which call started a subagent. */
    private readonly onStarter: (agentId: string, starter: string) => void,
  ) {}

  /** A row for the call is there before the call is. */
  expect(id: string, spot: Spot): void {
    this.spots.set(id, spot);
  }

  starterOf(agentId: string): string | null {
    return this.starters.get(agentId) ?? null;
  }

  has(id: string): boolean {
    return this.spots.has(id) || this.orphans.has(id);
  }

  /** A row stands for a call that is not known, or not yet. */
  standIn(id: string, origin: Origin, where: Omit<Spot, 'place'>): void {
    const place = where.list.add({
      kind: 'tool',
      ...origin,
      call: newCall(id, 'Agent', {}, null),
      subagent: null,
    });
    this.orphans.set(id, { ...where, place });
  }

  /** What stood for a subagent whose call was not known goes: the call is another one, and known. */
  dismiss(id: string): void {
    const spot = this.orphans.get(id);
    if (spot === undefined) return;
    spot.list.absorb(spot.place);
    spot.changed();
    this.orphans.delete(id);
  }

  /** Takes a call; gives the key of its row. */
  takeCall(block: ToolUse, origin: Origin, where: Omit<Spot, 'place'>): string {
    const call = newCall(block.id, block.name, block.input, origin.at);
    const expected = this.spots.get(block.id);
    if (expected !== undefined) {
      const row = expected.list.get(expected.place);
      if (row.kind === 'tool') {
        const known = row.call.result === null ? call : { ...row.call, name: call.name, input: call.input };
        expected.list.set(expected.place, { ...row, at: origin.at, lines: origin.lines, call: known });
        if (known.result === null) this.open.add(block.id);
      }
      expected.changed();
      return row.key;
    }
    const orphan = this.orphans.get(block.id);
    const early = orphan?.list.get(orphan.place);
    const merged: ToolRow =
      early?.kind === 'tool'
        ? {
            kind: 'tool',
            ...origin,
            lines: [...origin.lines, ...early.lines],
            call: { ...early.call, name: call.name, input: call.input, startedAt: origin.at },
            subagent: early.subagent,
          }
        : { kind: 'tool', ...origin, call, subagent: null };
    this.dismiss(block.id);
    if (merged.call.result === null) this.open.add(block.id);
    this.spots.set(block.id, { ...where, place: where.list.add(merged) });
    return origin.key;
  }

  /** Takes a result; gives the key of the row that shows it. */
  takeResult(block: ToolResult, details: unknown, origin: Origin, where: Omit<Spot, 'place'>): string {
    const result: CallResult = { parts: block.parts, isError: block.isError, details: toolDetails(details) };
    this.open.delete(block.toolUseId);
    const agentId = result.details.agentId;
    if (agentId !== null) this.learn(agentId, block.toolUseId);
    const spot = this.spots.get(block.toolUseId) ?? this.orphans.get(block.toolUseId);
    if (spot === undefined) {
      const call = withResult(newCall(block.toolUseId, '', {}, null), result, origin.at);
      const place = where.list.add({ kind: 'tool', ...origin, call, subagent: null });
      this.orphans.set(block.toolUseId, { ...where, place });
      return origin.key;
    }
    return this.change(spot, (row) => ({
      ...row,
      lines: [...row.lines, ...origin.lines],
      call: withResult(row.call, result, origin.at),
    }));
  }

  /** Takes what a subagent says of its progress. False when its call is not known. */
  takeProgress(record: JsonRecord): string | null {
    const id = someText(record['tool_use_id']);
    const spot = id === null ? undefined : this.spots.get(id);
    if (id === null || spot === undefined) return null;
    const agentId = someText(record['task_id']);
    if (agentId !== null) this.learn(agentId, id);
    const usage = record['usage'] as JsonRecord | undefined;
    return this.change(spot, (row) => ({
      ...row,
      call: {
        ...row.call,
        progress: {
          doing:
            textOf(record['description']) || textOf(record['summary']) || (row.call.progress?.doing ?? ''),
          toolUses: someNumber(usage?.['tool_uses']) ?? row.call.progress?.toolUses ?? null,
          tokens: someNumber(usage?.['total_tokens']) ?? row.call.progress?.tokens ?? null,
        },
      },
    }));
  }

  callOf(id: string): ToolCall | null {
    const spot = this.spots.get(id);
    const row = spot?.list.get(spot.place);
    return row?.kind === 'tool' ? row.call : null;
  }

  /** The rows of the subagent that a call started are these now. */
  showSubagent(id: string, subagent: SubagentRows): void {
    const spot = this.spots.get(id) ?? this.orphans.get(id);
    if (spot !== undefined) this.change(spot, (row) => ({ ...row, subagent }));
  }

  /** The person did not allow it. */
  refuse(id: string): void {
    const spot = this.spots.get(id);
    if (spot !== undefined) this.change(spot, (row) => ({ ...row, call: { ...row.call, state: 'refused' } }));
  }

  /** No result will come any more. */
  endAll(state: CallState): void {
    for (const id of this.open) {
      const spot = this.spots.get(id);
      if (spot !== undefined) this.change(spot, (row) => ({ ...row, call: { ...row.call, state } }));
    }
    this.open.clear();
  }

  /** The call is shown as something else. */
  release(id: string): Spot | null {
    const spot = this.spots.get(id) ?? null;
    this.spots.delete(id);
    this.open.delete(id);
    return spot;
  }

  private learn(agentId: string, starter: string): void {
    if (this.starters.get(agentId) === starter) return;
    this.starters.set(agentId, starter);
    this.onStarter(agentId, starter);
  }

  private change(spot: Spot, next: (row: ToolRow) => ToolRow): string {
    const row = spot.list.get(spot.place);
    if (row.kind === 'tool') spot.list.set(spot.place, next(row));
    spot.changed();
    return row.key;
  }
}
