import { sql } from 'kysely';
import type { PresetContent } from '@kinora/contract/preset-rules/normalise';
import type { PresetProfile, ResolutionControl } from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';

const usedByProjects = sql<number>`(
  select count(*)::int from live_projects o where o.team_id = p.team_id and o.preset_id = p.id)`;

function selectPresets(db: Db | Tx, scope: TeamScope) {
  return db
    .selectFrom('presets as p')
    .select(['p.id', 'p.name', 'p.vod_delivery_model', 'p.is_system', 'p.profiles'])
    .select(['p.default_resolution', 'p.background_completion', 'p.created_at', 'p.updated_at'])
    .select((from) =>
      from
        .exists(
          from.selectFrom('revisions as r').select('r.key').whereRef('r.preset_id', '=', 'p.id'),
        )
        .$castTo<boolean>()
        .as('is_in_use'),
    )
    .select(usedByProjects.as('projects'))
    .where('p.team_id', '=', scope.teamId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPresets>['executeTakeFirstOrThrow']>>;
type ContentRow = Pick<
  Row,
  'name' | 'vod_delivery_model' | 'profiles' | 'default_resolution' | 'background_completion'
>;

export function toContent(row: ContentRow): PresetContent {
  return {
    name: row.name,
    vodDeliveryModel: row.vod_delivery_model,
    // The contract has checked it before it was stored.
    profiles: row.profiles as PresetProfile[],
    defaultResolution: row.default_resolution as ResolutionControl | null,
    backgroundCompletion: row.background_completion,
  };
}

function toPreset(row: Row): Preset {
  return {
    id: row.id,
    ...toContent(row),
    isSystem: row.is_system,
    isInUse: row.is_in_use,
    usedBy: { projects: row.projects },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listPresets(db: Db, scope: TeamScope, limit: number): Promise<Preset[]> {
  const rows = await selectPresets(db, scope)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(limit)
    .execute();
  return rows.map(toPreset);
}

export async function findPreset(
  db: Db | Tx,
  scope: TeamScope,
  id: string,
): Promise<Preset | null> {
  if (!isUuid(id)) return null;
  const row = await selectPresets(db, scope).where('p.id', '=', id).executeTakeFirst();
  return row ? toPreset(row) : null;
}

export async function getFirstPresetId(db: Db | Tx, scope: TeamScope): Promise<string> {
  const row = await db
    .selectFrom('presets')
    .select('id')
    .where('team_id', '=', scope.teamId)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

type User = 'revisions.preset_id' | 'projects.preset_id';

/** Says whether a preset is chosen there. Deleted videos count: they may be restored. */
export async function isUsedBy(db: Db | Tx, user: User, id: string): Promise<boolean> {
  const [table = ''] = user.split('.');
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sql.table(table)} where ${sql.ref(user)} = ${id}) as found
    `.execute(db);
  return rows[0]?.found ?? false;
}

/** Keeps a key server of the team from being ended. @returns whether it is active; null when there is no such server */
export async function lockKeyServer(
  tx: Tx,
  { teamId }: TeamScope,
  id: string,
): Promise<boolean | null> {
  if (!isUuid(id)) return null;
  const row = await tx
    .selectFrom('key_servers')
    .select('is_active')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row?.is_active ?? null;
}
