import type { WaitingFor } from '#shared/model/agent-state';
import type { Block, Panel, PromptBox } from './screen-layout';
import { isLimitMessage } from './limit';
import { blockAbove, cleanRows, findPanel, findPromptBox, isRule, lastRowWith } from './screen-layout';

/** What the screen of a Claude says. `none` is a screen that shows neither a prompt box nor a dialog. */
export type ScreenObservation =
  | { readonly type: 'busy'; readonly activity: 'model' | 'tool' | 'retry'; readonly summary: string }
  | {
      readonly type: 'dialog';
      readonly waitingFor: WaitingFor;
      readonly summary: string;
      /** Its first rows, which say what it is about, have no room on the screen. */
      readonly cut: boolean;
    }
  | { readonly type: 'ready'; readonly interrupted: boolean }
  | { readonly type: 'error'; readonly summary: string }
  /** A usage limit is reached; `message` may say when it ends. */
  | { readonly type: 'limited'; readonly message: string }
  | { readonly type: 'none' };

const NONE: ScreenObservation = { type: 'none' };
const LONGEST_SUMMARY = 160;
/** In front of what Claude does now. The words behind it are chosen at random and never matched. */
const ACTIVITY = /^(?:[·✢✳✶✻✽*∗]\s+\S.*…|[●⏺◐◑◒◓]\s+\S.*…\s*\([^)]*\d+s\b)/;
const END_OF_TURN = /^[·✢✳✶✻✽*∗]\s/;
const INTERRUPT_HINT = /\besc to (?:interrupt|interru|inter|int)/i;
const RETRY = /Retrying in (\d+)\s*s\S*(?:\s*·\s*attempt (\d+)\/(\d+))?/i;
const NOT_LOGGED_IN = /\bNot logged in · run \/login\b/i;

/**
 * Reads a settled screen: its rows from top to bottom and its width in cells. Only what stands at the bottom
 * counts, where Claude draws its prompt box or a dialog; the conversation above may show any text.
 */
export function readScreen(screen: readonly string[], columns: number): ScreenObservation {
  const rows = cleanRows(screen);
  if (rows.length === 0) return NONE;
  const box = findPromptBox(rows, columns);
  if (box !== null) return aroundPromptBox(rows, box);
  const panel = findPanel(rows, columns);
  if (panel !== null) return dialogIn(rows, panel, columns);
  const bottom = rows
    .slice(-3)
    .find((row) => INTERRUPT_HINT.test(row) && (ACTIVITY.test(row) || /^\s/.test(row)));
  return bottom === undefined ? NONE : { type: 'busy', activity: 'model', summary: 'is working' };
}

function aroundPromptBox(rows: readonly string[], box: PromptBox): ScreenObservation {
  const footer = rows.slice(box.below);
  const newest = blockAbove(rows, box.top);
  const head = newest?.rows[0] ?? '';
  const busy = footer.some((row) => INTERRUPT_HINT.test(row)) || ACTIVITY.test(head);
  const endOfTurn = !busy && newest !== null && END_OF_TURN.test(head);
  const block = (busy && ACTIVITY.test(head)) || endOfTurn ? blockAbove(rows, newest?.start ?? 0) : newest;
  const tool = toolState(block);
  const note = rows[lastRowWith(rows, box.top, (row) => row !== '' && !/^\s{20,}\S/.test(row))] ?? '';
  if (
    tool === 'held' ||
    /^\s{2}Waiting for permission…$/.test(note) ||
    footer.some((row) => /Waiting for permission…/.test(row))
  ) {
    const summary = 'asks for a permission once nobody types';
    return { type: 'dialog', waitingFor: 'permission', summary, cut: false };
  }
  if (busy || (tool === 'running' && !endOfTurn && !footer.some((row) => row.includes('? for shortcuts')))) {
    return busyWith(newest, block, tool === 'running');
  }
  const above = rows[box.top - 1] ?? '';
  if (NOT_LOGGED_IN.test(above) || footer.some((row) => NOT_LOGGED_IN.test(row))) {
    return { type: 'dialog', waitingFor: 'login', summary: 'is not logged in: type /login', cut: false };
  }
  return howItEnded(block);
}

function busyWith(newest: Block | null, block: Block | null, toolRuns: boolean): ScreenObservation {
  for (const row of [newest?.rows[0] ?? '', ...(block?.rows ?? []).slice(-2)]) {
    const retry = RETRY.exec(row);
    if (retry === null) continue;
    const attempt = retry[2] === undefined ? '' : ` (attempt ${retry[2]} of ${retry[3] ?? '?'})`;
    return { type: 'busy', activity: 'retry', summary: `the API did not answer; it tries again${attempt}` };
  }
  return toolRuns
    ? { type: 'busy', activity: 'tool', summary: 'runs a tool' }
    : { type: 'busy', activity: 'model', summary: 'is working' };
}

/** Whether the newest tool call of the conversation still runs, or waits for a dialog that is held back. */
function toolState(block: Block | null): 'running' | 'held' | null {
  const result = newestResult(block?.rows ?? []).rows;
  const last = result[0] ?? '';
  if (/^\s+⎿\s+Waiting for permission…/.test(last)) return 'held';
  // The fullscreen renderer shows the command itself below a call that has no result yet.
  const command = /^\s+⎿\s+\$ \S/.test(last);
  const inForeground = result.some((row) => /^\s+\(ctrl\+b to run in background\)$/.test(row));
  const counted = (block?.rows ?? []).some((row) => /^(?:[●⏺]|\s{2})\s*Running \d+ .*…/.test(row));
  return /^\s+⎿\s+(?:Running…|Waiting…)/.test(last) || (command && (inForeground || counted))
    ? 'running'
    : null;
}

/** How the last turn ended, from the last message of the conversation. */
function howItEnded(block: Block | null): ScreenObservation {
  if (block === null) return { type: 'ready', interrupted: false };
  const result = newestResult(block.rows);
  const text = joined(block.rows)
    .replace(/^[●⏺]\s*/, '')
    .trim();
  const resultText = joined(result.rows);
  for (const message of [text, resultText.replace(/^\s*⎿\s*/, '')]) {
    if (isLimitMessage(message)) return { type: 'limited', message };
    if (/^API Error\b/.test(message)) return { type: 'error', summary: shorten(message) };
  }
  return {
    type: 'ready',
    interrupted: /^\s+⎿\s+(?:Interrupted|(?:User rejected|Rejected) Claude['’]s plan)\b/.test(
      result.rows[0] ?? '',
    ),
  };
}

interface Section {
  readonly title: string;
  /** Rows between the title and the options. */
  readonly body: readonly string[];
  readonly question: string;
  readonly options: readonly string[];
  readonly footer: string;
}

function dialogIn(rows: readonly string[], panel: Panel, columns: number): ScreenObservation {
  const texts = rows.slice(panel.top, panel.firstOption).map((row) => row.trim());
  const filled = texts.filter((row) => row !== '' && !/^[─━▔]{3}/.test(row));
  const first = filled[0] ?? '';
  const section: Section = {
    // A dashed line is never a title: it parts the body from one that has no room.
    title: first.startsWith('╌╌╌') ? '' : first,
    body: texts.slice(texts.indexOf(first) + 1),
    question: questionIn(texts),
    options: panel.options,
    footer: rows
      .slice(panel.footer)
      .filter((row) => !isRule(row, columns))
      .join(' '),
  };
  const { waitingFor, summary } = classify(section);
  return { type: 'dialog', waitingFor, summary: shorten(summary), cut: panel.top === 0 };
}

/** The last sentence above the options, which may go over several rows. */
function questionIn(texts: readonly string[]): string {
  let end = texts.length;
  while (end > 0 && texts[end - 1] === '') end -= 1;
  let start = end;
  while (start > 0 && texts[start - 1] !== '' && !/^[╌─]/.test(texts[start - 1] ?? '')) {
    start -= 1;
    if (/^Do you want\b/.test(texts[start] ?? '')) break;
  }
  return texts.slice(start, end).join(' ').trim();
}

function classify(section: Section): { readonly waitingFor: WaitingFor; readonly summary: string } {
  const { title, question, options, footer } = section;
  const has = (pattern: RegExp): boolean => options.some((option) => pattern.test(option));
  // The options and the title come from Claude itself; the body may quote anything, so it proves nothing.
  if (/^Do you want to use this API key\?/.test(question)) {
    return { waitingFor: 'login', summary: 'asks whether to use the API key of the environment' };
  }
  if (has(/^Yes, I trust this folder/) || (has(/^No, exit/) && has(/^Yes/))) {
    const folder = section.body.find((row) => /^[/~]/.test(row));
    if (/bypass permissions/i.test(title)) {
      return { waitingFor: 'trust', summary: 'asks whether it may run without asking for permissions' };
    }
    return {
      waitingFor: 'trust',
      summary: `asks whether the folder ${folder ?? 'it was started in'} is trusted`,
    };
  }
  if (/^New MCP servers? found/i.test(title))
    return { waitingFor: 'trust', summary: `asks about an MCP server: ${title}` };
  if (
    /^(?:Ready to code\?|Exit plan mode\?)/.test(title) ||
    has(/^Tell Claude what to change/) ||
    /written up a plan\b.*proceed\?$/.test(question)
  ) {
    return { waitingFor: 'plan', summary: 'has a plan and asks whether to go on with it' };
  }
  if (/^Do you want\b.*\?$/.test(question) || (has(/^Yes\b/) && /^No\b/.test(options.at(-1) ?? ''))) {
    return { waitingFor: 'permission', summary: permissionSummary(section) };
  }
  if (/^(?:Login|Select login method|Log in)\b/i.test(title) || /^Select login method/.test(question)) {
    return { waitingFor: 'login', summary: 'asks how to log in' };
  }
  if (
    /^(?:←|[☐☒✔])/.test(title) ||
    has(/^(?:Chat about this|Type something)/) ||
    /Enter to select\b.*\bnavigate\b/.test(footer)
  ) {
    return { waitingFor: 'question', summary: `asks: ${question}` };
  }
  if (has(/^Resume (?:from summary|full session)/))
    return { waitingFor: 'dialog', summary: 'asks how to resume the conversation' };
  if (/Choose the text style|Let['’]s get started|Security notes/.test(`${title} ${question}`)) {
    return { waitingFor: 'onboarding', summary: 'asks the questions of a first start' };
  }
  return { waitingFor: 'dialog', summary: title === '' ? 'shows a dialog' : `shows a dialog: ${title}` };
}

function permissionSummary(section: Section): string {
  const [kind = '', origin] = section.title.split(' · ');
  const by = origin === undefined ? '' : ` (${origin})`;
  const subject = subjectOf(section.body);
  const edit = /^Do you want to (?:make this edit to|create|overwrite) (.+)\?$/.exec(section.question);
  if (edit !== null) {
    return `asks to ${section.question.includes('make this edit') ? 'edit' : 'write'} ${edit[1] ?? 'a file'}${by}`;
  }
  switch (kind) {
    case 'Bash command':
      return `asks to run Bash: ${subject}${by}`;
    case 'Fetch':
      return `asks to fetch ${/url: "([^"]*)"/.exec(subject)?.[1] ?? subject}${by}`;
    case 'Tool use':
      return `asks to use ${subject}${by}`;
    default:
      return section.title === section.question || kind === ''
        ? `asks: ${section.question}`
        : `asks for a permission: ${kind}: ${subject}${by}`;
  }
}

/** What a permission is for: the text between dashed lines where there are some, else the first paragraph's first row. */
function subjectOf(body: readonly string[]): string {
  const dashed = body.findIndex((row) => /^╌{3}/.test(row));
  const rows = dashed < 0 ? body : body.slice(dashed + 1);
  const texts = rows.filter((row) => row !== '' && !/^╌{3}/.test(row));
  return texts[0] ?? '';
}

/** The newest result below a tool call or a command; no rows when there is none. */
function newestResult(rows: readonly string[]): { readonly rows: readonly string[] } {
  const start = lastRowWith(rows, rows.length, (row) => /^\s+⎿/.test(row));
  return { rows: start < 0 ? [] : rows.slice(start) };
}

function joined(rows: readonly string[]): string {
  return rows.map((row) => row.trim()).join(' ');
}

function shorten(text: string): string {
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1)}…`;
}
