import { sql } from 'kysely';
import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import type { Tx } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { definePublished } from '../../../base/published-documents.ts';
import { listPublishedKeys } from '../../drm/queries.ts';
import { isWithheld, listWatchedStreams, readParts, storedParts } from '../../revisions/queries.ts';
import { composeStream } from '../../revisions/rules/compose-stream.ts';
import { getPublishedState, hasFailed } from '../rules/published.ts';

export const publishedVideo = definePublished({
  kind: 'video',
  getStorageKey: getPublishedVideoKey,
  schema: PublishedVideo,
  load: findPublishedVideo,
  // A deleted video goes on answering 410.
  isLasting: true,
  loadNamed: (tx, { stream }) => listPublishedKeys(tx, stream),
});

/** The day that the team states, or that of the upload where the product's teams are. */
const publishedDate = sql<string>`coalesce(v.published_date,
  (v.created_at at time zone 'Asia/Bangkok')::date)`;

async function findPublishedVideo(tx: Tx, videoKey: string): Promise<PublishedVideo | null> {
  const row = await prepared(tx, 'published_video')
    .selectFrom('videos as v')
    .innerJoin('revisions as r', 'r.key', 'v.current_revision_key')
    .select(['v.team_id', 'v.title', 'v.description', publishedDate.as('publishedDate')])
    .select(['v.deleted_at', 'r.state', 'r.probe_error_type', 'v.project_id'])
    .select([isWithheld.as('isWithheld'), 'r.drm_failed', 'r.failure_reason'])
    .select(['v.geoblock_rule_id', 'v.allow_country_codes', 'v.deny_country_codes'])
    .select(storedParts)
    .where('v.key', '=', videoKey)
    .executeTakeFirst();
  if (!row) return null;
  const parts = readParts(row.parts);
  const stream = parts && composeStream(parts, await listWatchedStreams(tx, videoKey));
  const isDeleted = row.deleted_at !== null;
  const state = getPublishedState({ isDeleted, isWithheld: row.isWithheld, stream });
  return {
    version: 1,
    videoKey,
    teamId: row.team_id,
    title: row.title,
    description: row.description,
    publishedDate: row.publishedDate,
    state,
    ...(state === 'notReady' && hasFailed(row) ? { isFailed: true as const } : {}),
    stream: state === 'playable' ? stream : null,
    projectId: row.project_id,
    geoblock: toGeoblock(row),
  };
}

function toGeoblock(row: {
  geoblock_rule_id: string | null;
  allow_country_codes: string[] | null;
  deny_country_codes: string[] | null;
}): PublishedVideo['geoblock'] {
  if (row.geoblock_rule_id !== null) return { ruleId: row.geoblock_rule_id };
  if (row.allow_country_codes === null) return null;
  return { allow: row.allow_country_codes, deny: row.deny_country_codes ?? [] };
}
