// Typing to a real `claude` that runs in a test terminal.
import type { TestTerminal } from '#test/helpers/terminal';
import { waitFor } from '#test/helpers/wait';

/** Waits for the first title: from then on claude takes input. */
export async function whenReady(terminal: TestTerminal): Promise<void> {
  await waitFor('the title of a ready claude', () => terminal.title.startsWith('✳'), {
    timeout: 30_000,
    instead: () => `\n${terminal.text().trimEnd()}`,
  });
}

/**
 * Pastes one short line and submits it as a person would: Enter comes once the line is in the box. In the same
 * write as the paste, 2.1.197 takes it for a part of the paste and submits nothing.
 */
export async function submitPrompt(terminal: TestTerminal, prompt: string): Promise<void> {
  terminal.write(`\x1b[200~${prompt}\x1b[201~`);
  await terminal.waitForText(prompt);
  terminal.write('\r');
}
