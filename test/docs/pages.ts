import { readResults } from '../faults/results';
import { cliPage } from './cli-page';
import { commandsPage } from './commands-page';
import { configurationPage } from './configuration-page';
import { keysPage } from './keys-page';
import { mcpToolsPage } from './mcp-page';
import { reliabilityPage } from './reliability-page';
import { renderedText } from './rendered-text';

export interface Page {
  /** From the root. */
  readonly file: string;
  readonly render: () => string;
}

/** The pages that are made from the code, or from what a suite found. One for another surface is a line here. */
export const PAGES: readonly Page[] = [
  { file: 'docs/reference/commands.md', render: commandsPage },
  { file: 'docs/reference/cli.md', render: cliPage },
  { file: 'docs/reference/mcp-tools.md', render: mcpToolsPage },
  { file: 'docs/reference/reliability.md', render: () => reliabilityPage(readResults()) },
  { file: 'docs/reference/configuration.md', render: configurationPage },
  { file: 'docs/reference/keys.md', render: keysPage },
];

/** A page as it has to stand in its file. */
export function rendered(page: Page): Promise<string> {
  return renderedText(page.render());
}
