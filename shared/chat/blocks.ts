import type { JsonRecord } from './json';
import { isRecord, listOf, recordOf, textOf } from './json';

/** A picture as it stands in a message. One that has to be fetched is only named: the window fetches nothing. */
export type ImageSource =
  | { readonly kind: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'elsewhere'; readonly address: string };

/** What a tool gave back, in parts. */
export type ResultPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: ImageSource }
  | { readonly type: 'other'; readonly name: string; readonly raw: unknown };

/** A part of a message. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly redacted: boolean }
  | { readonly type: 'tool-use'; readonly id: string; readonly name: string; readonly input: JsonRecord }
  | {
      readonly type: 'tool-result';
      readonly toolUseId: string;
      readonly parts: readonly ResultPart[];
      readonly isError: boolean;
    }
  | { readonly type: 'image'; readonly image: ImageSource }
  | { readonly type: 'unknown'; readonly name: string; readonly raw: unknown };

/** The content of a message: one text, or blocks. Whatever is not known stays as it is. */
export function parseContent(content: unknown): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).map(parseBlock);
}

export function parseBlock(block: unknown): Block {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (!isRecord(block)) return { type: 'unknown', name: typeof block, raw: block };
  const type = textOf(block['type']);
  switch (type) {
    case 'text':
      if (typeof block['text'] === 'string') return { type: 'text', text: block['text'] };
      break;
    case 'thinking':
      if (typeof block['thinking'] === 'string')
        return { type: 'thinking', text: block['thinking'], redacted: false };
      break;
    case 'redacted_thinking':
      return { type: 'thinking', text: '', redacted: true };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      if (typeof block['id'] === 'string')
        return {
          type: 'tool-use',
          id: block['id'],
          name: toolName(block),
          input: recordOf(block['input']),
        };
      break;
    case 'image': {
      const image = parseImage(block);
      if (image !== null) return { type: 'image', image };
      break;
    }
    default:
      // `tool_result`, and the results of tools that run at the other end, such as `web_search_tool_result`.
      if (type.endsWith('tool_result') && typeof block['tool_use_id'] === 'string')
        return {
          type: 'tool-result',
          toolUseId: block['tool_use_id'],
          parts: parseParts(block['content']),
          isError: block['is_error'] === true,
        };
  }
  return { type: 'unknown', name: type === '' ? 'block without a type' : type, raw: block };
}

function toolName(block: JsonRecord): string {
  const name = textOf(block['name']) || 'tool without a name';
  const server = textOf(block['server_name']);
  return block['type'] === 'mcp_tool_use' && server !== '' ? `mcp__${server}__${name}` : name;
}

export function parseParts(content: unknown): readonly ResultPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (isRecord(content)) return [{ type: 'other', name: textOf(content['type']) || 'result', raw: content }];
  return listOf(content).map((part): ResultPart => {
    if (typeof part === 'string') return { type: 'text', text: part };
    if (isRecord(part)) {
      if (part['type'] === 'text' && typeof part['text'] === 'string')
        return { type: 'text', text: part['text'] };
      const image = part['type'] === 'image' ? parseImage(part) : null;
      if (image !== null) return { type: 'image', image };
    }
    return { type: 'other', name: textOf(recordOf(part)['type']) || 'part', raw: part };
  });
}

function parseImage(block: JsonRecord): ImageSource | null {
  const source = recordOf(block['source']);
  if (source['type'] === 'base64' && typeof source['data'] === 'string')
    return { kind: 'base64', mediaType: textOf(source['media_type']), data: source['data'] };
  // An MCP server gives its pictures without a source.
  if (typeof block['data'] === 'string' && typeof block['mimeType'] === 'string')
    return { kind: 'base64', mediaType: block['mimeType'], data: block['data'] };
  if (typeof source['url'] === 'string') return { kind: 'elsewhere', address: source['url'] };
  if (typeof source['file_id'] === 'string') return { kind: 'elsewhere', address: source['file_id'] };
  return null;
}

/** The texts of a result, one below the other. */
export function resultText(parts: readonly ResultPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
