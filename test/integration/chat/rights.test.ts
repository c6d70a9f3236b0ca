// What a Claude, or a program that it runs, may not do to Claudes: speak for the person, or loosen what may be done.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandName } from '#shared/commands/catalog';
import type { Origin } from '#shared/commands/define-command';
import { toolNamed } from '#shared/commands/tools';
import { TestCore } from '#test/helpers/core';

const PERSONAL: readonly (readonly [CommandName, Readonly<Record<string, unknown>>])[] = [
  ['set_face', { face: 'chat' }],
  ['send_prompt', { text: '!rm -rf /' }],
  ['send_now', { delivery_id: 'x' }],
  ['interrupt_claude', {}],
  ['set_claude_model', { model: 'opus' }],
  ['set_permission_mode', { mode: 'bypassPermissions' }],
  ['answer_permission', { ask_ids: ['x'], decision: 'allow' }],
  ['defer_permission', { ask_id: 'x' }],
];

describe('rights over Claudes', () => {
  it.each(PERSONAL)("%s is the person's alone", async (name, input) => {
    const app = await TestCore.start();
    onTestFinished(() => app.close());
    const { pane } = await app.run('create_window', { command: 'claude', face: 'chat' });
    const shell = await app.run(
      'create_pane',
      { pane_id: pane.id },
      { kind: 'agent', paneId: pane.id, via: 'mcp' },
    );
    expect(toolNamed(`fugue_${name}`)).toBeNull();
    const origins: readonly Origin[] = [
      { kind: 'agent', paneId: pane.id, via: 'mcp' },
      { kind: 'cli', paneId: pane.id },
      // A shell that a Claude opened speaks for it.
      { kind: 'cli', paneId: shell.pane.id },
    ];
    for (const origin of origins) {
      const result = await app.core.dispatcher.run({ name, input: { ...input }, origin });
      expect(result.ok ? 'done' : result.error.code, `${origin.kind} ${String(origin.paneId)}`).toBe(
        'refused',
      );
    }
  });
});
