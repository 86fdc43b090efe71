import type { StreamDescription } from '@kinora/contract/stream';
import type { Db } from '../../base/db.ts';
import { newKey } from '../../base/ids.ts';
import type { TestApp } from '../../test-app.ts';
import { addTestVideo, type TestOwner, type TestVideo } from '../../test-owner.ts';
import type { ClaimedPiece } from '../pieces/rules/pieces.ts';
import { addRevisions } from '../revisions/actions.ts';
import { composeStream } from '../revisions/rules/compose-stream.ts';
import { getParts } from '../revisions/queries.ts';
import { recordPlan } from './actions/record-plan.ts';
import type { NewPiece } from '../pieces/rules/pieces.ts';
import { recordInit, recordSegment, openStream } from './actions/segments.ts';
import type { StoredPlan } from './rules/stored-plan.ts';

export type TestRevision = TestVideo & { teamId: string };

type TestPlan = {
  seconds: number;
  pieces: NewPiece[];
  onDemandIds?: string[];
  defaultRenditionId?: string;
  ids?: string[];
};

/** Adds a video of `seconds` with a recorded plan, whose pieces wait. */
export async function plannedRevision(
  app: TestApp,
  owner: Omit<TestOwner, 'scope' | 'projectId'>,
  plan: TestPlan,
): Promise<TestRevision> {
  const revision = { teamId: owner.teamId, ...(await addTestVideo(app, owner)) };
  await recordTestPlan(app, revision, plan);
  return revision;
}

/** Adds a revision that is prepared while a video keeps its own, and waits for its file. */
export async function addPreparedRevision(
  app: TestApp,
  { teamId, videoKey, revisionKey: own }: TestRevision,
  about: { sizeBytes?: number; fileName?: string } = {},
): Promise<TestRevision> {
  const revisionKey = newKey(10);
  await app.context.db.transaction().execute(async (tx) => {
    const { preset_id } = await tx
      .selectFrom('revisions')
      .select('preset_id')
      .where('key', '=', own)
      .executeTakeFirstOrThrow();
    const row = {
      key: revisionKey,
      team_id: teamId,
      video_key: videoKey,
      source_file_name: about.fileName ?? 'b.mp4',
      source_type: 'video/mp4',
      source_size_bytes: about.sizeBytes ?? 20,
      key_server_id: null,
      preset_id,
      overlay_preset_id: null,
      role: 'preparing' as const,
    };
    await addRevisions(tx, [row]);
  });
  return { teamId, videoKey, revisionKey };
}

export async function recordTestPlan(
  app: TestApp,
  revision: TestRevision,
  plan: TestPlan,
): Promise<void> {
  const stream = testStream(revision, plan.seconds, plan.ids ?? ['v-720', 'v-240', 'a-1']);
  await app.context.db.transaction().execute((tx) =>
    recordPlan(tx, null, {
      teamId: revision.teamId,
      // Nothing here is made, so that no worker reads it.
      plan: {} as StoredPlan,
      remuxKey: null,
      stream,
      onDemandIds: plan.onDemandIds ?? [],
      defaultRenditionId: plan.defaultRenditionId ?? null,
      pieces: plan.pieces,
    }),
  );
}

/** The stream of a planned revision as viewers are to get it. */
export async function getStream(db: Db, revisionKey: string): Promise<StreamDescription> {
  return composeStream(await getParts(db, revisionKey));
}

/** Six-second segments; ids that begin with `a` are audio. */
export function testStream(
  { videoKey, revisionKey }: { videoKey: string; revisionKey: string },
  seconds: number,
  ids: string[],
): StreamDescription {
  const count = Math.ceil(seconds / 6);
  const segments = { timescale: 1000, runs: [{ count, ticks: 6000 }] };
  const bandwidth = { peakBps: 1000, averageBps: 900, measured: false };
  return {
    version: 1,
    videoKey,
    revisionKey,
    durationMs: seconds * 1000,
    videoSegments: segments,
    video: ids
      .filter((id) => id.startsWith('v'))
      .map((id) => ({
        id,
        codec: 'avc1.64001f',
        width: 640,
        height: 360,
        frameRate: { numerator: 25, denominator: 1 },
        bandwidth,
        ready: false,
        iFrames: null,
      })),
    audio: ids
      .filter((id) => id.startsWith('a'))
      .map((id) => ({
        id,
        codec: 'mp4a.40.2',
        channels: 2,
        sampleRate: 48_000,
        languageCode: 'und',
        name: '',
        isAudioDescription: false,
        segments,
        bandwidth,
        ready: false,
      })),
    coverWidths: [],
    deliveryModel: 'classic',
    open: false,
    firstMediaSequence: 0,
    firstRenditionId: ids.findLast((id) => id.startsWith('v')) ?? null,
    storyboard: null,
    progressive: [],
    encryption: null,
  };
}

/** Stores what a piece makes, as a worker does. */
export async function storePiece({ context }: TestApp, piece: ClaimedPiece): Promise<void> {
  const { db } = context;
  for (const renditionId of piece.renditionIds) {
    await recordInit(db, piece, { renditionId, sha256: 'x', codec: 'avc1.640015' });
    for (let number = piece.firstSegment; number <= piece.lastSegment; number += 1) {
      const keyFrames: Array<[number, number, number]> = renditionId.startsWith('v')
        ? [[24, 500, 6000]]
        : [];
      const segment = { renditionId, number, sizeBytes: 6000, ticks: 6000, keyFrames };
      await recordSegment(db, piece, segment);
    }
  }
  await db.transaction().execute((tx) => openStream(tx, piece.revisionKey));
}
