import { answer, failure, story, text, tool, type Story } from '#test/helpers/model-server/index';
import { greeting } from '#test/helpers/model-server/stories/greeting';

/** What the scripted model can be made to do for a recording. */
export const stories: Readonly<Record<string, Story>> = {
  greeting,
  permission: story('permission', [
    answer(
      text('I will run it.'),
      tool('Bash', { command: 'touch hello.txt', description: 'Create a file' }),
    ),
    answer(text('Done.')),
  ]),
  plan: story('plan', [
    answer(tool('ExitPlanMode', { plan: '# Plan\n\n1. Read\n2. Write' })),
    answer(text('I start.')),
  ]),
  question: story('question', [
    answer(
      tool('AskUserQuestion', {
        questions: [
          {
            question: 'Which one?',
            header: 'Choice',
            multiSelect: false,
            options: [
              { label: 'One', description: 'The first' },
              { label: 'Two', description: 'The second' },
            ],
          },
        ],
      }),
    ),
    answer(text('Thanks.')),
  ]),
  limit: story('limit', [failure(429, { message: 'This request would exceed the rate limit.' })]),
  held: story('held', [
    answer(text('One two three, and then nothing more until it is released.')).held('inside'),
  ]),
};
