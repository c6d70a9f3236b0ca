// What a checker of accessibility says about the window.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BUILT_IN_THEMES } from '#shared/theme/themes';
import type {} from '../../renderer/terminal/test-hooks';
import type { App } from './app';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

interface Axe {
  run(context: { exclude: string[] }, options: object): Promise<AxeResult>;
}

/** Each fault as a sentence with the element that has it; of all rules, or of one. */
export async function violations(of: App, rule: string | null = null): Promise<string[]> {
  const source = fs.readFileSync(
    createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  if (!(await of.page.evaluate(() => 'axe' in window))) {
    // The page's policy forbids eval and inline scripts; a debugger evaluates outside of it.
    const session = await of.page.context().newCDPSession(of.page);
    await session.send('Runtime.evaluate', { expression: source });
    await session.detach();
  }
  // A program in a terminal chooses its own colours.
  const result = await of.page.evaluate(
    (only) =>
      (window as unknown as { axe: Axe }).axe.run(
        { exclude: ['.xterm-rows'] },
        only === null ? {} : { runOnly: { type: 'rule', values: [only] } },
      ),
    rule,
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
}

/** What can't be read in each of the themes: they change colours and nothing else. Leaves the last of them shown. */
export async function contrastFaults(of: App): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, { terminal }] of Object.entries(BUILT_IN_THEMES)) {
    const shown = await of.page.evaluate((theme) => {
      window.fugueTest?.tryTheme(theme);
      return document.documentElement.style.getPropertyValue('--color-terminal');
    }, name);
    if (shown !== terminal.background) throw new Error(`the theme ${name} is not shown`);
    faults.push(...(await violations(of, 'color-contrast')).map((fault) => `${name}: ${fault}`));
  }
  return faults;
}
