// Turns an answer of a story into what the Messages API sends: a stream of events, or one message.
import type { AnswerTurn, Block } from './story';

export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One step of a stream: the events that are written together. `piece` marks a part of the content. */
export interface StreamStep {
  readonly events: readonly StreamEvent[];
  readonly piece: boolean;
}

const charactersPerPiece = 12;

/** Pieces that never cut a code point in two, as the real API never does. */
function piecesOf(content: string): string[] {
  const points = Array.from(content);
  const pieces: string[] = [];
  for (let start = 0; start < points.length; start += charactersPerPiece) {
    pieces.push(points.slice(start, start + charactersPerPiece).join(''));
  }
  return pieces;
}

const messageId = (number: number) => `msg_story_${String(number).padStart(4, '0')}`;
const toolId = (number: number, block: number) => `toolu_story_${String(number).padStart(4, '0')}_${block}`;
const signature = 'c3Rvcnktc2lnbmF0dXJl';

function finalBlock(block: Block, number: number, index: number): Record<string, unknown> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'thinking':
      return { type: 'thinking', thinking: block.thinking, signature };
    case 'tool':
      return { type: 'tool_use', id: toolId(number, index), name: block.name, input: block.input };
  }
}

function emptyBlock(block: Block, number: number, index: number): Record<string, unknown> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool':
      return { type: 'tool_use', id: toolId(number, index), name: block.name, input: {} };
  }
}

function deltasOf(block: Block): Record<string, unknown>[] {
  switch (block.type) {
    case 'text':
      return piecesOf(block.text).map((piece) => ({ type: 'text_delta', text: piece }));
    case 'thinking':
      return [
        ...piecesOf(block.thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
        { type: 'signature_delta', signature },
      ];
    case 'tool':
      return piecesOf(JSON.stringify(block.input)).map((piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      }));
  }
}

function stopReason(turn: AnswerTurn): string {
  return turn.blocks.some((block) => block.type === 'tool') ? 'tool_use' : 'end_turn';
}

/** A rough count, so that the numbers on the screen move like real ones. */
export function roughTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value ?? '').length / 4);
}

function usage(inputTokens: number, outputTokens: number): Record<string, number> {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
  };
}

/** The whole answer as one message, for a request that does not stream. */
export function messageOf(turn: AnswerTurn, number: number, model: string, inputTokens: number): object {
  const content = turn.blocks.map((block, index) => finalBlock(block, number, index));
  return {
    id: messageId(number),
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReason(turn),
    stop_sequence: null,
    usage: usage(inputTokens, roughTokens(content)),
  };
}

/** The answer as the steps of a stream. */
export function streamOf(turn: AnswerTurn, number: number, model: string, inputTokens: number): StreamStep[] {
  const message = messageOf(turn, number, model, inputTokens);
  const start = { ...message, content: [], stop_reason: null, usage: usage(inputTokens, 1) };
  const steps: StreamStep[] = [
    { events: [{ type: 'message_start', message: start }, { type: 'ping' }], piece: false },
  ];
  for (const [index, block] of turn.blocks.entries()) {
    const content_block = emptyBlock(block, number, index);
    steps.push({ events: [{ type: 'content_block_start', index, content_block }], piece: false });
    for (const delta of deltasOf(block)) {
      steps.push({ events: [{ type: 'content_block_delta', index, delta }], piece: true });
    }
    steps.push({ events: [{ type: 'content_block_stop', index }], piece: false });
  }
  const delta = { stop_reason: stopReason(turn), stop_sequence: null };
  const output = { output_tokens: roughTokens(turn.blocks) };
  steps.push({
    events: [{ type: 'message_delta', delta, usage: output }, { type: 'message_stop' }],
    piece: false,
  });
  return steps;
}
