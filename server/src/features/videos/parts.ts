import type { Drm } from '@kinora/contract/drm';
import type { Output } from '@kinora/contract/videos';
import type { Db, Tx } from '../../base/db.ts';
import { drmParts } from '../drm/parts.ts';
import { outputParts } from '../encoding/parts.ts';
import { revisionParts } from '../revisions/parts.ts';
import type { RevisionFacts } from '../revisions/queries.ts';
import { receivedParts } from '../uploads/parts.ts';

// A feature adds what it knows of videos by a line in one of the two: for all rows at once.

export type SummaryParts = {
  revision: RevisionFacts;
  /** Null while no upload was begun, and once the file is there. */
  receivedBytes: number | null;
};

export type VideoParts = SummaryParts & { drm: Drm; outputs: Output[] };

/** What lists show of each video. */
export async function withSummaryParts<Row extends { revisionKey: string }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & SummaryParts)[]> {
  if (rows.length === 0) return [];
  const revisions = await revisionParts(db, keysOf(rows));
  const arriving = [...revisions.values()].filter((one) => one.uploadCompletedAt === null);
  const received = await receivedParts(
    db,
    arriving.map(({ key }) => key),
  );
  return rows.flatMap((row) => {
    const revision = revisions.get(row.revisionKey);
    // Gone since the row was read.
    if (!revision) return [];
    return [{ ...row, revision, receivedBytes: received.get(row.revisionKey) ?? null }];
  });
}

/** What the page of each video shows. */
export async function withVideoParts<Row extends { revisionKey: string }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & VideoParts)[]> {
  if (rows.length === 0) return [];
  const summaries = await withSummaryParts(db, rows);
  const drm = await drmParts(db, keysOf(rows));
  const outputs = await outputParts(db, keysOf(rows));
  return summaries.flatMap((row) => {
    const own = drm.get(row.revisionKey);
    return own ? [{ ...row, drm: own, outputs: outputs.get(row.revisionKey) ?? [] }] : [];
  });
}

function keysOf(rows: readonly { revisionKey: string }[]): string[] {
  return rows.map(({ revisionKey }) => revisionKey);
}
