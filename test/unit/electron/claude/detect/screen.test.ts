import { describe, expect, it } from 'vitest';
import { readScreen } from '#electron/claude/detect/screen';
import { fixtureText } from '#test/helpers/fixtures';

const rule = '─'.repeat(80);
const box = [rule, '❯ ', rule, '  ? for shortcuts'];
const read = (rows: readonly string[]) => readScreen(rows, 80);
const readCase = (name: string) => readScreen(fixtureText(`cases/${name}`).split('\n'), 60);

describe('screens of failures that comparable tools had', () => {
  it.each([
    ['state-01/busy_middle_dot.txt', 'busy'],
    ['state-01/busy_new_label.txt', 'busy'],
    ['state-01/busy_subagent.txt', 'busy'],
    ['state-01/idle_plain.txt', 'ready'],
    ['state-02/busy_with_prompt.txt', 'busy'],
    ['state-08/trust.txt', 'dialog'],
    ['state-08/resume_menu.txt', 'dialog'],
  ])('%s is %s', (name, type) => {
    expect(readCase(name).type).toBe(type);
  });

  it('names what the questions of a start ask', () => {
    expect(readCase('state-08/trust.txt')).toMatchObject({
      waitingFor: 'trust',
      summary: expect.stringContaining('/home/dev/otter') as string,
    });
    expect(readCase('state-08/resume_menu.txt')).toMatchObject({
      waitingFor: 'dialog',
      summary: 'asks how to resume the conversation',
    });
  });
});

describe('a tool that runs in the fullscreen renderer', () => {
  const line = '─'.repeat(80);
  const box = [line, '❯ ', line, '  esc to interrupt · ← for agents'];
  const turn = (...rows: string[]) => [...rows, '', '', '✶ Moonwalking… (10s · ↓ 31 tokens)', '', ...box];

  it.each([
    ['with its count', ['● Running 1 shell command…', '  ⎿  $ touch made.txt']],
    ['while its sign is not lit', ['  Running 1 shell command…', '  ⎿  $ touch made.txt']],
    ['with only its command', ['  ⎿  $ touch made.txt (10s)', '     (ctrl+b to run in background)']],
  ])('is seen %s', (_name, rows) => {
    expect(readScreen(turn(...rows), 80)).toEqual({ type: 'busy', activity: 'tool', summary: 'runs a tool' });
  });

  it('is none once it has run', () => {
    expect(readScreen(turn('  Ran 1 shell command'), 80)).toMatchObject({ type: 'busy', activity: 'model' });
  });
});

describe('questions of a start and of commands', () => {
  it.each([
    [
      'trust',
      'trust',
      [
        '',
        rule,
        ' Accessing workspace:',
        '',
        ' /home/dev/x',
        '',
        ' ❯ No, exit',
        '   Yes, I trust this folder',
        '',
        ' Enter to confirm · Esc to cancel',
      ],
    ],
    [
      'an API key',
      'login',
      [
        rule,
        '  Detected a custom API key in your environment',
        '',
        '  ANTHROPIC_API_KEY: sk-ant-...abc',
        '',
        '  Do you want to use this API key?',
        '',
        '    1. Yes',
        '  ❯ 2. No (recommended)',
        '',
        '  Enter to confirm · Esc to cancel',
      ],
    ],
    [
      'an API key, without numbers',
      'login',
      [
        rule,
        '  Detected a custom API key in your environment',
        '',
        '  Do you want to use this API key?',
        '',
        '    Yes',
        '  ❯ No (recommended)',
        '',
        '  Enter to confirm · Esc to cancel',
      ],
    ],
    [
      'a login',
      'login',
      [
        '❯ /login',
        '▔'.repeat(80),
        '  Login',
        '',
        '  Select login method:',
        '',
        '  ❯ 1. Claude account',
        '    2. Console account',
        '',
        '  Esc to cancel',
      ],
    ],
    [
      'a model',
      'dialog',
      [
        '❯ /model',
        rule,
        '  Select model',
        '  Switch.',
        '',
        '  ❯ 1. Default ✔  Use it',
        '                  (more)',
        '    2. Opus       Best',
        '',
        '  ● High effort',
        '',
        '  Enter to set as default · s to use this session only · Esc to cancel',
      ],
    ],
    [
      'a session',
      'dialog',
      [
        '❯ /resume',
        rule,
        '  Resume session',
        `  ╭${'─'.repeat(70)}╮`,
        '  │ ⌕ Search…    │',
        `  ╰${'─'.repeat(70)}╯`,
        '    p',
        '   No conversations found',
        '',
        '    Ctrl+A to show all projects · Type to',
        '    search · Esc to cancel',
      ],
    ],
    [
      'an MCP server',
      'trust',
      [
        rule,
        ' New MCP server found in this project: projsrv',
        '',
        ' ❯ 1. Use this MCP server',
        '   2. Use this and all future MCP servers in this project',
        '   3. Continue without',
        '',
        ' Enter to confirm · Esc to cancel',
      ],
    ],
    [
      'an empty plan',
      'plan',
      [
        rule,
        ' Exit plan mode?',
        '',
        ' Claude wants to exit plan mode',
        '',
        ' ❯ 1. Yes',
        '   2. No',
        '',
        ' Esc to cancel',
      ],
    ],
    [
      'an empty plan, full screen',
      'plan',
      [
        '❯ go',
        '',
        '▔'.repeat(80),
        '',
        `  ${'─'.repeat(76)}`,
        '   Exit plan mode?',
        '',
        '   Claude wants to exit plan mode',
        '',
        '   ❯ 1. Yes, and switch to default (ask each time) for this session',
        '     2. No',
      ],
    ],
  ])('%s', (_name, waitingFor, rows) => {
    expect(read(rows)).toMatchObject({ type: 'dialog', waitingFor });
  });

  it('a login that is missing', () => {
    expect(
      read([rule, '❯ ', rule, '  ? for shortcuts                    Not logged in · Run /login']),
    ).toMatchObject({ type: 'dialog', waitingFor: 'login' });
    expect(
      read(['                              Not logged in · run /login', rule, '❯ ', rule, '  auto mode on']),
    ).toMatchObject({ waitingFor: 'login' });
  });
});

const dialogText = ['Do you want to proceed?', '❯ 1. Yes', '  2. No', '', 'Esc to cancel · Tab to amend'];

describe('text that looks like a dialog is none', () => {
  it.each([
    ['in an answer', ['● It will ask:', ...dialogText.map((row) => `  ${row}`), '', ...box]],
    [
      'in the output of a tool',
      ['● Bash(cat screen.txt)', ...dialogText.map((row) => `  ⎿  ${row}`), '', ...box],
    ],
    ['in a prompt', ['❯ 1. Yes', '  2. No', '', '● Fine.', '', ...box]],
    ['in a draft', [rule, '❯ 1. Yes', '  2. No', '  Esc to cancel', rule, '  ? for shortcuts']],
    [
      'below the box, as a list of commands',
      [rule, '❯ /exit', rule, '  ❯ /exit      Exit the CLI', '    /context   Show what fills the context'],
    ],
    [
      'in a whole transcript',
      ['❯ 1. Yes', '  2. No', '● Fine.', '', '  Showing detailed transcript · ctrl+o to toggle'],
    ],
  ])('%s', (_name, rows) => {
    expect(read(rows).type).not.toBe('dialog');
  });

  it('and words in the conversation make nothing busy', () => {
    expect(read(['● Press esc to interrupt', '  Retrying in 5s · attempt 1/10', '', ...box]).type).toBe(
      'ready',
    );
    expect(read(['● Wait…', '', ...box]).type).toBe('ready');
    expect(read(['✻ Baked for 5s', '', ...box]).type).toBe('ready');
  });

  it('and a real dialog that quotes another one is what it is', () => {
    const rows = [
      rule,
      ' Bash command',
      '',
      '   echo "Do you trust the files in this folder?"',
      '',
      ' Do you want to proceed?',
      ' ❯ 1. Yes',
      '   2. No',
      '',
      ' Esc to cancel',
    ];
    expect(read(rows)).toMatchObject({
      type: 'dialog',
      waitingFor: 'permission',
      summary: expect.stringContaining('Do you trust') as string,
    });
  });
});

it('takes no dashed line for the title of a dialog whose first rows have no room', () => {
  const rows = [
    '╌'.repeat(76),
    ' This command requires approval',
    '',
    ' Do you want to proceed?',
    ' ❯ 1. Yes',
    '   2. No',
    ' ↑ 8 more lines',
    ' Esc to cancel · Tab to amend',
  ];
  expect(read(rows)).toEqual({
    type: 'dialog',
    waitingFor: 'permission',
    summary: 'asks: Do you want to proceed?',
    cut: true,
  });
});

it('sees a dialog that is held back while somebody types', () => {
  const rows = [
    '● Bash(ls)',
    '  ⎿  Waiting…',
    '',
    '  Waiting for permission…',
    rule,
    '❯ abc',
    rule,
    '  manual mode on',
  ];
  expect(read(rows)).toMatchObject({ type: 'dialog', waitingFor: 'permission' });
});

it('reads errors, limits, interruptions and retries from the end of the conversation', () => {
  expect(read(['● API Error: 529 Overloaded', '', ...box])).toEqual({
    type: 'error',
    summary: 'API Error: 529 Overloaded',
  });
  expect(read(["● You've hit your session limit · resets 3pm (Europe/Berlin)", '', ...box])).toMatchObject({
    type: 'limited',
  });
  expect(read(['❯ hello', '  ⎿  5-hour limit reached ∙ resets 3pm', '', ...box])).toMatchObject({
    type: 'limited',
  });
  expect(read(['● text', '  ⎿  Interrupted · What should Claude do instead?', '', ...box])).toEqual({
    type: 'ready',
    interrupted: true,
  });
  expect(
    read(['✻ API error · Retrying in 1s · attempt 1/10', rule, '❯ ', rule, '  esc to interrupt']),
  ).toMatchObject({ type: 'busy', activity: 'retry' });
  expect(read(['', '', ''])).toEqual({ type: 'none' });
});
