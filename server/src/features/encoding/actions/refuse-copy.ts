import { sql } from 'kysely';
import type { StreamDescription } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { publishVideo } from '../../publishing/actions.ts';
import { beginArriving, beginIngression } from './begin.ts';
import type { ClaimedPiece } from './claim.ts';
import { forgetPlan } from './forget.ts';

/**
 * A track can't be copied after all: nothing of its plan is kept, for its borders are the copy's, and
 * the source is planned anew without that copy. The new renditions have other ids, so that bytes
 * which caches hold of the old ones are never mixed with theirs.
 *
 * @returns false when it was refused before
 */
export async function refuseCopy(
  tx: Tx,
  piece: Pick<ClaimedPiece, 'revisionKey' | 'renditionIds'>,
  { teamId, videoKey, stream }: { teamId: string; videoKey: string; stream: StreamDescription },
): Promise<boolean> {
  const { revisionKey } = piece;
  const isSound = stream.audio.some(({ id }) => piece.renditionIds.includes(id));
  const kind = isSound ? 'audio' : 'video';
  const { rows } = await sql<{ isWhole: boolean }>`
    update revisions set refused_copies = array_append(refused_copies, ${kind})
    where key = ${revisionKey} and not refused_copies @> array[${kind}]::text[]
    returning upload_completed_at is not null as "isWhole"
  `.execute(tx);
  const [row] = rows;
  if (!row) return false;
  await forgetPlan(tx, revisionKey);
  await publishVideo(tx, videoKey);
  const upload = { teamId, videoKey, revisionKey };
  await (row.isWhole ? beginIngression(tx, upload) : beginArriving(tx, upload));
  return true;
}
