import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { listeners } from '../../app-events.ts';
import { type Announced, onEvery, setListeners } from '../../base/events.ts';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import {
  addPreparedRevision,
  getStream,
  plannedRevision,
  recordTestPlan,
  type TestRevision,
} from '../encoding/test-revisions.ts';
import { publish, published } from '../publishing/test-publishing.ts';
import { changeRevision, moveRevision, promoteRevision } from './actions.ts';
import { getParts } from './queries.ts';

let app: TestApp;
let owner: TestOwner;
let first: TestRevision;
let second: TestRevision;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());
beforeEach(async () => {
  first = await plannedRevision(app, owner, { seconds: 24, pieces: [] });
  await open(first);
  second = await addPreparedRevision(app, first, { sizeBytes: 4000, fileName: 'second.mp4' });
});

/** Its first segments are there, with covers. */
async function open({ revisionKey }: TestRevision): Promise<void> {
  const { db } = app.context;
  const { renditions } = await getParts(db, revisionKey);
  await db.transaction().execute(async (tx) => {
    const images = { coverWidths: [320], storyboard: null };
    await moveRevision(tx, revisionKey, 'partiallyCompleted', {
      renditions: { ...renditions, open: true },
    });
    await changeRevision(tx, revisionKey, { images });
  });
}

const promote = ({ teamId, videoKey, revisionKey }: TestRevision) =>
  app.context.db
    .transaction()
    .execute((tx) => promoteRevision(tx, { teamId, videoKey }, revisionKey));

async function roles(): Promise<Record<string, string>> {
  const rows = await app.context.db
    .selectFrom('revisions')
    .select(['key', 'role'])
    .select(
      sql<number | null>`round(extract(epoch from kept_until - now()) / 86400)::int`.as('days'),
    )
    .where('video_key', '=', first.videoKey)
    .execute();
  const told = (row: { role: string; days: number | null }) =>
    row.days === null ? row.role : `${row.role} ${row.days}`;
  return Object.fromEntries(rows.map((row) => [row.key, told(row)]));
}

/** Reads what a list, the page of the video and the edges' document say of it. */
async function seen() {
  const q = `projectKey=${owner.projectKey}&q=${first.videoKey}`;
  const { body } = await app.call('GET', `/api/v1/videos?${q}`, { as: owner.admin });
  const { body: video } = await app.call('GET', `/api/v1/videos/${first.videoKey}`, {
    as: owner.admin,
  });
  await publish(app.context, first.videoKey);
  const document = await published(app.context.storage, first.videoKey);
  const row = body.data[0];
  return {
    duration: row?.['duration'],
    revisionKey: String(row?.['vod']?.['revisionKey']),
    cover: JSON.stringify(row?.['coverImage']).includes(second.revisionKey),
    size: video['vod']?.['source']?.['size'],
    downloads: video['playbackUrls']?.['primaryPlaybackUrl']?.['mp4Playlist']?.length,
    state: document?.state,
    published: document?.stream?.revisionKey,
    earlier: document?.stream?.earlier?.map(({ revisionKey, durationMs }) => [
      revisionKey,
      durationMs / 1000,
    ]),
  };
}

async function prepareSecond(): Promise<void> {
  await recordTestPlan(app, second, { seconds: 60, pieces: [] });
  await open(second);
  const downloads = { progressive: [{ height: 720, width: 1280, sizeBytes: 9000 }] };
  await app.context.db
    .transaction()
    .execute((tx) => changeRevision(tx, second.revisionKey, { downloads }));
}

test('lists, the published document and addresses change when a prepared revision is promoted', async () => {
  const events: Announced[] = [];
  const before = await seen();
  setListeners([...listeners, onEvery(async (_tx, all) => void events.push(...all))]);
  try {
    await prepareSecond();
    const names = () =>
      events.map(({ kind }) => kind.name).filter((name) => name.startsWith('video.'));
    assert.deepEqual(
      [before.revisionKey, before.published],
      [first.revisionKey, first.revisionKey],
    );
    assert.deepEqual(await seen(), before);
    assert.deepEqual(names(), []);

    assert.equal(await promote(second), true);
    assert.deepEqual(await seen(), {
      duration: 60,
      revisionKey: second.revisionKey,
      cover: true,
      size: 4000,
      downloads: 1,
      state: 'playable',
      published: second.revisionKey,
      earlier: [[first.revisionKey, 24]],
    });
    const promoted = events.find(({ kind }) => kind.name === 'video.revisionPromoted');
    const changed = { revisionKey: [first.revisionKey, second.revisionKey] };
    assert.deepEqual(promoted?.facts.changes, changed);
    assert.deepEqual(names(), ['video.revisionPromoted']);
    assert.deepEqual(await roles(), {
      [first.revisionKey]: 'pending 30',
      [second.revisionKey]: 'current',
    });
    const found = await app.call('GET', '/api/v1/videos?q=second.mp4', { as: owner.admin });
    assert.deepEqual(
      found.body.data.map((video) => video['key']),
      [first.videoKey],
    );
  } finally {
    setListeners(listeners);
  }
  // The one that was replaced may follow again, and is kept for no time.
  assert.equal(await promote(first), true);
  assert.deepEqual(await seen(), { ...before, earlier: [[second.revisionKey, 60]] });
});

test('a revision that was replaced is published for as long as it takes to watch it', async () => {
  await prepareSecond();
  assert.equal(await promote(second), true);
  const readEarlier = async () => {
    await publish(app.context, first.videoKey);
    const { stream } = (await published(app.context.storage, first.videoKey)) ?? {};
    assert.equal(stream?.revisionKey, second.revisionKey);
    return stream.earlier;
  };
  const [earlier, ...others] = (await readEarlier()) ?? [];
  assert.ok(earlier);
  assert.deepEqual([earlier.revisionKey, others], [first.revisionKey, []]);
  const { until, ...description } = earlier;
  assert.deepEqual(description, await getStream(app.context.db, first.revisionKey));
  const row = await app.context.db
    .selectFrom('revisions')
    .select('watched_until')
    .select(sql<number>`extract(epoch from watched_until - updated_at)::float8`.as('seconds'))
    .where('key', '=', first.revisionKey)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.seconds, until], [41, row.watched_until?.getTime()]);
  const past = sql`update revisions set watched_until = now() where key = ${first.revisionKey}`;
  await past.execute(app.context.db);
  assert.equal(await readEarlier(), undefined);
});

test('what has nothing to watch, is current or belongs to others is not promoted', async () => {
  assert.equal(await promote(second), false);
  await recordTestPlan(app, second, { seconds: 60, pieces: [] });
  assert.equal(await promote(second), false);
  await open(second);
  await app.context.db
    .transaction()
    .execute((tx) => changeRevision(tx, second.revisionKey, { drm_required: true }));
  assert.equal(await promote(second), false);
  assert.equal(await promote(first), false);
  const other = await plannedRevision(app, owner, { seconds: 12, pieces: [] });
  await open(other);
  assert.equal(await promote({ ...first, revisionKey: other.revisionKey }), false);
  const { teamId } = await addTestOwner(app, `other-${first.videoKey.toLowerCase()}`);
  assert.equal(await promote({ ...second, teamId }), false);
  assert.deepEqual(await roles(), {
    [first.revisionKey]: 'current',
    [second.revisionKey]: 'preparing',
  });
});

test('a deleted video stays so for viewers when another revision of it becomes current', async () => {
  await prepareSecond();
  await app.call('DELETE', `/api/v1/videos/${first.videoKey}`, { as: owner.admin });
  assert.equal(await promote(second), true);
  await publish(app.context, first.videoKey);
  const document = await published(app.context.storage, first.videoKey);
  assert.deepEqual([document?.state, document?.stream], ['deleted', null]);
});

test('promotions at once leave one current revision, and the database takes no second', async () => {
  await prepareSecond();
  const third = await addPreparedRevision(app, first);
  await recordTestPlan(app, third, { seconds: 12, pieces: [] });
  await open(third);
  assert.deepEqual(await Promise.all([promote(second), promote(third)]), [true, true]);
  const now = await roles();
  assert.equal(Object.values(now).filter((role) => role === 'current').length, 1);
  assert.equal(now[(await seen()).revisionKey], 'current');
  const again = sql`update revisions set role = 'current', kept_until = null
    where video_key = ${first.videoKey}`;
  await assert.rejects(again.execute(app.context.db), /revisions_current/);
});
