import { ASK_LIMIT } from '#shared/model/permission';
import { LedgerWorld } from '../../unit/electron/session/permissions/support';
import { type Row, Tally } from '../row';

const WAYS = ['twice', 'late', 'unknown', 'never', 'restart', 'withdrawn', 'denied and allowed'] as const;

export const row: Row = {
  number: 47,
  async run({ count, random }) {
    const tally = new Tally();
    for (let number = 0; number < count; number += 1) {
      const way = WAYS[number % WAYS.length]!;
      const world = new LedgerWorld();
      const { ledger, clock } = world;
      const hook = random() < 0.5;
      const id = world.ask({ way: hook ? 'hook' : 'stream', command: `echo ${String(number)}` });
      const allow = () => ledger.answer(id, { type: 'allow' });
      const deny = () => ledger.answer(id, { type: 'deny', message: 'no' });
      let allowedByPerson = false;
      switch (way) {
        case 'twice':
          allowedByPerson = allow().ok;
          allow();
          deny();
          break;
        case 'denied and allowed':
          deny();
          allow();
          break;
        case 'late':
          clock.advance(ASK_LIMIT + random() * ASK_LIMIT);
          allow();
          break;
        case 'unknown':
          ledger.answer(`${id}x`, { type: 'allow' });
          clock.advance(ASK_LIMIT);
          break;
        case 'never':
          clock.advance(2 * ASK_LIMIT);
          break;
        case 'restart':
          clock.advance(random() * ASK_LIMIT * 0.9);
          ledger.dispose();
          allow();
          break;
        case 'withdrawn':
          ledger.withdraw(id);
          allow();
          break;
      }
      const outcomes = world.outcomes.get(id) ?? [];
      const allowed = outcomes.some(({ type }) => type === 'allowed');
      tally.check(
        outcomes.length === 1 && allowed === allowedByPerson,
        `${way}, ${hook ? 'hook' : 'stream'}: ${JSON.stringify(outcomes)}`,
      );
      world.dispose();
    }
    return tally;
  },
};
