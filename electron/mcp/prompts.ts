import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';

export interface PromptParameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly PromptParameter[];
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

/** Common set-ups, as what a person would ask for. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'worker_team',
    title: 'Share a task among workers',
    description:
      'Splits a task, starts a Claude for each part in a pane of its own, and gathers the results.',
    parameters: [
      { name: 'task', description: 'what is to be done', required: true },
      { name: 'workers', description: 'how many workers at most, 1 to 8; default 2', required: false },
    ],
    text: ({ task = '', workers = '2' }) =>
      [
        `Task: ${task}`,
        '',
        `Split it into at most ${workers} parts that do not touch the same files. Then, with the tools of Fugue:`,
        '1. Tag your own session "orchestrator" with fugue_set_tags.',
        '2. For each part start a worker with fugue_create_pane (kind "claude", a name that says the part).',
        '3. Wait with fugue_wait_for_status until each is idle, and send it its part with fugue_send_orchestration ({"pane": …}): what to do, what to leave alone, and to tell you the end with fugue_report_status.',
        '4. Reports come to you as messages. When all parts are done, check the result yourself, sum it up for me, and close the panes that you opened.',
      ].join('\n'),
  },
  {
    name: 'watch_and_mend',
    title: 'Keep a command green',
    description: 'Runs a command in a pane, waits for its end, and mends what it complains about.',
    parameters: [{ name: 'command', description: 'such as "npm test"', required: true }],
    text: ({ command = '' }) =>
      [
        `Run \`${command}\` in a new pane (fugue_create_pane) and wait for its end with fugue_expect (status "exited").`,
        'Read what it printed with fugue_read_pane (from "scrollback"). If it failed, mend the cause, then start it again with fugue_restart_pane, until it passes or you need a decision of mine: then use fugue_request_help.',
        'Close the pane when it has passed.',
      ].join('\n'),
  },
  {
    name: 'second_opinion',
    title: 'Ask another Claude for its opinion',
    description: 'Starts a fresh Claude that has not seen this conversation, and brings back what it thinks.',
    parameters: [{ name: 'question', description: 'what to ask', required: true }],
    text: ({ question = '' }) =>
      [
        'Start a Claude in a new pane (fugue_create_pane, kind "claude", name "second opinion") and wait until it is idle.',
        `Send it this question with fugue_send_orchestration, with the files that matter named, and ask it to answer with fugue_send_orchestration ({"parent": true}): ${question}`,
        'When its answer arrives, compare it with yours, tell me where you differ and why, and close its pane.',
      ].join('\n'),
  },
];

export function findPrompt(name: string, values: Readonly<Record<string, string>>): Result<string, string> {
  const prompt = PROMPTS.find((entry) => entry.name === name);
  if (prompt === undefined)
    return fail(`there is no prompt ${name}: there are ${PROMPTS.map((entry) => entry.name).join(', ')}`);
  const missing = prompt.parameters.filter(({ name: key, required }) => required && !values[key]?.trim());
  if (missing.length > 0)
    return fail(`the prompt ${name} needs ${missing.map(({ name: key }) => key).join(' and ')}`);
  return ok(prompt.text(values));
}
