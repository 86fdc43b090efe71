import type { Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';
import type { Renditions } from '../../revisions/rules/stream-parts.ts';
import { lockStream } from './segments.ts';

/** The bytes of a rendition that were made of those before, and are found by another id. */
export type ReplacedRendition = {
  id: string;
  sizeBytes: number;
  peakBps: number;
  averageBps: number;
};

/**
 * Puts other bytes of the same renditions in the place of those before. The caller has locked the row.
 *
 * @param made.keyUri of a stream that is encrypted whole, if its key is another
 * @param replaced by the id that each had before
 */
export async function replaceRenditions(
  tx: Tx,
  revisionKey: string,
  made: Pick<Renditions, 'video' | 'audio' | 'firstRenditionId'> & { keyUri?: string | undefined },
  replaced: ReadonlyMap<string, ReplacedRendition>,
): Promise<void> {
  const found = await lockStream(tx, revisionKey);
  if (!found) throw new Error(`${revisionKey} has no renditions to replace`);
  const { video, audio, firstRenditionId, keyUri } = made;
  const renditions = { ...found.renditions, video, audio, firstRenditionId };
  await changeRevision(tx, revisionKey, {
    renditions,
    ...(keyUri === undefined ? {} : { key_uri: keyUri }),
  });
  for (const [before, { id, sizeBytes, peakBps, averageBps }] of replaced) {
    await tx
      .updateTable('outputs')
      .set({ rendition_id: id, size_bytes: sizeBytes, peak_bps: peakBps, average_bps: averageBps })
      .where('revision_key', '=', revisionKey)
      .where('rendition_id', '=', before)
      .execute();
  }
}
