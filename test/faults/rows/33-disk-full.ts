import type { Row } from '../row';
import { outcomeOf, startWorker } from '../workers';

export const row: Row = {
  number: 33,
  // A disk of its own needs no root where a user may have a namespace of their own.
  run: ({ scratch, count }) =>
    outcomeOf(startWorker('full-disk', [scratch.folder('disk'), String(count)], ['unshare', '-rm'])),
};
