// Answers of the model that bring a Claude into states which more than one suite looks at.
import { answer, failure, tool, type Turn } from '#test/helpers/model-server/index';

/** Asks for the approval of a plan; Claude shows that only in plan mode. */
export const plan: Turn = answer(tool('ExitPlanMode', { plan: '# Plan\n\n1. Read\n2. Write' }));

export const question: Turn = answer(
  tool('AskUserQuestion', {
    questions: [
      {
        question: 'Which database shall it be?',
        header: 'Database',
        multiSelect: false,
        options: [
          { label: 'PostgreSQL', description: 'The first' },
          { label: 'SQLite', description: 'The second' },
        ],
      },
    ],
  }),
);

/** What the API answers to somebody who has used up a limit that ends in so many seconds. */
export const limit = (seconds: number): Turn =>
  failure(429, {
    message: 'This request would exceed your account’s rate limit. Please try again later.',
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'anthropic-ratelimit-unified-reset': String(Math.floor(Date.now() / 1000) + seconds),
      'x-should-retry': 'false',
    },
  });
