import { afterAll, expect, it } from 'vitest';
import { draftOf, setDraft } from '../../../../renderer/chat/drafts';
import { shareDrafts } from '../../../../renderer/chat/share-drafts';
import { asPaneId } from '#shared/model/ids';
import { waitFor } from '#test/helpers/wait';

const other = new BroadcastChannel('fugue-drafts');
const heard: unknown[] = [];
other.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data);
afterAll(() => {
  other.close();
});

const one = asPaneId('one');
const two = asPaneId('two');

it('tells other pages what is being written, hears of it, and says none of that again', async () => {
  const stop = shareDrafts();
  await waitFor('the question for what others write', () => heard.length === 1);
  expect(heard).toEqual([{ ask: true }]);

  setDraft(one, { text: 'h' });
  setDraft(one, { text: 'hello' });
  await waitFor('what is written here', () => heard.length === 2);
  expect(heard[1]).toEqual({ drafts: { one: { text: 'hello', pictures: [] } } });

  other.postMessage({ drafts: { two: { text: 'from there', pictures: [] } } });
  await waitFor('what is written there', () => draftOf(two).text === 'from there');
  expect(draftOf(one).text).toBe('hello');

  // A page that opens later asks; what came from elsewhere was not told in between.
  other.postMessage({ ask: true });
  await waitFor('the answer', () => heard.length === 3);
  expect(heard[2]).toEqual({
    drafts: { one: { text: 'hello', pictures: [] }, two: { text: 'from there', pictures: [] } },
  });
  stop();
});
