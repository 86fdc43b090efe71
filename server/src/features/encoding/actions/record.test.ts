import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { StreamDescription } from '@kinora/contract/stream';
import type { JobToken } from '../../../base/jobs.ts';
import { startTestApp, type Person, type TestApp } from '../../../test-app.ts';
import { beginIngression } from './begin.ts';
import * as record from './record.ts';

let app: TestApp;
let admin: Person;
let teamId: string;
let projectKey: string;
let video: { videoKey: string; revisionKey: string };

const id = '018f3c5e-0000-7000-8000-000000000001';
const first: JobToken = { id, retryCount: 0 };
const second: JobToken = { id, retryCount: 1 };

before(async () => {
  app = await startTestApp();
  const team = await app.addTeam('siam');
  admin = team.admin;
  teamId = team.scope.teamId;
  const body = { key: 'news', name: 'News' };
  const created = await app.call('POST', '/api/v1/projects', { as: admin, body });
  projectKey = String(created.body['key']);
});
after(() => app.close());

beforeEach(async () => {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const body = { projectKey, videos: [{ title: 'A', source }] };
  const [created] = (await app.call('POST', '/api/v1/videos', { as: admin, body })).body;
  video = {
    videoKey: String(created?.['key']),
    revisionKey: String(created?.['vod']?.['revisionKey']),
  };
  await app.context.db.transaction().execute((tx) => beginIngression(tx, { teamId, ...video }));
});

/** A stream of two pictures and a sound, of which the named ones are whole. */
function stream(ready: string[]): StreamDescription {
  const bandwidth = { peakBps: 1000, averageBps: 900, measured: true };
  const segments = { timescale: 1000, runs: [{ count: 1, ticks: 4000 }] };
  const picture = (name: string, height: number) => ({
    id: name,
    codec: 'avc1.64001f',
    width: 640,
    height,
    frameRate: { numerator: 25, denominator: 1 },
    bandwidth,
    ready: ready.includes(name),
  });
  const sound = { id: 'a-1', codec: 'mp4a.40.2', channels: 2, sampleRate: 48_000 };
  return {
    version: 1,
    ...video,
    durationMs: 4000,
    videoSegments: segments,
    video: [picture('v-360', 360), picture('v-240', 240)],
    audio: [
      {
        ...sound,
        languageCode: 'und',
        name: '',
        segments,
        bandwidth,
        ready: ready.includes('a-1'),
      },
    ],
    coverWidths: [],
  };
}

const write = <T>(work: (tx: Parameters<typeof record.claimRevision>[0]) => Promise<T>) =>
  app.context.db.transaction().execute(work);
const claim = (token: JobToken) =>
  write((tx) => record.claimRevision(tx, video.revisionKey, token));
const outputs = (token: JobToken, ready: string[]) =>
  write((tx) => record.recordOutputs(tx, token, stream(ready), []));
const revision = () =>
  app.context.db
    .selectFrom('revisions')
    .selectAll()
    .where('key', '=', video.revisionKey)
    .executeTakeFirstOrThrow();

test('progress goes on when the video is playable already', async () => {
  assert.ok(await claim(first));
  await write((tx) => record.recordPlan(tx, first, stream([])));
  await outputs(first, ['v-240', 'a-1']);
  const { revisionKey } = video;
  assert.ok(await write((tx) => record.recordProgress(tx, revisionKey, first, 70)));
  const row = await revision();
  assert.deepEqual([row.state, row.progress_percent], ['partiallyCompleted', 70]);
});

test('what an attempt made playable stays so when the next one starts over', async () => {
  await claim(first);
  await write((tx) => record.recordPlan(tx, first, stream([])));
  await outputs(first, ['v-240', 'a-1']);
  assert.ok(await claim(second));
  await write((tx) => record.recordPlan(tx, second, stream([])));
  await outputs(second, ['a-1']);
  const between = await revision();
  assert.deepEqual([between.state, between.total_completed_outputs], ['partiallyCompleted', 2]);
  assert.deepEqual(between.stream, stream(['v-240', 'a-1']));
  await outputs(second, ['v-360', 'v-240', 'a-1']);
  const done = await revision();
  assert.deepEqual([done.state, done.total_completed_outputs], ['completed', 3]);
});

test('an attempt that was overtaken neither writes nor ends the work of the other', async () => {
  const { revisionKey } = video;
  const problem = { reason: 'tool_failed', detail: '' } as const;
  await claim(first);
  await claim(second);
  assert.equal(await claim(first), false);
  await write((tx) => record.recordPlan(tx, second, stream([])));
  const before = await revision();
  await outputs(first, ['v-360', 'v-240', 'a-1']);
  assert.equal(await write((tx) => record.noteFailure(tx, revisionKey, first, problem)), 0);
  await write((tx) => record.giveUpRevision(tx, revisionKey, first));
  await write((tx) =>
    record.recordProbeError(tx, revisionKey, first, { type: 'probeError', ...problem }),
  );
  assert.equal(await write((tx) => record.recordProgress(tx, revisionKey, first, 99)), false);
  assert.deepEqual(await revision(), before);
  await write((tx) => record.giveUpRevision(tx, revisionKey, second));
  assert.equal((await revision()).state, 'failed');
});

test('the state of a revision is written here and nowhere else', async () => {
  const features = join(import.meta.dirname, '../..');
  const writers: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: features })) {
    if (path.endsWith('.test.ts')) continue;
    const text = await readFile(join(features, path), 'utf8');
    const updates = text.split(`updateTable('revisions')`).slice(1);
    const writesState = updates.some((rest) => /\bstate\s*:/.test(rest.split('.execute')[0] ?? ''));
    if (writesState || /update revisions\b/i.test(text)) writers.push(path);
  }
  assert.deepEqual(writers, ['encoding/actions/record.ts']);
});

test('the last byte begins the work once', async () => {
  await write((tx) => beginIngression(tx, { teamId, ...video }));
  const { rows } = await countJobs();
  assert.equal(rows[0]?.count, 1);
  assert.equal((await revision()).state, 'sourceIngression');
});

function countJobs() {
  return sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = 'encode' and data ->> 'revisionKey' = ${video.revisionKey}`.execute(
    app.context.db,
  );
}
