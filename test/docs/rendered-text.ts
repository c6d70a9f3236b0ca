import { format } from 'prettier';
import prettierConfiguration from '../../.prettierrc.json';

/** A page as it has to stand in its file. */
export function renderedText(markdown: string): Promise<string> {
  return format(markdown, { ...(prettierConfiguration as object), parser: 'markdown' });
}
