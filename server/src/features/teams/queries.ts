import type { Db, Tx } from '../../base/db.ts';

export async function hasTeams(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').limit(1).execute()).length > 0;
}
