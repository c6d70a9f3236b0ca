// Settings of Claude in every state that they are found in, for what changes them.
import fs from 'node:fs';
import { INSTALLED_EVENTS } from '#electron/claude/install/hook-entries';
import { caseBytes, casePath } from './fixtures';

export const HOOK_COMMAND = '/home/dev/.local/share/ccmux/hook';

/** Settings of a person with hooks of their own. */
export const foreignSettings = caseBytes('hook-01/settings.json').toString('utf8');

export const hookEntry = (event: string, command = HOOK_COMMAND) => ({
  hooks: [{ type: 'command', command, args: [event], timeout: 5 }],
});

/** What the settings are with the hook in them. */
export function withHook(before: Record<string, unknown>): Record<string, unknown> {
  const hooks: Record<string, unknown> = { ...(before['hooks'] as object) };
  for (const event of INSTALLED_EVENTS) hooks[event] = [...((hooks[event] ?? []) as []), hookEntry(event)];
  return { ...before, hooks };
}

function reshape(text: string, change: (all: Record<string, unknown>) => unknown): string {
  const indent = /\n([ \t]+)"/.exec(text)?.[1];
  return JSON.stringify(change(JSON.parse(text) as Record<string, unknown>), null, indent);
}

const parsed = JSON.parse(foreignSettings) as Record<string, unknown>;
const shapes: readonly [string, string][] = [
  ['one blank', JSON.stringify(parsed, null, 1)],
  ['two blanks', JSON.stringify(parsed, null, 2)],
  ['four blanks', JSON.stringify(parsed, null, 4)],
  ['tabs', JSON.stringify(parsed, null, '\t')],
  ['one line', JSON.stringify(parsed)],
];
const contents: readonly [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['with a last line end', (text) => `${text}\n`],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['without hooks', (text) => reshape(text, ({ hooks: _, ...rest }) => rest)],
  ['with no hooks in it', (text) => reshape(text, (all) => ({ ...all, hooks: {} }))],
  ['with an empty list', (text) => reshape(text, (all) => ({ ...all, hooks: { Stop: [], SessionEnd: [] } }))],
  [
    'with 20 foreign hooks',
    (text) =>
      reshape(text, (all) => ({
        ...all,
        hooks: {
          Stop: Array.from({ length: 20 }, (_, number) => ({
            matcher: 'x',
            ...hookEntry('', `/opt/${String(number)}`),
          })),
        },
      })),
  ],
];

/** Names and texts of settings that Claude reads. */
export const VALID_SETTINGS: readonly [string, string][] = [
  ...shapes.flatMap(([shape, text]) =>
    contents.map(([content, change]): [string, string] => [`${content}, ${shape}`, change(text)]),
  ),
  ['an empty object', '{}'],
  ['an object on two lines', '{\n}\n'],
];

/** Names and contents of settings that nobody can change safely. */
export const BROKEN_SETTINGS: readonly [string, string | Buffer][] = [
  ...fs
    .readdirSync(casePath('hook-02'))
    .map((name): [string, Buffer] => [name, caseBytes(`hook-02/${name}`)]),
  ['a mark of bytes at its start', `\ufeff${foreignSettings}`],
  ['a trailing comma', '{"a": 1,}'],
  ['a list', '[]'],
  ['hooks that are a list', '{"hooks": []}'],
  ['hooks that are null', '{"hooks": null}'],
  ['hooks of an event that are no list', '{"hooks": {"Stop": {}}}'],
  ['hooks twice', '{"hooks": {"Stop": []}, "hooks": {"Stop": [{"hooks": []}]}}'],
  ['3 MB', JSON.stringify({ x: 'x'.repeat(3_000_000) })],
];
