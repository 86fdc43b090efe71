import { databaseNow, type Tx } from '../../base/db.ts';
import { enqueue } from '../../base/jobs.ts';
import type { TeamScope } from '../../base/request.ts';
import { getTeamDefaultRuleId } from '../geoblock-rules/queries.ts';
import { getPrimaryChannelId } from '../playback-channels/queries.ts';
import { getFirstPresetId } from '../presets/queries.ts';
import { createProject } from '../projects/actions.ts';
import { changeRevision } from '../revisions/actions.ts';
import { listRevisionKeys } from '../revisions/queries.ts';
import { createVideos } from '../videos/actions.ts';
import { makeSampleJob } from './jobs.ts';

/** A project with one short generated clip, so that a new installation has something to play. */
export async function createSample(
  tx: Tx,
  team: TeamScope,
  words: { project: string; description: string; video: string; tag: string },
): Promise<void> {
  const presetId = await getFirstPresetId(tx, team);
  const scope = await createProject(tx, team, {
    key: 'sample',
    name: words.project,
    description: words.description,
    hosting: 'default',
    presetId,
    geoblockRuleId: await getTeamDefaultRuleId(tx, team),
    channelId: await getPrimaryChannelId(tx, team),
  });
  const source = { type: 'video/mp4', size: 1, fileName: 'sample.mp4' };
  const [videoKey] = await createVideos(tx, scope, {
    presetId,
    videos: [{ title: words.video, tags: [words.tag], source }],
  });
  if (!videoKey) throw new Error('createVideos answers a key for each video');
  const [revisionKey] = await listRevisionKeys(tx, videoKey);
  if (revisionKey === undefined) throw new Error('A new video has a revision');
  await enqueue(tx, makeSampleJob, { teamId: team.teamId, videoKey, revisionKey });
}

/** The generated file takes the place of an uploaded one. */
export async function completeSample(
  tx: Tx,
  revisionKey: string,
  sizeBytes: number,
): Promise<void> {
  const file = { source_size_bytes: sizeBytes, upload_completed_at: databaseNow };
  await changeRevision(tx, revisionKey, file, { from: ['sourceWaiting'] });
}
