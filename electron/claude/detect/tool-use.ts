import type { WaitingFor } from '#shared/model/agent-state';

const LONGEST_SUMMARY = 160;
/** The fields of a tool's input that say best what it is about, the best first. */
const TELLING_FIELDS = [
  'command',
  'file_path',
  'notebook_path',
  'url',
  'pattern',
  'query',
  'description',
  'path',
];

/** One line about a tool call: its name and what it is about, such as `Bash: touch hello.txt`. */
export function describeToolUse(tool: string, input: unknown): string {
  const fields =
    typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const question = (fields['questions'] as unknown[] | undefined)?.[0] as { question?: unknown } | undefined;
  const told = [question?.question, ...TELLING_FIELDS.map((field) => fields[field])].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  const line = told?.trim().split('\n', 1)[0] ?? '';
  const text = line === '' ? tool : `${tool}: ${line}`;
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1)}…`;
}

/** What a Claude waits for that asks to use a tool: two of its tools are questions to the person. */
export function askedBy(
  tool: string,
  summary: string,
): { readonly waitingFor: WaitingFor; readonly summary: string } {
  if (tool === 'AskUserQuestion') {
    return {
      waitingFor: 'question',
      summary: `asks: ${summary.replace(/^AskUserQuestion(?:: )?/, '') || 'a question'}`,
    };
  }
  if (tool === 'ExitPlanMode')
    return { waitingFor: 'plan', summary: 'has a plan and asks whether to go on with it' };
  return { waitingFor: 'permission', summary: `asks to run ${summary}` };
}
