import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import { LEASE_MS } from '../../pieces/rules/pieces.ts';

export type Workers = { alive: number; uncaged: number; slots: number; busy: number };

export async function aliveWorkers(db: Db): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as alive, (count(*) filter (where not is_caged))::int as uncaged,
      coalesce(sum(slots), 0)::int as slots,
      coalesce(sum(busy), 0)::int as busy
    from workers where seen_at > now() - ${LEASE_MS} * interval '1 millisecond'
  `.execute(db);
  return rows[0] ?? { alive: 0, uncaged: 0, slots: 0, busy: 0 };
}
