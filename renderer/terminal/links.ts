import type { PaneId } from '#shared/model/ids';
import { bridge } from '../bridge/bridge';
import { confirm, toast } from '../store/ui-store';

/** The link as it may be opened, or null. Only web links, and none that carries a name or password. */
export function webLink(text: string): URL | null {
  try {
    const url = new URL(text);
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    return web && url.hostname !== '' && url.username === '' && url.password === '' ? url : null;
  } catch {
    // No link at all.
    return null;
  }
}

/** Asks with the whole address in view, and opens the link in the browser. */
export async function openLink(
  text: string,
  paneId: PaneId | null,
  whose = 'A program in the terminal shows this link.',
): Promise<void> {
  const url = webLink(text);
  if (url === null) {
    toast('Only web links (http and https) can be opened.');
    return;
  }
  const agreed = await confirm({
    title: `Open a link to ${url.host}?`,
    message: `${whose} It opens in your browser.`,
    quoted: url.href,
    confirm: 'Open link',
    ...(paneId === null ? {} : { paneId }),
  });
  if (!agreed) return;
  const opened = await bridge.invoke('link:open', { url: url.href });
  if (!opened.ok) toast(opened.error.message);
}
