import os from 'node:os';
import { scrub } from './scrub';

/** Names of settings and variables whose values are nobody's business. */
const SECRET_NAME =
  /((?:token|secret|password|passwd|api[_-]?key|credential)[\w-]*["']?\s*[:=]\s*)(["']?)[^\s"',}]+\2/gi;
/** A name and password in an address. */
const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi;

/** Takes out what looks like a secret, and who and where the person is. For texts that may be handed on. */
export function redact(text: string): string {
  const clean = scrub(text).replace(SECRET_NAME, '$1[secret]').replace(USER_INFO, '$1[secret]@');
  const { username, homedir } = os.userInfo();
  const names: readonly (readonly [string, string])[] = [
    [process.env['HOME'] ?? '', '~'],
    [homedir, '~'],
    [os.hostname(), '[host]'],
    [username.length > 2 && username !== 'root' ? username : '', '[user]'],
  ];
  return names.reduce((out, [name, stand]) => (name.length > 2 ? out.replaceAll(name, stand) : out), clean);
}
