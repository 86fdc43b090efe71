import { sql } from 'kysely';
import type { ProgressiveFile } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { changeRevision, moveRevision } from '../../revisions/actions.ts';
import { listProgressiveIds } from '../rules/ladder.ts';
import { findEncodingTask } from '../queries/task.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { addPieces } from '../../pieces/actions/add.ts';
import { lockStream, type PlannedStream } from './segments.ts';
import { isOwnPiece } from '../../pieces/actions/own.ts';

/**
 * Once a stream is whole, the files that its preset wants are made of it. They are promised like the
 * rest: the stream is completed when they are there.
 *
 * @returns whether there are any
 */
export async function queueProgressive(tx: Tx, found: PlannedStream): Promise<boolean> {
  const task = await findEncodingTask(tx, found.revisionKey);
  if (task?.deliveryModel !== 'classic') return false;
  // The file would be in the clear.
  if (found.protection || found.keyUri !== null || task.plan?.encrypts) return false;
  const pieces = listProgressiveIds(task.profiles, found.renditions.video).map((id) => ({
    kind: 'progressive' as const,
    renditionIds: [id],
    firstSegment: 1,
    lastSegment: 1,
  }));
  if (pieces.length === 0) return false;
  await addPieces(tx, found, pieces, 100_000);
  return true;
}

/** What is made of a whole stream later doesn't make it whole any later. */
export const firstCompletedAt = sql<Date>`coalesce(completed_at, now())`;

/**
 * A file has come to its end, also by being given up: what waits for no other is completed. The caller
 * has locked the stream.
 */
export async function endProgressive(tx: Tx, revisionKey: string): Promise<void> {
  const isLast = sql<boolean>`not exists (select from pieces p where p.revision_key = revisions.key
    and p.kind = 'progressive' and p.state not in ('completed', 'failed'))`;
  const guard = { from: ['partiallyCompleted'], where: isLast } as const;
  await moveRevision(
    tx,
    revisionKey,
    'completed',
    { progress_percent: 100, completed_at: firstCompletedAt },
    guard,
  );
}

/** Records a whole file that is in storage, for viewers. */
export async function recordProgressive(
  tx: Tx,
  piece: ClaimedPiece,
  file: ProgressiveFile,
): Promise<void> {
  const { revisionKey } = piece;
  const found = await lockStream(tx, revisionKey);
  if (!found || !(await isOwnPiece(tx, piece))) return;
  const { downloads } = found;
  const others = downloads.progressive.filter(({ height }) => height !== file.height);
  const before = downloads.progressive.find(({ height }) => height === file.height);
  const progressive = [...others, { ...before, ...file }].toSorted((a, b) => b.height - a.height);
  await changeRevision(tx, revisionKey, { downloads: { ...downloads, progressive } });
}
