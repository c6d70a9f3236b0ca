import type { PaneId } from '#shared/model/ids';
import { bridge } from '../bridge/bridge';
import { confirm, toast } from '../store/ui-store';
import { webLink } from '../terminal/links';

/** Asks with the whole address in view, and opens the link in the browser. */
export async function openChatLink(text: string, paneId: PaneId | null): Promise<void> {
  const url = webLink(text);
  if (url === null) {
    toast('Only web links (http and https) can be opened.');
    return;
  }
  const agreed = await confirm({
    title: `Open a link to ${url.host}?`,
    message: 'This link stands in the conversation. It opens in your browser.',
    quoted: url.href,
    confirm: 'Open link',
    ...(paneId === null ? {} : { paneId }),
  });
  if (!agreed) return;
  const opened = await bridge.invoke('link:open', { url: url.href });
  if (!opened.ok) toast(opened.error.message);
}
