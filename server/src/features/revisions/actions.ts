import { type Expression, type Insertable, sql, type SqlBool, type UpdateObject } from 'kysely';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import type { Database } from '../../base/database-types.ts';
import { diff } from '../../base/changes.ts';
import { databaseNow, type Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import type { JobToken } from '../../base/jobs.ts';
import { revisionChanged, videoFailed, videoReady, videoStateChanged } from './events.ts';
import { isWatchable, statesBefore } from './rules.ts';
import { PARTS, type Parts } from './rules/stream-parts.ts';

export type NewRevision = Pick<
  Insertable<Database['revisions']>,
  | 'key'
  | 'team_id'
  | 'video_key'
  | 'source_file_name'
  | 'source_type'
  | 'source_size_bytes'
  | 'key_server_id'
  | 'preset_id'
  | 'overlay_preset_id'
>;

type Row = UpdateObject<Database, 'revisions', 'revisions'>;
/** Other features keep these in a revision's row; only `moveRevision` changes its state. */
export type Columns = Omit<Row, 'key' | 'team_id' | 'video_key' | 'state' | keyof Parts> &
  Partial<Parts>;

/** A revision that waits for its source has no rendition and no file. */
const NOTHING_MADE: Columns = {
  renditions: null,
  pictures: null,
  files: null,
  protection: null,
  folder: null,
  delivery_model: null,
  key_uri: null,
};

/** All of this must hold of a row, or it stays as it is. */
export type Guard = {
  /** Its state is one of these. */
  from?: readonly ProcessingState[];
  /** Its check is this attempt's. */
  token?: JobToken | null;
  where?: Expression<SqlBool>;
};

/** A row as it is after its change. */
export type ChangedRevision = {
  key: string;
  teamId: string;
  videoKey: string;
  state: ProcessingState;
  failures: number;
};

/** Adds revisions that wait for their source files. */
export async function addRevisions(tx: Tx, rows: readonly NewRevision[]): Promise<void> {
  const waiting = rows.map((row) => ({ ...row, state: 'sourceWaiting' as const }));
  await tx.insertInto('revisions').values(waiting).execute();
}

/**
 * Moves a revision to a state along the table of states, with what changes together with it.
 *
 * @returns null when no state of the table leads there from its own, or the guard does not hold
 */
export async function moveRevision(
  tx: Tx,
  key: string,
  to: ProcessingState,
  columns: Columns = {},
  { from, ...guard }: Guard = {},
): Promise<ChangedRevision | null> {
  const before = statesBefore(to).filter((state) => from?.includes(state) ?? true);
  if (before.length === 0) return null;
  const left = to === 'sourceWaiting' ? NOTHING_MADE : {};
  return change(tx, key, { ...left, ...columns }, { ...guard, from: before }, to);
}

/**
 * Changes columns of a revision, in whatever state it is.
 *
 * @returns null when it is gone, or the guard does not hold
 */
export async function changeRevision(
  tx: Tx,
  key: string,
  columns: Columns,
  guard: Guard = {},
): Promise<ChangedRevision | null> {
  return change(tx, key, columns, guard);
}

async function change(
  tx: Tx,
  key: string,
  columns: Columns,
  { from, token, where }: Guard,
  to?: ProcessingState,
): Promise<ChangedRevision | null> {
  const before = to && (await lockState(tx, key));
  const moved = to ? { state: to } : {};
  let query = tx
    .updateTable('revisions')
    .set({ ...withDocuments(columns), ...moved, updated_at: databaseNow })
    .where('key', '=', key);
  if (from) query = query.where('state', 'in', from);
  if (token) query = query.where('job_id', '=', token.id).where('job_retry', '=', token.retryCount);
  if (where) query = query.where(where);
  const row = await query
    .returning(['key', 'team_id as teamId', 'video_key as videoKey', 'state', 'failures'])
    .returning([
      sql<string | null>`coalesce(failure_reason, probe_error_reason)`.as('reason'),
      sql<string>`(select project_id from videos v where v.key = revisions.video_key)`.as(
        'projectId',
      ),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { projectId, reason, ...changed } = row;
  const { teamId, videoKey, state } = row;
  const place = { teamId, projectId, key: videoKey };
  const written = Object.keys({ ...columns, ...moved });
  await announce(tx, revisionChanged, { ...place, state, columns: written });
  const video = { ...place, revisionKey: key };
  if (before && before !== state) await announceMove(tx, video, before, state);
  const isUnusable = typeof columns.probe_error_type === 'string';
  if (isUnusable || (before && before !== state && state === 'failed')) {
    await announce(tx, videoFailed, { ...video, reason });
  }
  return changed;
}

async function lockState(tx: Tx, key: string): Promise<ProcessingState | undefined> {
  const row = await tx
    .selectFrom('revisions')
    .select('state')
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.state;
}

async function announceMove(
  tx: Tx,
  video: { teamId: string; projectId: string; key: string; revisionKey: string },
  before: ProcessingState,
  state: ProcessingState,
): Promise<void> {
  const changes = diff({ state: before }, { state });
  await announce(tx, videoStateChanged, { ...video, state, changes });
  if (isWatchable(state) && !isWatchable(before)) await announce(tx, videoReady, video);
}

function withDocuments(columns: Columns): Row {
  const given = PARTS.filter((name) => columns[name]);
  const documents = given.map((name) => [name, JSON.stringify(columns[name])]);
  return { ...columns, ...Object.fromEntries(documents) } as Row;
}
