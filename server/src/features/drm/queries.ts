import { sql, type RawBuilder } from 'kysely';
import { listContentKeys, type TrackClass } from '@kinora/manifests/content-keys';
import type { DrmModel, Drm } from '@kinora/contract/drm';
import type { VideoFilter } from '@kinora/contract/videos/filter';
import { getPublishedKeysKey, type PublishedKeys } from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Db, Tx } from '../../base/db.ts';
import type { EventFacts } from '../../base/events.ts';
import { prepared } from '../../base/prepared.ts';
import type { PlacedDocument } from '../../base/published-documents.ts';
import { unseal } from '../../base/secrets.ts';
import type { ProjectScope } from '../projects/policy.ts';
import { isWithheld, readParts, storedParts } from '../revisions/queries.ts';
import type { Renditions, StreamParts } from '../revisions/rules/stream-parts.ts';
import { nameKeyPlace } from './rules.ts';

export type DrmState = {
  /** Of the video, as its events say it. */
  facts: EventFacts & { key: string };
  revisionKey: string;
  state: string;
  drmModel: DrmModel;
  target: DrmModel | null;
  hasFailed: boolean;
  /** No viewer gets it before it is protected. */
  isWithheld: boolean;
  stream: StreamParts | null;
};

/** Locks a revision of a video in this project, so that changes come one after the other. */
export async function lockDrmState(
  tx: Tx,
  scope: ProjectScope,
  videoKey: string,
  revisionKey: string,
): Promise<DrmState | null> {
  const row = await prepared(tx, 'drm_state')
    .selectFrom('revisions as r')
    .innerJoin('live_videos as v', 'v.key', 'r.video_key')
    .select(['r.key as revisionKey', 'r.state', 'r.drm_model as drmModel', 'v.title as name'])
    .select(['r.drm_target as target', 'r.drm_failed as hasFailed'])
    .select([isWithheld.as('isWithheld'), storedParts])
    .where('r.key', '=', revisionKey)
    .where('v.key', '=', videoKey)
    .where('v.team_id', '=', scope.team.teamId)
    .where('v.project_id', '=', scope.projectId)
    // The video must stay in its project, which decides which viewers may watch it.
    .forKeyShare('v')
    .forUpdate('r')
    .executeTakeFirst();
  if (!row) return null;
  const { parts, name, ...state } = row;
  const { team, projectId } = scope;
  const facts = { teamId: team.teamId, projectId, key: videoKey, name };
  return { ...state, facts, stream: readParts(parts) };
}

/** Locks the current revision of a video in this project. */
export async function lockCurrentDrmState(
  tx: Tx,
  scope: ProjectScope,
  videoKey: string,
): Promise<DrmState | null> {
  const video = await tx
    .selectFrom('live_videos')
    .select('current_revision_key as revisionKey')
    .where('key', '=', videoKey)
    .where('team_id', '=', scope.team.teamId)
    .executeTakeFirst();
  return video?.revisionKey ? lockDrmState(tx, scope, videoKey, video.revisionKey) : null;
}

type DrmModels = Pick<DrmState, 'revisionKey' | 'drmModel' | 'target' | 'hasFailed'>;

export async function listDrmModels(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<DrmModels[]> {
  return prepared(db, 'drm_models')
    .selectFrom('revisions')
    .select(['key as revisionKey', 'drm_model as drmModel', 'drm_target as target'])
    .select('drm_failed as hasFailed')
    .where(sql<boolean>`key = any(${revisionKeys})`)
    .execute();
}

/** Conditions that a filter sets on the protection of a video `v`. */
export function toDrmConditions({
  drmModels = [],
  encryption,
}: Pick<VideoFilter, 'drmModels' | 'encryption'>): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (drmModels.length > 0) {
    conditions.push(sql`exists (select 1 from revisions r
      where r.key = v.current_revision_key and r.drm_model = any(${drmModels}::text[]))`);
  }
  if (encryption) {
    conditions.push(sql`exists (select 1 from revisions r where r.key = v.current_revision_key
      and (r.key_uri is not null or r.drm_model <> 'none') = ${encryption === 'encrypted'})`);
  }
  return conditions;
}

export function toDrm({ drmModel, target, hasFailed }: Omit<DrmModels, 'revisionKey'>): Drm {
  const state = hasFailed ? 'failed' : 'running';
  return { drmModel, drmModelChange: target === null ? null : { drmModel: target, state } };
}

export type Packagings = {
  stream: StreamParts;
  /** of the bytes that viewers have */
  packaging: number;
  isChanging: boolean;
  /** of the renditions that viewers have */
  ids: string[];
  /** of those that some may still be watching */
  earlierIds: string[];
};

export async function findPackagings(db: Db, revisionKey: string): Promise<Packagings | null> {
  const row = await db
    .selectFrom('revisions as r')
    .select(['r.packaging', 'r.drm_target', 'r.drm_failed', storedParts])
    .where('r.key', '=', revisionKey)
    .executeTakeFirst();
  const stream = readParts(row?.parts ?? null);
  if (!row || !stream) return null;
  const { packaging, drm_target: target, drm_failed: hasFailed } = row;
  const { earlier = [] } = stream.renditions;
  return {
    stream,
    packaging,
    isChanging: target !== null && !hasFailed,
    ids: listIds(stream.renditions),
    earlierIds: earlier.flatMap(listIds),
  };
}

/** The ids of tracks, which name the folders of their bytes. */
export const listIds = ({ video, audio }: Pick<Renditions, 'video' | 'audio'>): string[] =>
  [...video, ...audio].map(({ id }) => id);

/**
 * The class of renditions that a key is for. `video` stands for all of them, as stored before there was a key
 * per class.
 */
export type KeyKind = TrackClass | 'video';

export type StoredKey = { kind: KeyKind; keyId: Buffer; key: Buffer };

/** The keys that the segments of a packaging are encrypted with. */
export async function listStreamKeys(
  db: Db | Tx,
  secretKey: string,
  revisionKey: string,
  packaging: number,
): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('stream_keys')
    .select(['kind', 'key_id', 'sealed_key'])
    .where('revision_key', '=', revisionKey)
    .where('packaging', '=', packaging)
    .execute();
  return rows.map(({ kind, key_id: keyId, sealed_key: sealed }) => ({
    kind,
    keyId,
    key: unseal(secretKey, nameKeyPlace({ revisionKey, packaging, kind }), sealed),
  }));
}

/**
 * Reads the document with which edges answer for the keys of a stream. Null also when the keys were replaced
 * in the meantime, as the video is about to be published again.
 */
export async function listPublishedKeys(
  tx: Tx,
  stream: StreamDescription | null,
): Promise<PlacedDocument[]> {
  if (stream?.encryption?.method !== 'cbcs') return [];
  const { revisionKey, encryption } = stream;
  const rows = await tx
    .selectFrom('stream_keys')
    .select(['packaging', 'kind', 'key_id', 'sealed_key'])
    .where('revision_key', '=', revisionKey)
    .orderBy('kind')
    .execute();
  const keys = rows.map(({ kind, key_id: id, sealed_key: sealed }) => ({
    keyId: id.toString('hex'),
    kind,
    sealedKey: sealed.toString('base64'),
  }));
  const [first] = rows;
  const keyIds = [...listContentKeys(stream).keys()];
  const isWhole = keyIds.every((id) => keys.some(({ keyId }) => keyId === id));
  if (!first || !isWhole) return [];
  const document: PublishedKeys = { version: 1, revisionKey, packaging: first.packaging, keys };
  return [{ storageKey: getPublishedKeysKey(revisionKey, encryption), document }];
}
