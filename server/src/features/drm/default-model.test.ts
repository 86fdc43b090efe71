import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { DrmModel } from '@kinora/contract/drm';
import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { type Storage, StorageError } from '@kinora/storage/storage';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import type { Json } from '../../test-app.ts';
import { setUpMultiDrm } from '../../test-drm.ts';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { replan } from '../encoding/actions/replan.ts';
import { packageWork } from './work/package.ts';

let videos: TestVideos;
let clip: Buffer;
let channelId: string;
const folder = await testFolder();

before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
  const made = `${testVideo('640x360', '25', 7)} ${tone(7)} ${X264} -c:a aac -shortest`;
  clip = await readFile(await makeClip(folder, 'clip.mp4', made));
  const project = await get(`/api/v1/projects/${videos.projectKey}`);
  channelId = String(project['primaryPlaybackChannelId']);
});
after(() => videos.close());

const get = async (url: string) => (await videos.app.call('GET', url, { as: videos.admin })).body;

async function setDefault(model: DrmModel, as = videos.admin) {
  const body = { defaultDrmModelForNonClassicDelivery: model };
  const url = `/api/v1/playback-channels/${channelId}/default-drm-model`;
  return videos.app.call('PUT', url, { as, body });
}

async function setModel(key: string, drmModel: DrmModel) {
  const vodId = String((await videos.video(key))['vod']?.['id']);
  const url = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
  return videos.app.call('PUT', url, { as: videos.admin, body: { drmModel } });
}

const upload = async (model: string) =>
  videos.upload(clip, { presetId: await videos.presetOf(model) });

type Watched = { context: Context; documents: (key: string) => PublishedVideo[] };

/** A context that keeps every document of a video which an edge could have read. */
function watched(
  put: Storage['put'] = (...stored) => videos.app.context.storage.put(...stored),
): Watched {
  const stored = new Map<string, PublishedVideo[]>();
  const spy: Storage['put'] = async (name, body, options) => {
    if (!name.startsWith('published/videos/')) return put(name, body, options);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(await text(body as never));
    const document = PublishedVideo.parse(JSON.parse(String(bytes)));
    stored.set(name, [...(stored.get(name) ?? []), document]);
    return put(name, bytes, options);
  };
  const { context } = videos.app;
  return {
    context: { ...context, storage: { ...context.storage, put: spy } },
    documents: (key) => stored.get(getPublishedVideoKey(key)) ?? [],
  };
}

const isClear = ({ stream }: PublishedVideo) => stream !== null && stream.encryption === null;
const protectingOf = (video: Json) => video['vod']?.['protecting'] as unknown;
/** An answer is read in several statements, between which the model may change. */
const isModel = (model: string) => (video: Json) =>
  String(video['vod']?.['drmModel']) === model &&
  protectingOf(video) === null &&
  (video['vod']?.['drmModelChange'] as unknown) === null;

/** Says what lists filter by. */
async function listed(key: string): Promise<string> {
  const { state } = await videos.app.context.db
    .selectFrom('videos')
    .select('state')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return state;
}

test('the default is set by those who manage the team, and is one of the models', async () => {
  const user = await videos.app.addPerson(videos.scope, 'user');
  assert.equal((await setDefault('clearKey', user)).status, 403);
  const refused = await setDefault('multiDrm');
  assert.deepEqual([refused.status, refused.body['code']], [409, 'drm_not_set_up']);
  assert.equal((await setDefault('fairPlay' as DrmModel)).status, 422);
  const { status, body } = await setDefault('clearKey');
  assert.deepEqual([status, body['defaultDrmModelForNonClassicDelivery']], [200, 'clearKey']);
});

test('what is uploaded to a protecting channel never stands in the clear where an edge reads', async () => {
  await setDefault('clearKey');
  const spy = watched();
  await withAppWorker(spy.context, async () => {
    const adaptive = await upload('model-k');
    const onDemand = await upload('model-c');
    const classic = await upload('classic');
    for (const key of [adaptive, onDemand]) {
      const done = await videos.until(key, isModel('clearKey'));
      assert.deepEqual([done['playable'], protectingOf(done)], [true, null]);
      await videos.untilPublished(key, ({ stream }) => stream?.encryption?.method === 'cbcs');
      const documents = spy.documents(key);
      assert.deepEqual(documents.filter(isClear), []);
      assert.ok(documents.some(({ state }) => state === 'notReady'));
      assert.ok(!documents.some(({ isFailed }) => isFailed));
      assert.equal(await listed(key), 'completed');
    }
    // The spy sees clear ones at all, also while they are made: of the classic model nothing is held back.
    await videos.until(classic, (now) => stateOf(now) === 'completed');
    assert.ok(spy.documents(classic).some((one) => isClear(one) && one.stream?.open));
    assert.equal(protectingOf(await videos.video(classic)), null);
  });
});

test('the channel at the time of the plan counts, and viewers don’t see a waiting stream', async () => {
  await setDefault('clearKey');
  const key = await upload('model-k');
  const { context } = videos.app;
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const spy = watched(async (name, ...rest) => {
    if (/-p\d+\/2\.m4s$/.test(name)) {
      reached.resolve();
      await gate.promise;
    }
    return context.storage.put(name, ...rest);
  });
  await withAppWorker(spy.context, async () => {
    await videos.until(key, (now) => protectingOf(now) === 'running');
    await setDefault('none');
    await reached.promise;
    const waiting = await videos.video(key);
    assert.equal(stateOf(waiting), 'completed');
    assert.deepEqual([waiting['playable'], waiting['playbackUrls']], [false, null]);
    assert.equal(waiting['previewUrl'], null);
    assert.deepEqual(waiting['vod']?.['drmModelChange'], {
      drmModel: 'clearKey',
      state: 'running',
    });
    assert.equal(await listed(key), 'processing');
    gate.resolve();
    await videos.until(key, isModel('clearKey'));
    await videos.untilPublished(key, ({ state }) => state === 'playable');
    assert.deepEqual(spy.documents(key).filter(isClear), []);
    // The protection can be taken off later, as with any video.
    await setModel(key, 'none');
    await videos.until(key, isModel('none'));
    await videos.untilPublished(key, isClear);
    const after = await upload('model-k');
    await videos.until(after, (now) => stateOf(now) === 'completed');
    await videos.untilPublished(after, isClear);
  });
});

test('a packaging that is given up leaves nothing to be watched, until it is tried again', async () => {
  await setDefault('clearKey');
  const { context } = videos.app;
  const key = await upload('model-k');
  const spy = watched((name, ...rest) => {
    if (/-p\d+\/2\.m4s$/.test(name)) throw new StorageError('full', 'the disk is full');
    return context.storage.put(name, ...rest);
  });
  const made = await withAppWorker(spy.context, () =>
    videos.until(key, (now) => stateOf(now) === 'completed'),
  );
  const revisionKey = String(made['vod']?.['id']);
  await sql`delete from pgboss.job where name = 'package'`.execute(context.db);
  await packageWork.giveUp?.(context, { revisionKey });
  const failed = await videos.video(key);
  assert.deepEqual([failed['playable'], protectingOf(failed)], [false, 'failed']);
  assert.equal(await listed(key), 'failed');
  const calm = watched();
  await withAppWorker(calm.context, async () => {
    await videos.untilPublished(key, ({ isFailed }) => isFailed === true);
    const retry = { as: videos.admin };
    const url = `/api/encoding/v1/videos/${key}/jobs/retry`;
    assert.equal((await videos.app.call('POST', url, retry)).status, 204);
    await videos.until(key, isModel('clearKey'));
    await videos.untilPublished(key, ({ state }) => state === 'playable');
    assert.equal((await videos.app.call('POST', url, retry)).status, 409);
  });
  assert.deepEqual([...spy.documents(key), ...calm.documents(key)].filter(isClear), []);
});

test('who may change the video may let it be seen unprotected before it is done, for good', async () => {
  await setDefault('clearKey');
  const { context } = videos.app;
  const stuck = watched(async (name, ...rest) => {
    if (/-p\d+\/2\.m4s$/.test(name)) throw new StorageError('full', 'the disk is full');
    return context.storage.put(name, ...rest);
  });
  const key = await upload('model-k');
  await withAppWorker(stuck.context, async () => {
    await videos.until(key, (now) => protectingOf(now) === 'running');
    assert.deepEqual((await setModel(key, 'none')).body, {
      drmModel: 'none',
      drmModelChange: null,
    });
    await videos.until(key, (now) => stateOf(now) === 'completed' && Boolean(now['playable']));
    await videos.untilPublished(key, isClear);
  });
});

test('a later plan keeps the choice that was made since the first', async () => {
  await setDefault('clearKey');
  const { context } = videos.app;
  const gate = Promise.withResolvers<void>();
  const spy = watched(async (name, ...rest) => {
    if (name.endsWith('.m4s')) await gate.promise;
    return context.storage.put(name, ...rest);
  });
  const [opened, kept] = [await upload('model-k'), await upload('model-k')];
  await withAppWorker(spy.context, async () => {
    for (const key of [opened, kept]) {
      const planned = await videos.until(key, (now) => protectingOf(now) === 'running');
      if (key === opened) await setModel(key, 'none');
      const revisionKey = String(planned['vod']?.['id']);
      await context.db.transaction().execute((tx) => replan(tx, revisionKey));
    }
    await setDefault('none');
    gate.resolve();
    await videos.until(opened, (now) => stateOf(now) === 'completed');
    assert.equal(protectingOf(await videos.video(opened)), null);
    await videos.until(kept, isModel('clearKey'));
    await videos.untilPublished(kept, ({ state }) => state === 'playable');
    assert.deepEqual(spy.documents(kept).filter(isClear), []);
  });
});

test('a video that was deleted before it was protected is protected once it is back', async () => {
  await setDefault('clearKey');
  const { context, call } = videos.app;
  const stuck = watched(async (name, ...rest) => {
    if (/-p\d+\/2\.m4s$/.test(name)) throw new StorageError('full', 'the disk is full');
    return context.storage.put(name, ...rest);
  });
  const key = await upload('model-k');
  await withAppWorker(stuck.context, () =>
    videos.until(key, (now) => stateOf(now) === 'completed'),
  );
  const as = videos.admin;
  assert.equal((await call('DELETE', `/api/v1/videos/${key}`, { as })).status, 204);
  // A packaging that waited would find the video gone, and end.
  await sql`delete from pgboss.job where name = 'package'`.execute(context.db);
  const spy = watched();
  await withAppWorker(spy.context, async () => {
    const back = await call('PUT', `/api/v1/deleted-videos/restore/${key}`, { as });
    assert.ok(back.status < 300, JSON.stringify(back));
    await videos.until(key, isModel('clearKey'));
    await videos.untilPublished(key, ({ state }) => state === 'playable');
  });
  assert.deepEqual([...stuck.documents(key), ...spy.documents(key)].filter(isClear), []);
});

test('a channel protects by multi-DRM only while it gives its licences', async () => {
  await setUpMultiDrm(videos.app, videos.admin);
  assert.equal((await setDefault('multiDrm')).status, 200);
  const key = await upload('model-k');
  const spy = watched();
  await withAppWorker(spy.context, async () => {
    await videos.until(key, isModel('multiDrm'));
    await videos.untilPublished(key, ({ stream }) => stream?.encryption?.method === 'cbcs');
  });
  assert.deepEqual(spy.documents(key).filter(isClear), []);
  const { call } = videos.app;
  const as = videos.admin;
  assert.equal((await call('DELETE', `/api/v1/videos/${key}`, { as })).status, 204);
  const end = () =>
    call('POST', '/api/v1/playback-channels/drm-configs/deactivate', {
      as,
      body: { playbackChannelIds: [channelId] },
    });
  const endService = () =>
    call('DELETE', `/api/v1/drm-configs/${videos.scope.teamId}/playready`, { as });
  for (const refused of [await end(), await endService()])
    assert.deepEqual([refused.status, refused.body['code']], [409, 'drm_is_default']);
  await setDefault('none');
  assert.equal((await endService()).status, 204);
  assert.equal((await setDefault('multiDrm')).status, 409);
});
