import type { Tx } from '../../base/db.ts';
import { newId } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { systemPresets } from './rules.ts';

export async function createSystemPresets(tx: Tx, scope: TeamScope): Promise<void> {
  const now = Date.now();
  // Lists are in order of creation: the first stays the first.
  const rows = systemPresets.map((preset, index) => ({
    id: newId(),
    team_id: scope.teamId,
    name: preset.name,
    vod_delivery_model: 'classic' as const,
    is_system: true,
    created_at: new Date(now + index),
    profiles: JSON.stringify(preset.profiles),
  }));
  await tx.insertInto('presets').values(rows).execute();
}
