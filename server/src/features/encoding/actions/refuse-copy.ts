import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { replan } from './replan.ts';

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
