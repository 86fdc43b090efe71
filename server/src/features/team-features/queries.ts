import { TEAM_FEATURES, type TeamFeatureKey } from '@kinora/contract/bounds';
import type { TeamFeature } from '@kinora/contract/team-features';
import type { Db, Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import type { ProvenTeam } from '../../base/request.ts';

export async function listFeatures(db: Db | Tx, { teamId }: ProvenTeam): Promise<TeamFeature[]> {
  const rows = await db
    .selectFrom('team_features')
    .select('key')
    .where('team_id', '=', teamId)
    .where('is_enabled', '=', true)
    .execute();
  const enabled = new Set(rows.map(({ key }) => key));
  return TEAM_FEATURES.map((key) => ({ key, enabled: enabled.has(key) }));
}

/** @throws AppError feature_disabled where the team has it off */
export async function requireFeature(
  db: Db,
  team: ProvenTeam,
  wanted: TeamFeatureKey,
): Promise<void> {
  const features = await listFeatures(db, team);
  const isOn = features.some(({ key, enabled }) => key === wanted && enabled);
  if (!isOn) throw new AppError('feature_disabled');
}
