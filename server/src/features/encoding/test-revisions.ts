import type { StreamDescription } from '@kinora/contract/stream';
import type { Db } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';
import type { TestApp, Person } from '../../test-app.ts';
import type { ClaimedPiece } from '../pieces/rules/pieces.ts';
import { composeStream } from '../publishing/rules.ts';
import { getParts } from '../revisions/queries.ts';
import { recordPlan } from './actions/record-plan.ts';
import type { NewPiece } from '../pieces/rules/pieces.ts';
import { recordInit, recordSegment, openStream } from './actions/segments.ts';
import type { StoredPlan } from './rules/stored-plan.ts';

export type TestRevision = { teamId: string; videoKey: string; revisionKey: string };

export type TestOwner = { admin: Person; scope: TeamScope; teamId: string; projectKey: string };

/** A team with a project. */
export async function addTestOwner(app: TestApp, namespace: string): Promise<TestOwner> {
  const { admin, scope } = await app.addTeam(namespace);
  const body = { key: 'news', name: 'News' };
  const { body: project } = await app.call('POST', '/api/v1/projects', { as: admin, body });
  return { admin, scope, teamId: scope.teamId, projectKey: String(project['key']) };
}

/** A video of `seconds` whose plan is recorded: pieces wait, and nothing of it is made. */
export async function plannedRevision(
  app: TestApp,
  owner: Omit<TestOwner, 'scope'>,
  plan: {
    seconds: number;
    pieces: NewPiece[];
    onDemandIds?: string[];
    defaultRenditionId?: string;
    ids?: string[];
  },
): Promise<TestRevision> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey: owner.projectKey, videos: [{ title: 'A', source }] };
  const { body: created } = await app.call('POST', '/api/v1/videos', { as: owner.admin, body });
  const revision = {
    teamId: owner.teamId,
    videoKey: String(created[0]?.['key']),
    revisionKey: String(created[0]?.['vod']?.['revisionKey']),
  };
  const stream = testStream(revision, plan.seconds, plan.ids ?? ['v-720', 'v-240', 'a-1']);
  await app.context.db.transaction().execute((tx) =>
    recordPlan(tx, null, {
      teamId: owner.teamId,
      // Nothing here is made, so that no worker reads it.
      plan: {} as StoredPlan,
      workKey: null,
      stream,
      onDemandIds: plan.onDemandIds ?? [],
      defaultRenditionId: plan.defaultRenditionId ?? null,
      pieces: plan.pieces,
    }),
  );
  return revision;
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
