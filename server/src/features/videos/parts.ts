import type { Drm } from '@kinora/contract/drm';
import type { Output } from '@kinora/contract/videos/outputs';
import type { Db, Tx } from '../../base/db.ts';
import { getDrmParts } from '../drm/parts.ts';
import { getOutputParts } from '../encoding/parts.ts';
import { getRevisionParts } from '../revisions/parts.ts';
import type { RevisionFacts } from '../revisions/queries.ts';
import { getReceivedParts } from '../uploads/parts.ts';
import type { Received } from '../uploads/queries.ts';

// A feature adds what it knows of videos by a line in one of the two: for all rows at once.

export type SummaryParts = {
  revision: RevisionFacts;
  /** Null while no upload was begun, and once the file is there. */
  received: Received | null;
};

export type VideoParts = SummaryParts & { drm: Drm; outputs: Output[] };

/** Adds the parts that lists show of each video. */
export async function addSummaryParts<Row extends { revisionKey: string }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & SummaryParts)[]> {
  if (rows.length === 0) return [];
  const revisions = await getRevisionParts(db, listKeys(rows));
  const arriving = [...revisions.values()].filter((one) => one.uploadCompletedAt === null);
  const received = await getReceivedParts(
    db,
    arriving.map(({ key }) => key),
  );
  return rows.flatMap((row) => {
    const revision = revisions.get(row.revisionKey);
    // It went since the row was read.
    if (!revision) return [];
    return [{ ...row, revision, received: received.get(row.revisionKey) ?? null }];
  });
}

/** Adds the parts that the page of a video shows. */
export async function addVideoParts<Row extends { revisionKey: string }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & VideoParts)[]> {
  if (rows.length === 0) return [];
  const summaries = await addSummaryParts(db, rows);
  const drm = await getDrmParts(db, listKeys(rows));
  const outputs = await getOutputParts(db, listKeys(rows));
  return summaries.flatMap((row) => {
    const own = drm.get(row.revisionKey);
    return own ? [{ ...row, drm: own, outputs: outputs.get(row.revisionKey) ?? [] }] : [];
  });
}

function listKeys(rows: readonly { revisionKey: string }[]): string[] {
  return rows.map(({ revisionKey }) => revisionKey);
}
