import { findKeyServerId } from '@kinora/contract/preset-rules/key-server';
import type { PresetProfile } from '@kinora/contract/preset-tracks';
import { sql } from 'kysely';
import { diff } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { announce, announceAll } from '../../base/events.ts';
import { newKey } from '../../base/ids.ts';
import type { SenderScope } from '../../base/request.ts';
import { requireAction, type ProjectScope } from '../projects/policy.ts';
import { countUse } from '../quotas/actions.ts';
import { refreshSearch } from './actions/tags.ts';
import { videoChanged, videoCreated } from './events.ts';
import { isSeen, saveParts, toPartColumns, type PartInputs } from './parts.ts';
import { lockFields } from './queries/fields.ts';
import { toVideoSearch, VIDEO_KEY_LENGTH } from './rules/search.ts';
import { addRevisions } from '../revisions/actions.ts';

const REVISION_KEY_LENGTH = 10;

export type NewVideo = PartInputs & {
  title: string;
  /** Left out: the upload says it. */
  source?: { type: string; size: number; fileName: string } | undefined;
};

/** Adds videos that wait for their source file. @returns their keys, in the given order */
export async function createVideos(
  tx: Tx,
  scope: ProjectScope<SenderScope>,
  {
    presetId,
    overlayPresetId = null,
    videos,
    ...shared
  }: PartInputs & { presetId: string; overlayPresetId?: string | null; videos: NewVideo[] },
): Promise<string[]> {
  requireAction(scope, 'upload');
  const { teamId, accountId } = scope.team;
  const columns = await toPartColumns(tx, scope.team, shared);
  const keyServerId = await findKeyServer(tx, scope, presetId);
  await countUse(tx, accountId, 'videos', videos.length);
  // Equal times would leave the order of the list to the random keys: each is a microsecond later,
  // and all are of the same millisecond, so that none lies in the future.
  const millisecond = new Date().toISOString().slice(0, -1);
  const rows = videos.map(({ title, source, ...inputs }, index) => ({
    title,
    inputs: { ...shared, ...inputs },
    // The upload tells the rest; its type is the mark that nothing was announced.
    source: source ?? { type: '', size: 0, fileName: title },
    key: newKey(VIDEO_KEY_LENGTH),
    revisionKey: newKey(REVISION_KEY_LENGTH),
    createdAt: `${millisecond}${String(index).padStart(3, '0')}Z`,
  }));
  await tx
    .insertInto('videos')
    .values(
      rows.map((row) => ({
        ...columns,
        key: row.key,
        team_id: teamId,
        project_id: scope.projectId,
        creator_id: accountId,
        title: row.title,
        search: toVideoSearch({
          key: row.key,
          title: row.title,
          fileName: row.source.fileName,
          tags: row.inputs.tags ?? [],
        }),
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
      preset_id: presetId,
      overlay_preset_id: overlayPresetId,
    })),
  );
  await saveParts(tx, scope.team, new Map(rows.map((row) => [row.key, row.inputs])));
  const facts = rows.map(({ key, title }) => ({ ...toPlace(scope), key, name: title }));
  await announceAll(tx, videoCreated, facts);
  return rows.map((row) => row.key);
}

/**
 * Finds the project's key server, which encrypts new videos unless their preset names one. It is locked until
 * the transaction ends, and later choices of the project only affect later videos.
 */
async function findKeyServer(
  tx: Tx,
  { team, projectId }: ProjectScope<SenderScope>,
  presetId: string,
): Promise<string | null> {
  const { key_server_id: own } = await tx
    .selectFrom('live_projects')
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

export type VideoChange = PartInputs & {
  title?: string | undefined;
  description?: string | undefined;
};

export async function updateVideo(
  tx: Tx,
  scope: ProjectScope,
  key: string,
  change: VideoChange,
): Promise<void> {
  requireAction(scope, 'updateVideo');
  const { title, description, ...inputs } = change;
  const columns = await toPartColumns(tx, scope.team, inputs);
  // This comes first, as it locks the row: of two changes at once the later one is made whole.
  const before = await lockFields(tx, toPlace(scope), key);
  const row = await tx
    .updateTable('videos')
    .set({
      ...columns,
      title,
      description,
      updated_at: new Date(),
    })
    .where('team_id', '=', scope.team.teamId)
    .where('project_id', '=', scope.projectId)
    .where('key', '=', key)
    .where('deleted_at', 'is', null)
    .returning('title')
    .executeTakeFirst();
  if (!row) throw notFound('video');
  await saveParts(tx, scope.team, new Map([[key, inputs]]));
  if (title !== undefined || inputs.tags) await refreshSearch(tx, scope.team.teamId, [key]);
  const changes = diff(before ?? {}, (await lockFields(tx, toPlace(scope), key)) ?? {});
  const facts = { ...toPlace(scope), key, name: row.title };
  await announce(tx, videoChanged, { ...facts, isSeen: isSeen(change), changes });
}

function toPlace({ team: { teamId }, projectId }: ProjectScope<SenderScope>) {
  return { teamId, projectId };
}
