import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { after, before, test } from 'node:test';
import { listContentKeys } from '@kinora/manifests/content-keys';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { getPublishedKeysPrefix, type PublishedVideo } from '@kinora/contract/published';
import { getStreamPrefix, KeyFrames, type StreamDescription } from '@kinora/contract/stream';
import { readBoxes } from '@kinora/media/mp4/boxes';
import { readKeyFrames } from '@kinora/media/encode/key-frames';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { type Storage, StorageError } from '@kinora/storage/storage';
import type { Context } from '../../base/context.ts';
import { openLog } from '../../base/log.ts';
import type { Json, Person } from '../../test-app.ts';
import { setUpMultiDrm } from '../../test-drm.ts';
import { addReadyVideo } from '../../test-ready-video.ts';
import { startTestVideos, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { assertOwned } from '../encoding/test-storage.ts';
import { packageWork } from './work/package.ts';
import { sweepPackagings } from './work/sweep.ts';
import { listIds } from './queries.ts';
import { keysAreNowhere } from './test-kept-keys.ts';
import { endTimeOfViewers, listFolders } from './test-sweeps.ts';

let videos: TestVideos;
let clip: Buffer;
let logged = '';
const folder = await testFolder();

before(async () => {
  const log = openLog('test', { write: (line: string) => void (logged += line) });
  videos = await startTestVideos({ NODE_ENV: 'test' }, log);
  await setUpMultiDrm(videos.app, videos.admin);
  await sql`update presets set default_resolution = '{"type": "shortestSide", "size": 240}'
    where id = ${await videos.presetOf('model-k')}`.execute(videos.app.context.db);
  const made = `${testVideo('640x360', '25', 7)} ${tone(7)} ${X264} -vf noise=alls=20 -c:a aac -shortest`;
  clip = await readFile(await makeClip(folder, 'clip.mp4', made));
});
after(() => videos.close());

async function setModel(key: string, drmModel: string, as: Person = videos.admin) {
  const vodId = String((await videos.video(key))['vod']?.['id']);
  const url = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
  return videos.app.call('PUT', url, { as, body: { drmModel } });
}

const addReady = async (model = 'model-k') =>
  addReadyVideo(videos, clip, await videos.presetOf(model));

const drmOf = ({ vod }: Json) => [vod?.['drmModel'], vod?.['drmModelChange']] as unknown[];
const isModel = (model: string) => (one: Json) =>
  String(one['vod']?.['drmModel']) === model &&
  (one['vod']?.['drmModelChange'] as unknown) === null;

async function streamOf(key: string, holds: (stream: StreamDescription) => boolean) {
  const whole = (document: PublishedVideo) =>
    document.stream !== null && !document.stream.open && holds(document.stream);
  const { stream } = await videos.untilPublished(key, whole);
  assert.ok(stream);
  return stream;
}

const folders = (stream: StreamDescription) => listFolders(videos.app.context.storage, stream);

async function untilFolders(stream: StreamDescription): Promise<void> {
  const wanted = idsOf(stream).toSorted();
  const areThere = async () => {
    await endTimeOfViewers(videos.app.context.db);
    return isDeepStrictEqual(await folders(stream), wanted);
  };
  await until(`the folders ${wanted.join(', ')} alone`, areThere, { everyMs: 250 });
}

const idsOf = ({ video, audio }: StreamDescription) => [...video, ...audio].map(({ id }) => id);

async function bytesOf(stream: StreamDescription, id: string, name: string): Promise<Buffer> {
  const prefix = getStreamPrefix(stream);
  const bytes = await videos.app.context.storage.read(`${prefix}${id}/${name}`, 2 ** 26);
  assert.ok(bytes, `${id}/${name}`);
  return bytes;
}

/** Bytes of the samples of each segment of each rendition. */
async function samples(stream: StreamDescription): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for (const id of idsOf(stream)) {
    for (const name of ['1.m4s', '2.m4s']) {
      const boxes = readBoxes(await bytesOf(stream, id, name));
      all.push(Buffer.concat(boxes.filter(({ type }) => type === 'mdat').map(({ body }) => body)));
    }
  }
  return all;
}

async function storedBytes(stream: StreamDescription): Promise<number> {
  let sum = 0;
  for (const id of idsOf(stream)) {
    for (const name of ['init.mp4', '1.m4s', '2.m4s'])
      sum += (await bytesOf(stream, id, name)).length;
  }
  return sum;
}

test('a stream is protected, signalled otherwise and opened again, without being encoded', async () => {
  await withAppWorker(videos.app.context, async () => {
    const key = await addReady();
    const clear = await streamOf(key, ({ video }) => video.every(({ ready }) => ready));
    assert.equal(clear.encryption, null);
    const clearSamples = await samples(clear);
    const clearBytes = await storedBytes(clear);

    const asked = await setModel(key, 'clearKey');
    assert.deepEqual(asked.body, {
      drmModel: 'none',
      drmModelChange: { drmModel: 'clearKey', state: 'running' },
    });
    const done = await videos.until(key, isModel('clearKey'));
    const locked = await streamOf(key, ({ encryption }) => encryption !== null);
    assert.deepEqual(
      idsOf(locked),
      idsOf(clear).map((id) => `${id}-p1`),
    );
    assert.deepEqual([clear.firstRenditionId, locked.firstRenditionId], ['v240', 'v240-p1']);
    const { encryption } = locked;
    assert.ok(encryption?.method === 'cbcs' && encryption.videoKeyId && encryption.audioKeyId);
    assert.deepEqual(encryption.systems, ['clearkey']);
    const keyIds = [...listContentKeys(locked).keys()];
    assert.deepEqual(
      encryption.pssh.map(({ keyId, system }) => `${keyId} ${system}`).toSorted(),
      keyIds
        .flatMap((id) => ['clearkey', 'playready', 'widevine'].map((s) => `${id} ${s}`))
        .toSorted(),
    );
    for (const [n, bytes] of (await samples(locked)).entries()) {
      assert.ok(!bytes.equals(clearSamples[n] ?? bytes), 'samples are encrypted');
    }
    await checkMeasured(locked, done);
    await checkSteps(key);
    const share = (await storedBytes(locked)) / clearBytes;
    assert.ok(share <= 1.01, `${share} of the bytes before`);
    const { video, audio, encryption: before } = clear;
    const [replaced, ...others] = locked.earlier ?? [];
    assert.ok(replaced && replaced.until > Date.now() && others.length === 0);
    const { earlier: _earlier, ...same } = locked;
    const tracks = { audio, video, encryption: before, firstRenditionId: null };
    assert.deepEqual(replaced, { ...same, ...tracks, until: replaced.until });
    assert.deepEqual(await samples(clear), clearSamples, 'those who watch go on');
    await untilFolders(locked);
    assert.equal((await listKeys(locked)).length, 1);
    await keysAreNowhere(videos.app.context, { key, revisionKey: locked.revisionKey, logged });

    const piecesBefore = await jobCount();
    const signalled = await setModel(key, 'multiDrm');
    assert.deepEqual(signalled.body, { drmModel: 'multiDrm', drmModelChange: null });
    assert.equal(await jobCount(), piecesBefore, 'only text changes');
    const multi = await streamOf(
      key,
      (now) => now.encryption?.method === 'cbcs' && now.encryption.systems.includes('widevine'),
    );
    assert.deepEqual(multi, {
      ...locked,
      encryption: { ...encryption, systems: ['widevine', 'playready', 'fairplay'] },
    });

    await setModel(key, 'none');
    await videos.until(key, isModel('none'));
    const open = await streamOf(key, (now) => now.encryption === null);
    assert.deepEqual(
      idsOf(open),
      idsOf(clear).map((id) => `${id}-p2`),
    );
    assert.equal(open.firstRenditionId, 'v240-p2');
    assert.deepEqual(await samples(open), clearSamples);
    await untilFolders(open);
    await until('no document of keys', async () => (await listKeys(open)).length === 0);
    const keys = await videos.app.context.db.selectFrom('stream_keys').selectAll().execute();
    assert.deepEqual(keys, []);
  });
});

/** Says what edges read of the keys of a stream. */
async function listKeys({ revisionKey }: StreamDescription): Promise<string[]> {
  const found: string[] = [];
  const prefix = getPublishedKeysPrefix(revisionKey);
  for await (const name of videos.app.context.storage.list(prefix)) found.push(name);
  return found;
}

test('a protected stream gets new keys without being encoded, and its viewers play on', async () => {
  await withAppWorker(videos.app.context, async () => {
    const key = await addReady();
    const first = await streamOf(key, () => true);
    const clear = await samples(first);
    await setModel(key, 'clearKey');
    const before = await streamOf(key, ({ encryption }) => encryption !== null);
    const url = `/api/v1/videos/${key}/vods/${before.revisionKey}/rotate-keys`;
    assert.equal((await videos.app.call('POST', url, { as: videos.admin })).status, 202);
    const after = await streamOf(key, ({ video }) => video[0]?.id === 'v360-p2');
    for (const id of listContentKeys(after).keys()) assert.ok(!listContentKeys(before).has(id));
    assert.deepEqual(after.earlier?.map(listIds), [idsOf(before), idsOf(first)]);
    assert.deepEqual(after.earlier?.[0]?.encryption, before.encryption);
    // As after a run that was broken off.
    const { revisionKey } = after;
    await sweepPackagings(videos.app.context, { revisionKey }, new AbortController().signal);
    const all = [first, before, after].flatMap(idsOf);
    assert.deepEqual(await folders(after), all.toSorted());
    assert.equal((await listKeys(after)).length, 2);
    await setModel(key, 'none');
    assert.deepEqual(await samples(await streamOf(key, (now) => now.encryption === null)), clear);
  });
});

/** The steps that made the outputs are still shown with their names. */
async function checkSteps(key: string): Promise<void> {
  const url = `/api/encoding/v1/videos/${key}/jobs`;
  const { body } = await videos.app.call('GET', url, { as: videos.admin });
  const steps = (body['jobs'] ?? []) as unknown as { outputs: string[] }[];
  const names = steps.flatMap(({ outputs }) => outputs);
  assert.ok(names.includes('360p') && names.includes('240p'), JSON.stringify(steps));
}

/** Jobs of packaging, waiting and done. */
async function jobCount(): Promise<number> {
  const jobs = sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'package'`;
  const { rows } = await jobs.execute(videos.app.context.db);
  return rows[0]?.count ?? 0;
}

async function checkMeasured(stream: StreamDescription, video: Json): Promise<void> {
  const sizes = (video['vod']?.['outputs'] ?? []) as unknown as { fileSize: number }[];
  for (const [n, id] of idsOf(stream).entries()) {
    const segments = [await bytesOf(stream, id, '1.m4s'), await bytesOf(stream, id, '2.m4s')];
    const size = segments.reduce((sum, { length }) => sum + length, 0);
    assert.equal(sizes[n]?.fileSize, size, `size of ${id}`);
    if (!id.startsWith('v')) continue;
    const stored = JSON.parse(String(await bytesOf(stream, id, 'key-frames.json'))) as unknown;
    assert.deepEqual(KeyFrames.parse(stored).segments, segments.map(readKeyFrames));
  }
  for (const { bandwidth } of [...stream.video, ...stream.audio]) assert.ok(bandwidth.measured);
  assert.ok(stream.video.every(({ iFrames }) => iFrames?.measured));
}

test('only a whole adaptive stream is protected, by callers who may change the video', async () => {
  const { app } = videos;
  const { admin: stranger } = await app.addTeam('ayutthaya');
  const viewer = await app.addPerson(videos.scope, 'user');
  await app.addToProject(videos.projectKey, viewer, 'viewer');
  const unfinished = await videos.upload(clip, { presetId: await videos.presetOf('model-k') });
  const said = async (key: string, model: string, as?: Person) => {
    const { status, body } = await setModel(key, model, as);
    return [status, body['code']];
  };
  assert.deepEqual(await said(unfinished, 'clearKey'), [409, 'video_not_ready']);
  assert.equal((await setModel(unfinished, 'clearKey', stranger)).status, 404);
  assert.equal((await setModel(unfinished, 'clearKey', viewer)).status, 403);
  assert.equal((await setModel(unfinished, 'fairPlay')).status, 422);
  const classic = await addReady('classic');
  assert.deepEqual(await said(classic, 'clearKey'), [409, 'drm_not_for_classic']);
  assert.deepEqual(drmOf(await videos.video(classic)), ['none', null]);
});

/** A context in which a packaging's second segment is not stored until `open` is called. */
function gated(context: Context) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let openWrites = 0;
  const put: Storage['put'] = async (name, body) => {
    openWrites += 1;
    try {
      if (/-p\d+\/2\.m4s$/.test(name)) {
        reached.resolve();
        await gate.promise;
      }
      return await context.storage.put(name, body);
    } finally {
      openWrites -= 1;
    }
  };
  const storage = { ...context.storage, put };
  return {
    context: { ...context, storage },
    reached: reached.promise,
    open: gate.resolve,
    openWrites: () => openWrites,
  };
}

test('a packaging that is broken off leaves viewers what they had, and is done by the next', async () => {
  const { context } = videos.app;
  const key = await addReady();
  const clear = await streamOf(key, () => true);
  const stuck = gated(context);
  await withAppWorker(stuck.context, async () => {
    await setModel(key, 'clearKey');
    await stuck.reached;
  });
  assert.deepEqual(drmOf(await videos.video(key)), [
    'none',
    { drmModel: 'clearKey', state: 'running' },
  ]);
  assert.deepEqual(await streamOf(key, () => true), clear);
  for (const id of idsOf(clear)) await bytesOf(clear, id, '2.m4s');
  await withAppWorker(context, async () => {
    await videos.until(key, isModel('clearKey'));
    const locked = await streamOf(key, ({ encryption }) => encryption !== null);
    assert.deepEqual(
      idsOf(locked),
      idsOf(clear).map((id) => `${id}-p2`),
    );
    const before = await samples(locked);
    // The bytes of the run that is thought dead go, and those it still writes harm nothing.
    await untilFolders(locked);
    stuck.open();
    await until('the end of what it writes', () => stuck.openWrites() === 0);
    await untilFolders(locked);
    assert.deepEqual(await samples(locked), before);
  });
});

test('a change that is taken back while it runs leaves nothing, and another is made of it', async () => {
  const { context } = videos.app;
  const stuck = gated(context);
  await withAppWorker(stuck.context, async () => {
    const key = await addReady();
    const clear = await streamOf(key, () => true);
    await setModel(key, 'clearKey');
    await stuck.reached;
    assert.notDeepEqual(await folders(clear), idsOf(clear).toSorted());
    const back = await setModel(key, 'none');
    assert.deepEqual(back.body, { drmModel: 'none', drmModelChange: null });
    stuck.open();
    await untilFolders(clear);
    assert.deepEqual(drmOf(await videos.video(key)), ['none', null]);
    assert.deepEqual(await streamOf(key, () => true), clear);

    await setModel(key, 'clearKey');
    await setModel(key, 'multiDrm');
    await videos.until(key, isModel('multiDrm'));
    const locked = await streamOf(key, ({ encryption }) => encryption !== null);
    assert.ok(locked.encryption?.method === 'cbcs');
    assert.deepEqual(locked.encryption.systems, ['widevine', 'playready', 'fairplay']);
    await untilFolders(locked);
  });
});

test('a change that can’t be made is shown as failed, keeps the stream, and may be requested again', async () => {
  const { context } = videos.app;
  const full: Storage['put'] = async (name, body) => {
    if (/-p\d+\/2\.m4s$/.test(name)) throw new StorageError('full', 'the disk is full');
    return context.storage.put(name, body);
  };
  const broken = { ...context, storage: { ...context.storage, put: full } };
  const key = await addReady();
  const clear = await streamOf(key, () => true);
  await setModel(key, 'clearKey');
  const { revisionKey } = clear;
  const token = { id: 'test', retryCount: 0 };
  const run = packageWork.handle(
    broken,
    { revisionKey },
    { signal: AbortSignal.timeout(60_000), token },
  );
  await assert.rejects(run, { kind: 'full' });
  assert.deepEqual(await folders(clear), idsOf(clear).toSorted());
  await packageWork.giveUp?.(context, { revisionKey });
  const failed = { drmModel: 'clearKey', state: 'failed' };
  assert.deepEqual(drmOf(await videos.video(key)), ['none', failed]);
  assert.deepEqual(await streamOf(key, () => true), clear);
  await setModel(key, 'clearKey');
  await withAppWorker(context, () => videos.until(key, isModel('clearKey')));
  await assertOwned(videos.app);
});
