import { type RawBuilder, sql } from 'kysely';
import type { KeyProblem } from '@kinora/contract/key-servers';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import { MAX_EARLIER } from '@kinora/contract/stream';
import type { ProcessingState, SourceProblem } from '@kinora/contract/videos/summary';
import { databaseNow, type Db, type Tx } from '../../base/db.ts';
import { prepared } from '../../base/prepared.ts';
import { parseStored } from '../../base/stored-json.ts';
import type { WatchedStream } from './rules/compose-stream.ts';
import { StreamParts } from './rules/stream-parts.ts';

// Expressions for statements that name a revision `r`: all reads of its documents go through these.

/** Widths of its cover, ascending. */
export const coverWidths = sql<number[] | null>`(r.images -> 'coverWidths')`;

/** Says whether pictures of its whole length are there, for the pointer on a seek bar. */
const hasStoryboard = sql<boolean>`coalesce(jsonb_typeof(r.images -> 'storyboard') = 'object',
  false)`;

/** Heights of its files for download. */
export const fileHeights = sql<
  number[] | null
>`jsonb_path_query_array(r.downloads, '$.progressive[*].height')`;

/** No viewer gets it before it is protected. */
export const isWithheld = sql<boolean>`(r.drm_required is true and r.drm_model = 'none')`;

/** The number of segments of its video; null without any. */
export const videoSegmentCount = sql<number | null>`(select sum((run ->> 'count')::int)::int
  from jsonb_array_elements(r.renditions -> 'videoSegments' -> 'runs') run)`;

// While a stream is made, nothing else than the key that it waits for leaves a detail.
const keyDetail = sql<string | null>`case
  when r.failure_reason = 'key_unavailable' or (r.failure_reason is null and r.state = 'processing')
  then r.failure_detail else r.drm_key_problem end`;
/** Says why its stream has no key yet, or was given up without one; null while nothing is wrong. */
export const keyProblem = sql<KeyProblem | null>`case when ${keyDetail} is not null
  then json_build_object('detail', ${keyDetail}, 'keyServerId',
    coalesce(r.key_server_id, (select p.key_server_id from presets p where p.id = r.preset_id)))
  end`;

// Fragments for others' statements.

/** The overlay that is drawn over the revision of a key. */
export const overlayIdOf = (key: RawBuilder<unknown>) => sql<string | null>`(
  select r.overlay_preset_id from revisions r where r.key = ${key})`;

/** Says whether a revision has an overlay. Deleted videos count: they may be restored. */
export const hasOverlay = (overlayId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from revisions r where r.overlay_preset_id = ${overlayId})`;

/** A video shows these of a revision. */
export type RevisionFacts = {
  key: string;
  state: ProcessingState;
  fileName: string;
  sourceType: string;
  sourceSize: number;
  uploadCompletedAt: Date | null;
  probeErrorType: 'probeFileError' | 'probeError' | null;
  probeErrorReason: SourceProblem | null;
  probeDetail: string | null;
  failureReason: SourceProblem | null;
  /** Players ask a customer's server for the key. */
  hasKeyServer: boolean;
  /** Its stream has a key, ours or a key server's. */
  isEncrypted: boolean;
  durationMs: number | null;
  progressPercent: number;
  totalExpectedOutputs: number;
  totalCompletedOutputs: number;
  playable: boolean;
  /** Says how far it is with what no viewer gets unprotected; null once they may have it. */
  protecting: 'running' | 'failed' | null;
  /** Null until the source was probed. */
  hasVideo: boolean | null;
  deliveryModel: DeliveryModel | null;
  progressiveHeights: number[] | null;
  folder: string | null;
  coverWidths: number[] | null;
  hasStoryboard: boolean;
  /** Says what the probe found; null until then. */
  probed: ProbedSource | null;
};

/** The database copies these from the plan of an encoding. */
export type ProbedSource = {
  durationMs: number;
  video: {
    codec: string;
    displayWidth: number;
    displayHeight: number;
    frameRate: { numerator: number; denominator: number };
    variableFrameRate: boolean;
    transfer: 'sdr' | 'pq' | 'hlg';
  } | null;
  audio: { codec: string }[];
  /** Absent where every track is used. */
  leftOut?: {
    type: 'video' | 'audio' | 'picture';
    codec: string | null;
    reason: 'unsupported' | 'unknown';
  }[];
};

/** Lists the revisions of a video. */
export async function listRevisionKeys(tx: Tx, videoKey: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('revisions')
    .select('key')
    .where('video_key', '=', videoKey)
    .execute();
  return rows.map(({ key }) => key);
}

export async function listRevisionFacts(
  db: Db | Tx,
  keys: readonly string[],
): Promise<RevisionFacts[]> {
  const { rows } = await sql<RevisionFacts>`
    select r.key, r.state, r.source_file_name as "fileName", r.source_type as "sourceType",
      r.source_size_bytes as "sourceSize", r.upload_completed_at as "uploadCompletedAt",
      r.probe_error_type as "probeErrorType", r.probe_error_reason as "probeErrorReason",
      r.probe_detail as "probeDetail", r.failure_reason as "failureReason",
      r.key_uri is not null as "hasKeyServer",
      (r.drm_model <> 'none' or r.key_uri is not null) as "isEncrypted", r.duration_ms as "durationMs", r.progress_percent as "progressPercent",
      r.total_expected_outputs as "totalExpectedOutputs",
      r.total_completed_outputs as "totalCompletedOutputs",
      r.state in ('partiallyCompleted', 'completed') and not ${isWithheld} as playable,
      case when ${isWithheld} then case when r.drm_failed then 'failed' else 'running' end end
        as protecting,
      jsonb_array_length(r.renditions -> 'video') > 0 as "hasVideo",
      r.delivery_model as "deliveryModel", ${fileHeights} as "progressiveHeights",
      r.folder, ${coverWidths} as "coverWidths",
      ${hasStoryboard} as "hasStoryboard", r.probed
    from revisions r where r.key = any(${keys})`.execute(prepared(db, 'revision_facts'));
  return rows;
}

/** The place of the smallest cover of a revision. */
export type RevisionCover = {
  videoKey: string;
  revisionKey: string;
  folder: string | null;
  width: number;
};

/** Lists covers of those revisions that have one. */
export async function listRevisionCovers(
  db: Db | Tx,
  keys: readonly string[],
): Promise<RevisionCover[]> {
  const { rows } = await sql<RevisionCover>`
    select r.video_key as "videoKey", r.key as "revisionKey", r.folder,
      (${coverWidths} -> 0)::int as width
    from revisions r
    where r.key = any(${keys}) and jsonb_array_length(${coverWidths}) > 0`.execute(
    prepared(db, 'revision_covers'),
  );
  return rows;
}

/** All parts of its stream, for `readParts`. */
export const storedParts = sql`case when r.renditions is not null then json_build_object(
  'videoKey', r.video_key, 'revisionKey', r.key, 'folder', r.folder, 'durationMs', r.duration_ms,
  'deliveryModel', r.delivery_model, 'keyUri', r.key_uri, 'renditions', r.renditions,
  'images', r.images, 'downloads', r.downloads, 'protection', r.protection) end`.as('parts');

/**
 * @returns null when nothing is planned
 * @throws ZodError when a part isn't as it should be
 */
export function readParts(stored: unknown): StreamParts | null {
  return stored === null ? null : parseStored(StreamParts, stored);
}

/** Streams of a video's other revisions that viewers got before and may still watch, the newest first. */
export async function listWatchedStreams(tx: Tx, videoKey: string): Promise<WatchedStream[]> {
  const rows = await prepared(tx, 'watched_streams')
    .selectFrom('revisions as r')
    .select([storedParts, 'r.watched_until'])
    .where('r.video_key', '=', videoKey)
    .where('r.watched_until', '>', databaseNow)
    .orderBy('r.watched_until', 'desc')
    .orderBy('r.key')
    .limit(MAX_EARLIER)
    .execute();
  return rows.flatMap(({ parts: stored, watched_until: until }) => {
    const parts = readParts(stored);
    return parts && until ? [{ parts, untilMs: until.getTime() }] : [];
  });
}

/** The parts of a stream as they are now. @throws when nothing is planned */
export async function getParts(db: Db | Tx, revisionKey: string): Promise<StreamParts> {
  const row = await db
    .selectFrom('revisions as r')
    .select(storedParts)
    .where('r.key', '=', revisionKey)
    .executeTakeFirst();
  return parseStored(StreamParts, row?.parts);
}

/**
 * Reads what the log says about a revision: `seconds` since its last byte came. A log line must not fail the
 * step it tells of, so when the database is away or the video gone it has only the key.
 */
export async function findProgress(
  db: Db,
  revisionKey: string,
): Promise<{ title: string; seconds: number }> {
  const row = await db
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select('v.title')
    .select(
      sql<number>`coalesce(extract(epoch from now() - r.upload_completed_at), 0)::float8`.as(
        'seconds',
      ),
    )
    .where('r.key', '=', revisionKey)
    .executeTakeFirst()
    .catch(() => null);
  return row ?? { title: revisionKey, seconds: 0 };
}
