import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { decryptSegment } from '@kinora/media/protect/aes-128';
import { readBoxes } from '@kinora/media/mp4/boxes';
import { makeClip, testFolder, testVideo, tone, X264 } from '@kinora/media/test-clips';
import { getStreamPrefix, type StreamDescription } from '@kinora/contract/stream';
import type { PublishedVideo } from '@kinora/contract/published';
import { sql } from 'kysely';
import type { Json } from '../../test-app.ts';
import {
  addKeyServer,
  KEY_HEADERS,
  startTestKeyServer,
  type TestKeyServer,
} from '../../test-key-server.ts';
import { packageJob } from '../drm/jobs.ts';
import { KEY_TRIES } from '../key-servers/rules/tries.ts';
import { presetInput } from '../../test-presets.ts';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';

// A project's key server encrypts its uploads, unless their preset names another.

const folder = await testFolder();
let videos: TestVideos;
let clip: Buffer;
let first: TestKeyServer;
let second: TestKeyServer;
let firstId: string;
let secondId: string;

before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test', ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
  [first, second] = [await startTestKeyServer(), await startTestKeyServer()];
  firstId = await addKeyServer(videos.app, videos.admin, first, 'First');
  secondId = await addKeyServer(videos.app, videos.admin, second, 'Second');
  const made = `${testVideo('320x180', '25', 3)} ${tone(3)} ${X264} -c:a aac -shortest`;
  clip = await readFile(await makeClip(folder, 'clip.mp4', made));
});
after(async () => {
  await Promise.all([first.close(), second.close()]);
  await videos.close();
});

async function ask(method: string, path: string, body?: object): Promise<Json> {
  const answer = await videos.app.call(method, path, { as: videos.admin, body });
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const choose = (keyServerId: string | null) =>
  ask('PUT', `/api/v1/projects/${videos.projectKey}`, { keyServerId });

/** Waits until viewers have a whole stream. */
async function finish(key: string): Promise<StreamDescription> {
  await videos.until(key, (now) => stateOf(now) === 'completed');
  const { stream } = await videos.untilPublished(key, ({ stream: now }) => now?.open === false);
  assert.ok(stream);
  return stream;
}

const upload = async (about: object) => finish(await videos.upload(clip, { ...about }));
const askedOf = (server: TestKeyServer) => server.answered.map(({ claims }) => claims.content_id);
const serverOf = ({ encryption }: StreamDescription) =>
  encryption?.method === 'aes-128' ? new URL(encryption.keyUri).port : null;
const portOf = ({ playbackEndpoint }: TestKeyServer) => new URL(playbackEndpoint).port;

/** Adds a preset whose one track is encrypted with a server's keys. */
async function encryptingPreset(keyServerId: string): Promise<string> {
  const [profile] = presetInput.profiles;
  const encryption = { isEnableVideoEncryption: true, keyServerId };
  const videoTracks = profile?.videoTracks.map((track) => ({
    ...track,
    encryption,
    videoDurationCondition: null,
  }));
  const profiles = [{ ...profile, videoTracks }];
  return String((await ask('POST', '/api/v1/presets', { ...presetInput, profiles }))['id']);
}

test('what is uploaded to a project is encrypted whole with a key of its server, of any delivery', async () => {
  await choose(firstId);
  await withAppWorker(videos.app.context, async () => {
    for (const model of ['classic', 'model-k', 'model-c']) {
      const stream = await upload({ presetId: await videos.presetOf(model) });
      const { revisionKey, encryption } = stream;
      assert.ok(askedOf(first).includes(revisionKey), model);
      assert.ok(encryption?.method === 'aes-128', model);
      const secret = Buffer.from(await (await fetch(encryption.keyUri)).arrayBuffer());
      for (const { id } of [...stream.video, ...stream.audio].filter(({ ready }) => ready)) {
        const name = `${getStreamPrefix(stream)}${id}/1.m4s`;
        const locked = await videos.app.context.storage.read(name);
        assert.ok(locked && !locked.includes('moof') && !locked.includes('mdat'), name);
        assert.equal(readBoxes(decryptSegment(secret, 1, locked))[0]?.type, 'styp');
      }
      assert.deepEqual([stream.progressive, stream.storyboard], [[], null]);
    }
  });
  assert.deepEqual(
    askedOf(second).filter((id) => !id.startsWith('test-')),
    [],
  );
});

test('a preset that names a server goes before the project, and a channel that protects comes after both', async () => {
  await choose(secondId);
  const { primaryPlaybackChannelId } = await ask('GET', `/api/v1/projects/${videos.projectKey}`);
  const model = `/api/v1/playback-channels/${String(primaryPlaybackChannelId)}/default-drm-model`;
  await ask('PUT', model, { defaultDrmModelForNonClassicDelivery: 'clearKey' });
  const named = await encryptingPreset(firstId);
  await withAppWorker(videos.app.context, async () => {
    const ofPreset = await upload({ presetId: named });
    assert.equal(serverOf(ofPreset), portOf(first));
    const ofProject = await upload({ presetId: await videos.presetOf('model-k') });
    assert.equal(serverOf(ofProject), portOf(second));
    await choose(null);
    const key = await videos.upload(clip, { presetId: await videos.presetOf('model-k') });
    await videos.until(key, (now) => stateOf(now) === 'completed' && Boolean(now['playable']));
    const { stream } = await videos.untilPublished(key, (now) => !!now.stream?.encryption);
    assert.equal(stream?.encryption?.method, 'cbcs');
  });
  await ask('PUT', model, { defaultDrmModelForNonClassicDelivery: 'none' });
  // A server that the preset names isn't the project's, nor its videos.
  const [found] = await videos.app.context.db
    .selectFrom('revisions')
    .select('revisions.key_server_id')
    .where('revisions.preset_id', '=', named)
    .execute();
  assert.equal(found?.key_server_id, null);
});

test('a new key is asked of the server that gave the first, whatever the project has chosen since', async () => {
  await choose(firstId);
  await withAppWorker(videos.app.context, async () => {
    const presetId = await videos.presetOf('classic');
    const locked = await upload({ presetId });
    const model = `/api/v1/videos/${locked.videoKey}/vods/${locked.revisionKey}/drm-model`;
    const refused = await videos.app.call('PUT', model, {
      as: videos.admin,
      body: { drmModel: 'clearKey' },
    });
    assert.deepEqual([refused.status, refused.body['code']], [409, 'drm_not_for_key_server']);
    await choose(secondId);
    const path = `/api/v1/videos/${locked.videoKey}/vods/${locked.revisionKey}/rotate-keys`;
    await ask('POST', path);
    const { stream } = await videos.untilPublished(
      locked.videoKey,
      ({ stream: now }) => now?.video[0]?.id.endsWith('-p1') === true,
    );
    assert.ok(stream);
    assert.equal(serverOf(stream), portOf(first));
    assert.ok(askedOf(first).includes(`${locked.revisionKey}-p1`));
    assert.equal(serverOf(await upload({ presetId })), portOf(second));
  });
});

/** Lists the waiting jobs that package a stream again. */
async function waitingOf(revisionKey: string) {
  const { rows } = await sql<{ keyTries: number; isDue: boolean }>`
    select data -> 'keyTries' as "keyTries", start_after <= now() as "isDue" from pgboss.job
    where name = ${packageJob.name} and state = 'created' and data ->> 'revisionKey' = ${revisionKey}`.execute(
    videos.app.context.db,
  );
  return rows;
}

/** Makes the next try the last one, as after an hour, and starts it at once. */
const hurryToLast = (revisionKey: string) =>
  sql`
  update pgboss.job set start_after = now(), data = data || ${{ keyTries: KEY_TRIES - 1 }}::jsonb
  where name = ${packageJob.name} and state = 'created' and data ->> 'revisionKey' = ${revisionKey}`.execute(
    videos.app.context.db,
  );

const changeOf = async (key: string) => {
  const { vod } = await videos.video(key);
  const change = vod?.['drmModelChange'];
  return { state: change?.['state'], detail: vod?.['keyProblem']?.['detail'] };
};

test('a new key that does not come is asked for again for an hour, and the video says why', async () => {
  await choose(firstId);
  await withAppWorker(videos.app.context, async () => {
    const presetId = await videos.presetOf('classic');
    const { videoKey: key, revisionKey, video } = await upload({ presetId });
    const path = `/api/v1/videos/${key}/vods/${revisionKey}/rotate-keys`;
    first.misbehave((response) => response.writeHead(503).end());
    await ask('POST', path);
    await until('the first try', async () => (await changeOf(key)).detail !== undefined);
    assert.deepEqual(await waitingOf(revisionKey), [{ keyTries: 1, isDue: false }]);
    const detail = 'status 503, 0 bytes';
    assert.deepEqual(await changeOf(key), { state: 'running', detail });
    assert.equal((await videos.video(key))['vod']?.['keyProblem']?.['keyServerId'], firstId);
    // A waiting video takes no place: another one of the team gets its new key.
    await choose(secondId);
    const other = await upload({ presetId });
    await ask('POST', `/api/v1/videos/${other.videoKey}/vods/${other.revisionKey}/rotate-keys`);
    const isNew = ({ stream }: PublishedVideo) => stream?.video[0]?.id.endsWith('-p1') === true;
    await videos.untilPublished(other.videoKey, isNew);
    await hurryToLast(revisionKey);
    await until('the last try', async () => String((await changeOf(key)).state) === 'failed');
    assert.deepEqual(await changeOf(key), { state: 'failed', detail });
    const kept = (await videos.untilPublished(key, () => true)).stream;
    assert.deepEqual(kept?.video, video);
    assert.deepEqual(await waitingOf(revisionKey), []);
    first.misbehave(null);
    await ask('POST', path);
    await videos.untilPublished(key, ({ stream }) => stream?.video[0]?.id !== video[0]?.id);
    assert.deepEqual(await changeOf(key), { state: undefined, detail: undefined });
  });
});

test('a server that is known to answer is asked at once; one that gives another key spoils nothing', async () => {
  await choose(firstId);
  await withAppWorker(videos.app.context, async () => {
    const presetId = await videos.presetOf('classic');
    const { videoKey: key, revisionKey, video } = await upload({ presetId });
    first.misbehave((response, _key, _request, { content_id: id }) => {
      const given = createHash('sha256').update(id).digest().subarray(0, 16);
      response.writeHead(200, KEY_HEADERS).end(given);
    });
    await ask('POST', `/api/v1/videos/${key}/vods/${revisionKey}/rotate-keys`);
    const isTold = async () => String((await changeOf(key)).detail) === 'another_key';
    await until('its key is another', isTold);
    assert.deepEqual((await videos.untilPublished(key, () => true)).stream?.video, video);
    const prefix = getStreamPrefix({ videoKey: key, revisionKey });
    for await (const name of videos.app.context.storage.list(prefix))
      assert.doesNotMatch(name, /-p\d+\//);
    first.misbehave(null);
    // Far off, so that nothing but the test of the server has it begin.
    await sql`update pgboss.job set start_after = now() + interval '1 hour'
      where name = ${packageJob.name} and state = 'created'`.execute(videos.app.context.db);
    await ask('POST', `/api/v1/key-server/${firstId}/test`);
    await videos.untilPublished(key, ({ stream }) => stream?.video[0]?.id !== video[0]?.id);
  });
});

test('all encrypted videos of a project get new keys by one call, and no others are touched or counted', async () => {
  const made = await ask('POST', '/api/v1/projects', { key: 'films', name: 'Films' });
  const projectKey = String(made['key']);
  const presetId = await videos.presetOf('classic');
  const list = (encryption: string) =>
    ask('GET', `/api/v1/videos?projectKey=${projectKey}&encryption=${encryption}`);
  await withAppWorker(videos.app.context, async () => {
    const clear = await upload({ projectKey, presetId });
    await ask('PUT', `/api/v1/projects/${projectKey}`, { keyServerId: secondId });
    const locked = await upload({ projectKey, presetId });
    const keysOf = ({ data }: Json) => (data as unknown as Json[]).map(({ key }) => String(key));
    assert.deepEqual(keysOf(await list('encrypted')), [locked.videoKey]);
    assert.deepEqual(keysOf(await list('clear')), [clear.videoKey]);
    const batch = await ask('POST', '/api/v1/video-batches', {
      action: { type: 'rotateKeys' },
      videos: { filter: { projectKey } },
    });
    await until('the batch to be done', async () => {
      const now = await ask('GET', `/api/v1/video-batches/${String(batch['id'])}`);
      const { state, total, done, failed } = now as Record<string, unknown>;
      assert.deepEqual([total, failed], [1, 0]);
      return state === 'completed' && done === 1;
    });
    await videos.untilPublished(
      locked.videoKey,
      ({ stream }) => stream?.video[0]?.id.endsWith('-p1') === true,
    );
  });
  await ask('PUT', `/api/v1/projects/${projectKey}`, { keyServerId: null });
});
