import type { JwtKey } from '@kinora/contract/drm-configs';
import { JwtAlgorithm } from '@kinora/contract/jwt-algorithm';
import { sql } from 'kysely';
import type { Db, Tx } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';

export async function countJwtKeys(db: Db | Tx, { teamId }: TeamScope): Promise<number> {
  const { total } = await db
    .selectFrom('drm_jwt_keys')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function listJwtKeys(db: Db, { teamId }: TeamScope): Promise<JwtKey[]> {
  const rows = await db
    .selectFrom('drm_jwt_keys')
    .select(['id', 'key_id', 'name', 'algorithm', 'created_at'])
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, key_id: keyId, name, algorithm, created_at: at }) => ({
    ...{ id, keyId, name, algorithm: JwtAlgorithm.parse(algorithm) },
    createdAt: at.toISOString(),
  }));
}
