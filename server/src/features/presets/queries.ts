import { sql } from 'kysely';
import type { Preset, PresetProfile } from '@kinora/contract/presets';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';

function presetsOf(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('presets')
    .select(['id', 'name', 'is_system', 'created_at'])
    .select(sql<PresetProfile[]>`profiles`.as('profiles'))
    .where('team_id', '=', scope.teamId)
    .where('vod_delivery_model', '=', 'classic');
}

type Row = Awaited<ReturnType<ReturnType<typeof presetsOf>['executeTakeFirstOrThrow']>>;

function presetOf(row: Row): Preset {
  return {
    id: row.id,
    name: row.name,
    vodDeliveryModel: 'classic',
    isSystem: row.is_system,
    profiles: row.profiles,
    createdAt: row.created_at.toISOString(),
  };
}

export async function presets(db: Db, scope: TeamScope, limit: number): Promise<Preset[]> {
  const rows = await presetsOf(db, scope)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(presetOf);
}

export async function preset(db: Db | Tx, scope: TeamScope, id: string): Promise<Preset | null> {
  if (!isUuid(id)) return null;
  const row = await presetsOf(db, scope).where('id', '=', id).executeTakeFirst();
  return row ? presetOf(row) : null;
}

export async function firstPresetId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await presetsOf(db, scope)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
