import type { GeoblockPolicyInput } from '@kinora/contract/geoblock-rules';
import { findKeyServerId } from '@kinora/contract/preset-rules/key-server';
import type { PresetProfile } from '@kinora/contract/preset-tracks';
import { sql } from 'kysely';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { announce, announceAll } from '../../base/events.ts';
import { newKey } from '../../base/ids.ts';
import { requireAction, type ProjectScope } from '../projects/policy.ts';
import { countUse } from '../quotas/actions.ts';
import { refreshSearch, setTags } from './actions/tags.ts';
import { videoChanged, videoCreated } from './events.ts';
import { lockFields } from './queries/fields.ts';
import { toVideoSearch, VIDEO_KEY_LENGTH } from './rules/search.ts';
import { addRevisions } from '../revisions/actions.ts';

const REVISION_KEY_LENGTH = 10;

export type NewVideo = {
  title: string;
  tags: string[];
  /** Left out: the upload says it. */
  source?: { type: string; size: number; fileName: string } | undefined;
};

/** Adds videos that wait for their source file. @returns their keys, in the given order */
export async function createVideos(
  tx: Tx,
  scope: ProjectScope,
  input: {
    presetId: string;
    overlayPresetId?: string | null;
    geoblock: GeoblockPolicyInput;
    videos: NewVideo[];
  },
): Promise<string[]> {
  requireAction(scope, 'upload');
  const { teamId, accountId } = scope.team;
  const keyServerId = await findKeyServer(tx, scope, input.presetId);
  await countUse(tx, accountId, 'videos', input.videos.length);
  // Equal times would leave the order of the list to the random keys: each is a microsecond later,
  // and all are of the same millisecond, so that none lies in the future.
  const millisecond = new Date().toISOString().slice(0, -1);
  const rows = input.videos.map((video, index) => ({
    ...video,
    // The upload tells the rest; its type is the mark that nothing was announced.
    source: video.source ?? { type: '', size: 0, fileName: video.title },
    key: newKey(VIDEO_KEY_LENGTH),
    revisionKey: newKey(REVISION_KEY_LENGTH),
    createdAt: `${millisecond}${String(index).padStart(3, '0')}Z`,
  }));
  await tx
    .insertInto('videos')
    .values(
      rows.map((row) => ({
        key: row.key,
        team_id: teamId,
        project_id: scope.projectId,
        creator_id: accountId,
        title: row.title,
        search: toVideoSearch({ ...row, fileName: row.source.fileName }),
        preset_id: input.presetId,
        overlay_preset_id: input.overlayPresetId ?? null,
        ...toGeoblockColumns(input.geoblock),
        current_revision_key: row.revisionKey,
        size_bytes: row.source.size,
        created_at: row.createdAt,
        updated_at: row.createdAt,
      })),
    )
    .execute();
  await addRevisions(
    tx,
    rows.map((row) => ({
      key: row.revisionKey,
      team_id: teamId,
      video_key: row.key,
      source_file_name: row.source.fileName,
      source_type: row.source.type,
      source_size_bytes: row.source.size,
      key_server_id: keyServerId,
    })),
  );
  await setTags(tx, scope.team, new Map(rows.map((row) => [row.key, row.tags])));
  const facts = rows.map(({ key }) => ({ ...toPlace(scope), key }));
  await announceAll(tx, videoCreated, facts);
  return rows.map((row) => row.key);
}

/**
 * Finds the project's key server, which encrypts new videos unless their preset names one. It stays with
 * them: nobody ends it before the transaction does, and what the project chooses later is for others.
 */
async function findKeyServer(
  tx: Tx,
  { team, projectId }: ProjectScope,
  presetId: string,
): Promise<string | null> {
  const { key_server_id: own } = await tx
    .selectFrom('projects')
    .select('key_server_id')
    .where('team_id', '=', team.teamId)
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (own === null) return null;
  const { profiles } = await tx
    .selectFrom('presets')
    .select(sql<PresetProfile[]>`profiles`.as('profiles'))
    .where('team_id', '=', team.teamId)
    .where('id', '=', presetId)
    .executeTakeFirstOrThrow();
  const made = profiles.filter(({ enabled }) => enabled);
  return findKeyServerId({ profiles: made }) === null ? own : null;
}

export type VideoChange = {
  title?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
  /** `YYYY-MM-DD`; null clears it, undefined leaves it. */
  publishedDate?: string | null | undefined;
  geoblockPolicy?: GeoblockPolicyInput | undefined;
};

export async function updateVideo(
  tx: Tx,
  scope: ProjectScope,
  key: string,
  change: VideoChange,
): Promise<void> {
  requireAction(scope, 'updateVideo');
  // This comes first, as it locks the row: of two changes at once the later one is made whole.
  const before = await lockFields(tx, toPlace(scope), key);
  const row = await tx
    .updateTable('videos')
    .set({
      // Kysely leaves out columns whose value is undefined.
      title: change.title,
      description: change.description,
      published_date: change.publishedDate,
      ...(change.geoblockPolicy ? toGeoblockColumns(change.geoblockPolicy) : {}),
      updated_at: new Date(),
    })
    .where('team_id', '=', scope.team.teamId)
    .where('project_id', '=', scope.projectId)
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .returning('key')
    .executeTakeFirst();
  if (!row) throw notFound('video');
  if (change.tags) await setTags(tx, scope.team, new Map([[key, change.tags]]));
  if (change.title !== undefined || change.tags) await refreshSearch(tx, scope.team.teamId, [key]);
  const fields = Object.entries(change).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  );
  const changes = diff(before ?? {}, (await lockFields(tx, toPlace(scope), key)) ?? {});
  await announce(tx, videoChanged, { ...toPlace(scope), key, fields, changes });
}

/** One of the team's rules, lists of its own, or neither: then its project's rule applies. */
function toGeoblockColumns(policy: GeoblockPolicyInput) {
  const lists = policy.type === 'customRule' ? policy.appliedRule : null;
  return {
    geoblock_rule_id: policy.type === 'existingRule' ? policy.ruleId : null,
    allow_country_codes: lists?.allowCountryCodes ?? null,
    deny_country_codes: lists?.denyCountryCodes ?? null,
  };
}

function toPlace({ team: { teamId }, projectId }: ProjectScope) {
  return { teamId, projectId };
}
