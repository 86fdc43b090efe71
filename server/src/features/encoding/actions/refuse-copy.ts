import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { replan } from './replan.ts';

/**
 * Plans a source again without one of its copies, after a track turned out not to be copyable. Nothing of the
 * old plan is kept, as its borders are the copy's. New renditions get other ids, so that bytes in caches are
 * never mixed with theirs.
 *
 * @returns false when it was refused before
 */
export async function refuseCopy(
  tx: Tx,
  piece: Pick<ClaimedPiece, 'revisionKey' | 'renditionIds'>,
  { renditions }: { renditions: Renditions },
): Promise<boolean> {
  const { revisionKey } = piece;
  const isSound = renditions.audio.some(({ id }) => piece.renditionIds.includes(id));
  const kind = isSound ? 'audio' : 'video';
  const refused = { uncopyable_kinds: sql<string[]>`array_append(uncopyable_kinds, ${kind})` };
  const isNew = sql<boolean>`not uncopyable_kinds @> array[${kind}]::text[]`;
  if (!(await changeRevision(tx, revisionKey, refused, { where: isNew }))) return false;
  await replan(tx, revisionKey);
  return true;
}
