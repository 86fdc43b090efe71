import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type {
  DeliveryModel,
  PresetProfile,
  ResolutionControl,
} from '@kinora/contract/preset-tracks';
import type { Db, Tx } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { findKeyServerId } from '../rules/ladder.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';

export type EncodingTask = {
  revisionKey: string;
  videoKey: string;
  teamId: string;
  sourceSize: number;
  profiles: PresetProfile[];
  deliveryModel: DeliveryModel;
  backgroundCompletion: 'whenIdle' | 'never';
  defaultResolution: ResolutionControl | null;
  /** The key server that encrypts it: its preset's, or else the one that it has of its project. */
  keyServerId: string | null;
  plan: StoredPlan | null;
  /** The folder of its stream (`streamPrefix`). */
  folder: string | null;
  /** Storage key of the remuxed source, which pieces read in place of the user's file. */
  remuxKey: string | null;
  /** A picture is drawn over it (overlay-presets). */
  hasOverlay: boolean;
  /** Kinds of tracks that turned out not to be fit for copying, in the order of the findings. */
  uncopyableKinds: readonly string[];
  /** Says whether it is to be protected first; null until it was planned once. */
  isDrmRequired: boolean | null;
  drmTarget: DrmModel | null;
  /** The default of the project's primary channel. */
  defaultDrmModel: DrmModel;
  /** The last byte of its file has not come. */
  isArriving: boolean;
};

/** The facts that work on a revision needs; null when the video is gone or was deleted. */
export async function findEncodingTask(
  db: Db | Tx,
  revisionKey: string,
): Promise<EncodingTask | null> {
  const row = await prepared(db, 'encoding_task')
    .selectFrom('revisions as r')
    .innerJoin('live_videos as v', 'v.key', 'r.video_key')
    .innerJoin('presets as p', 'p.id', 'r.preset_id')
    .innerJoin('live_projects as j', 'j.id', 'v.project_id')
    .innerJoin('playback_channels as c', 'c.id', 'j.primary_playback_channel_id')
    .select(['r.key as revisionKey', 'v.key as videoKey', 'r.source_size_bytes as sourceSize'])
    .select([
      'r.team_id as teamId',
      'r.remux_key as remuxKey',
      'r.uncopyable_kinds as uncopyableKinds',
    ])
    .select('r.key_server_id as keyServerId')
    .select(['r.folder', 'r.drm_required as isDrmRequired', 'r.drm_target as drmTarget'])
    .select('c.default_drm_model as defaultDrmModel')
    .select('p.vod_delivery_model as deliveryModel')
    .select('p.background_completion as backgroundCompletion')
    .select(sql<PresetProfile[]>`p.profiles`.as('profiles'))
    .select(sql<ResolutionControl | null>`p.default_resolution`.as('defaultResolution'))
    .select(sql<StoredPlan | null>`r.plan`.as('plan'))
    .select(sql<boolean>`r.overlay_preset_id is not null`.as('hasOverlay'))
    .select(sql<boolean>`r.upload_completed_at is null`.as('isArriving'))
    .where('r.key', '=', revisionKey)
    .executeTakeFirst();
  return row ? { ...row, keyServerId: findKeyServerId(row.profiles) ?? row.keyServerId } : null;
}
