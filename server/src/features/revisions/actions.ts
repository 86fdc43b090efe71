import { type Expression, type Insertable, sql, type SqlBool, type UpdateObject } from 'kysely';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import type { Database } from '../../base/database-types.ts';
import { diff } from '../../base/changes.ts';
import { databaseNow, type Tx } from '../../base/db.ts';
import { announce } from '../../base/events.ts';
import type { JobToken } from '../../base/jobs.ts';
import {
  revisionChanged,
  revisionPromoted,
  videoFailed,
  videoReady,
  videoStateChanged,
} from './events.ts';
import { isWithheld } from './queries.ts';
import {
  getWatchSeconds,
  isWatchable,
  KEPT_DAYS,
  mayPromote,
  type Role,
  statesBefore,
} from './rules.ts';
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
> & { role?: 'preparing' };

type Row = UpdateObject<Database, 'revisions', 'revisions'>;
/**
 * Other features keep these in a revision's row; only `moveRevision` changes its state, and only
 * `promoteRevision` its role.
 */
export type Columns = Omit<
  Row,
  | 'key'
  | 'team_id'
  | 'video_key'
  | 'state'
  | 'role'
  | 'kept_until'
  | 'watched_until'
  | 'deleted_at'
  | keyof Parts
> &
  Partial<Parts>;

/** A revision that waits for its source has no rendition and no file. */
const NOTHING_MADE: Columns = {
  renditions: null,
  images: null,
  downloads: null,
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

/** Adds revisions that wait for their source files: a video's first, or one that is prepared. */
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
      sql<boolean>`role = 'current'`.as('isCurrent'),
      sql<string | null>`coalesce(failure_reason, probe_error_reason)`.as('reason'),
      sql<string>`(select project_id from videos v where v.key = revisions.video_key)`.as(
        'projectId',
      ),
      sql<string>`(select title from videos v where v.key = revisions.video_key)`.as('title'),
      sql<string>`(select creator_id from videos v where v.key = revisions.video_key)`.as(
        'creatorId',
      ),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { projectId, title, creatorId, reason, isCurrent, ...changed } = row;
  const { teamId, videoKey, state } = row;
  const place = { teamId, projectId, key: videoKey, name: title };
  const written = Object.keys({ ...columns, ...moved });
  await announce(tx, revisionChanged, { ...place, state, isCurrent, columns: written });
  if (!isCurrent) return changed;
  const video = { ...place, revisionKey: key, creatorId };
  const isMoved = before !== undefined && before.state !== state;
  if (isMoved) await announceMove(tx, video, before, state);
  const isUnusable = typeof columns.probe_error_type === 'string';
  if (isUnusable || (isMoved && state === 'failed')) {
    await announce(tx, videoFailed, { ...video, reason });
  }
  return changed;
}

type Before = { state: ProcessingState; wasWhole: boolean };

async function lockState(tx: Tx, key: string): Promise<Before | undefined> {
  return tx
    .selectFrom('revisions')
    .select(['state', sql<boolean>`completed_at is not null`.as('wasWhole')])
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function announceMove(
  tx: Tx,
  video: {
    teamId: string;
    projectId: string;
    key: string;
    name: string;
    revisionKey: string;
    creatorId: string;
  },
  before: Before,
  state: ProcessingState,
): Promise<void> {
  const changes = diff({ state: before.state }, { state });
  const { wasWhole } = before;
  await announce(tx, videoStateChanged, { ...video, state, wasWhole, changes });
  if (isWatchable(state) && !isWatchable(before.state)) await announce(tx, videoReady, video);
}

/**
 * Makes a revision the one that viewers of its video get, and keeps the one that it replaces for a while.
 * Nothing else changes which is current.
 *
 * @returns false when it is not the video's, is current already, or has nothing to watch
 */
export async function promoteRevision(
  tx: Tx,
  { teamId, videoKey }: { teamId: string; videoKey: string },
  revisionKey: string,
): Promise<boolean> {
  // All are locked in one order, so that the later one of two promotions sees what the first has done.
  const revisions = await tx
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select([
      'r.key',
      'r.role',
      'r.state',
      isWithheld.as('isWithheld'),
      'v.project_id as projectId',
      'v.title',
      'v.creator_id as creatorId',
    ])
    .select(sql<number>`coalesce(r.duration_ms, 0)`.as('durationMs'))
    .where('r.video_key', '=', videoKey)
    .where('r.team_id', '=', teamId)
    .orderBy('r.key')
    .forNoKeyUpdate('r')
    .execute();
  const promoted = revisions.find(({ key }) => key === revisionKey);
  if (!promoted || !mayPromote(promoted)) return false;
  const replaced = revisions.find(({ role }) => role === 'current');
  if (replaced) await replaceCurrent(tx, replaced);
  await setRole(tx, revisionKey, { role: 'current', kept_until: null, watched_until: null });
  const { projectId, title: name, creatorId } = promoted;
  const place = { teamId, projectId, key: videoKey, name };
  const video = { ...place, revisionKey, creatorId };
  const changes = diff({ revisionKey: replaced?.key ?? null }, { revisionKey });
  await announce(tx, revisionPromoted, { ...video, changes });
  if (replaced && replaced.state !== promoted.state) {
    const before = { state: replaced.state, wasWhole: false };
    await announceMove(tx, video, before, promoted.state);
  }
  return true;
}

/** Replaces the current revision; its viewers can play on to the end, whatever becomes of it for others. */
async function replaceCurrent(
  tx: Tx,
  revision: { key: string; state: ProcessingState; isWithheld: boolean; durationMs: number },
): Promise<void> {
  const { key, state, isWithheld: isHidden, durationMs } = revision;
  const after = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;
  const isWatched = isWatchable(state) && !isHidden;
  await setRole(tx, key, {
    role: 'pending',
    kept_until: after(KEPT_DAYS * 86_400),
    watched_until: isWatched ? after(getWatchSeconds(durationMs, false)) : null,
  });
}

async function setRole(
  tx: Tx,
  key: string,
  columns: { role: Role } & Pick<Row, 'kept_until' | 'watched_until'>,
): Promise<void> {
  await tx
    .updateTable('revisions')
    .set({ ...columns, updated_at: databaseNow })
    .where('key', '=', key)
    .execute();
}

function withDocuments(columns: Columns): Row {
  const given = PARTS.filter((name) => columns[name]);
  const documents = given.map((name) => [name, JSON.stringify(columns[name])]);
  return { ...columns, ...Object.fromEntries(documents) } as Row;
}
