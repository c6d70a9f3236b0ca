import type { MessagesBody } from './model/requests';
import { lastUserText } from './model/requests';
import type { Block as Spoken, Story, Turn } from './model/story';
import { answer, directed, text, thinking, tool } from './model/story';

/*
 * What the model of the demo says. It knows the three conversations that the demo begins by their first prompts, and how
 * far each has come by the tools that it has called there.
 */

export const LAMP_PROMPT = 'The lamp blinks too fast. Run the tests, find out why and mend it.';
export const RELEASE_PROMPT = 'Write the notes for the next release.';

/** Milliseconds before each piece of an answer, so that one sees it being written. */
const PACE = 45;
const THOUGHT = 'The tests say what is expected. I run them first, then I look at the script.';

export const BROKEN_LAMP =
  '#!/bin/sh\n# The lamp of the lighthouse.\nperiod=2\necho "a flash every $period s"\n';
export const LAMP_TEST =
  '#!/bin/sh\n# The lamp has to flash every 5 seconds.\ncase "$(sh lamp.sh)" in\n' +
  '  *" 5 s"*) echo "3 tests, 3 passed" ;;\n' +
  '  *) echo "3 tests, 1 failed: wanted a flash every 5 s, got: $(sh lamp.sh)" ;;\nesac\n';

interface Block {
  readonly type?: string;
  readonly name?: string;
  readonly text?: string;
  readonly is_error?: boolean;
}

/** All blocks of one side of a conversation; plain text counts as one block. */
function blocksOf(body: MessagesBody, role: string): readonly Block[] {
  return (body.messages ?? [])
    .filter((message) => message.role === role)
    .flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Block[]),
    );
}

/** `folder` is where the demo's project lies. */
export function demoStory(folder: string): Story {
  const slowly = (...blocks: readonly Spoken[]): Turn => answer(...blocks).slowly(PACE);
  const run = (description: string) => tool('Bash', { command: 'sh test.sh', description });

  function lamp(body: MessagesBody, step: number): Turn {
    const refused = blocksOf(body, 'user').some((block) => block.is_error === true);
    if (refused)
      return slowly(text('All right, I leave it as it is. Tell me what you want me to do in its place.'));
    switch (step) {
      case 0:
        return slowly(thinking(THOUGHT), text('I run the tests first.'), run('Run the tests of the lamp'));
      case 1:
        return slowly(
          text('One test fails: the lamp flashes every 2 seconds, and 5 are wanted. I look at the script.'),
          tool('Read', { file_path: `${folder}/lamp.sh` }),
        );
      case 2:
        return slowly(
          text('The period is too short.'),
          tool('Edit', { file_path: `${folder}/lamp.sh`, old_string: 'period=2', new_string: 'period=5' }),
        );
      case 3:
        return slowly(text('Once more, to see that it holds.'), run('Run the tests again'));
      default:
        return slowly(
          text(
            'The lamp now flashes every 5 seconds, and all 3 tests pass. I changed one line in `lamp.sh`.',
          ),
        );
    }
  }

  function release(step: number): Turn {
    if (step === 0)
      return slowly(
        thinking('Notes are short or long. That is for the person to say.'),
        text('I have read what changed. Before I write, one question.'),
        tool('AskUserQuestion', {
          questions: [
            {
              question: 'How long should the notes be?',
              header: 'Length',
              multiSelect: false,
              options: [
                { label: 'Short', description: 'one line for each change' },
                { label: 'Long', description: 'a paragraph for each change, with an example' },
              ],
            },
          ],
        }),
      );
    return slowly(
      text(
        '## Lighthouse 1.2\n\n| What | Before | Now |\n| --- | --- | --- |\n| Period of the lamp | 2 s | **5 s** |\n| Tests | 2 of 3 | 3 of 3 |\n\n' +
          '- [x] The lamp keeps to the chart.\n- [ ] The horn is next.\n\n```sh\nsh lamp.sh   # a flash every 5 s\n```\n',
      ),
    );
  }

  return directed('demo', (body) => {
    const said = blocksOf(body, 'user').map((block) => block.text ?? '');
    const step = blocksOf(body, 'assistant').filter((block) => block.type === 'tool_use').length;
    if (lastUserText(body) !== '' && lastUserText(body).includes('build'))
      return slowly(text('The build is green: 3 tests, 3 passed. It took 4 seconds.'));
    // What is said later in these conversations is answered as in any other.
    const prompts = said.filter((words) => words !== '' && !words.startsWith('<'));
    const last = prompts.at(-1) ?? '';
    if (last.includes(LAMP_PROMPT)) return lamp(body, step);
    if (last.includes(RELEASE_PROMPT)) return release(step);
    return slowly(
      text(
        'I am the model of the demo: I know the three conversations that it began, and this sentence. With your own Claude, this is where the answer would be.',
      ),
    );
  });
}
