import { resultText } from './blocks';
import { cardOf } from './card';
import type { Row } from './rows';

/** Everything in a row that can be read, for those who look for a word in it. */
export function rowText(row: Row): string {
  switch (row.kind) {
    case 'user':
    case 'thinking':
    case 'note':
    case 'result':
      return row.text;
    case 'text':
      return row.pieces.join('') + row.tail;
    case 'fold':
      return `${row.label}\n${row.text}`;
    case 'command':
      return `${row.command}\n${row.output}`;
    case 'tasks':
      return row.tasks.map(({ subject }) => subject).join('\n');
    case 'tool': {
      const { title, subject, aside } = cardOf(row.call);
      const given = Object.values(row.call.input).map((value) =>
        typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
      );
      const gave = row.call.result === null ? '' : resultText(row.call.result.parts);
      const below = row.subagent === null ? [] : row.subagent.rows.map(rowText);
      return [title, subject, aside, ...given, gave, ...below].join('\n');
    }
    case 'picture':
    case 'absorbed':
      return '';
  }
}

/** The rows that hold the words, whatever the case of their letters, by their index. */
export function findRows(rows: readonly Row[], words: string): readonly number[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  const found: number[] = [];
  for (const [index, row] of rows.entries())
    if (rowText(row).toLowerCase().includes(wanted)) found.push(index);
  return found;
}
