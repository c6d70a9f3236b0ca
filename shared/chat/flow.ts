import { someText } from './json';
import type { SystemLine } from './message';
import type { NoteSign } from './rows';
import type { RowList } from './row-list';
import { TaskBook } from './task-book';

/** What is known from the lines before. A page of earlier lines has its own. */
export class Flow {
  totalCost: number | null = null;
  /** What went wrong last, when it was shown already. */
  shownError = '';
  readonly tasks: TaskBook;
  private model: string | null = null;
  private mode: string | null = null;

  constructor(list: RowList) {
    this.tasks = new TaskBook(list);
  }

  /** A model or a permission mode is worth a word only when it is another one; null when it is not. */
  takeSetting({ record }: SystemLine): { readonly sign: NoteSign; readonly text: string } | null {
    const model = someText(record['model']);
    const mode = someText(record['permissionMode']);
    const changed: string[] = [];
    if (model !== null && this.model !== null && model !== this.model) changed.push(`Model: ${model}`);
    const sign = changed.length > 0 ? 'model' : 'mode';
    if (mode !== null && this.mode !== null && mode !== this.mode) changed.push(`Permission mode: ${mode}`);
    this.model = model ?? this.model;
    this.mode = mode ?? this.mode;
    return changed.length === 0 ? null : { sign, text: changed.join(', ') };
  }
}
