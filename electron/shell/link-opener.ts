import { shell } from 'electron';
import type { Failure } from '#shared/base/errors';
import { errorMessage, failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';

/** Links that may be opened in this many milliseconds; the person clicks and confirms each, so more is no person. */
const WINDOW = 10_000;
const LIMIT = 5;

let recent: number[] = [];

/** Opens a link in the system's browser, if it is a plain http or https address. */
export async function openLink(address: string, now: number): Promise<Result<null, Failure>> {
  const url = checkLink(address);
  if (!url.ok) return url;
  recent = recent.filter((at) => now - at < WINDOW);
  if (recent.length >= LIMIT)
    return failure('limit', 'too many links were opened at once: wait a few seconds');
  recent.push(now);
  try {
    await shell.openExternal(url.value);
    return ok(null);
  } catch (error) {
    return failure('unavailable', `the system could not open the link: ${errorMessage(error)}`);
  }
}

/** Only http and https, without a name or password in the address, which could disguise where it leads. */
export function checkLink(address: string): Result<string, Failure> {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return failure('invalid', 'that is no link');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return failure('refused', `links of the kind ${url.protocol} are not opened: only http and https`);
  }
  if (url.username !== '' || url.password !== '') {
    return failure(
      'refused',
      'the link holds a name or password, which can disguise where it leads: it is not opened',
    );
  }
  return ok(url.href);
}
