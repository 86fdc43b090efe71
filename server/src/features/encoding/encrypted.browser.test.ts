import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { getPublishedVideoKey } from '@kinora/contract/published';
import { getStreamPrefix, type StreamDescription } from '@kinora/contract/stream';
import {
  createTestPlayer,
  publishChannel,
  publishProject,
  TEST_ACCESS,
} from '@kinora/edge/test-edge';
import { createEdge } from '@kinora/edge/serve';
import { launchPlayers } from '@kinora/edge/test-players';
import { decryptSegment } from '@kinora/media/protect/aes-128';
import { readBoxes } from '@kinora/media/mp4/boxes';
import { decode, makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { startAppWorker } from '../../app-worker.ts';
import { openLog } from '../../base/log.ts';
import {
  addKeyServer,
  KEY_HEADERS,
  startTestKeyServer,
  type TestKeyServer,
} from '../../test-key-server.ts';
import { requestKeyWork } from '../key-servers/work.ts';
import type { Json } from '../../test-app.ts';
import { startTestVideos, stateOf, type TestVideos } from '../../test-videos.ts';

const SECONDS = 7;
const folder = await testFolder();
let videos: TestVideos;
let keyServer: TestKeyServer;
let clip: Buffer;
let logged = '';
let presetId: string;
let keyServerId: string;

before(async () => {
  const log = openLog('test', { write: (line: string) => void (logged += line) });
  videos = await startTestVideos({ NODE_ENV: 'test', ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }, log);
  keyServer = await startTestKeyServer();
  presetId = await createEncryptingPreset();
  // Conforming, so that its own bytes are the top rendition.
  const made = `${testVideo('640x360', '25', SECONDS)} ${tone(SECONDS)} ${X264} -g 50 -c:a aac -shortest`;
  clip = await readFile(await makeClip(folder, 'clip.mp4', made));
});
after(async () => {
  await keyServer.close();
  await videos.close();
});

type Profile = { name: string; formatType: string; videoTracks: object[] };

/** A classic preset that encrypts by the test's key server. A file is wanted too. */
async function createEncryptingPreset(): Promise<string> {
  const { app, admin } = videos;
  const ask = async (method: string, url: string, body?: unknown) => {
    const answer = await app.call(method, url, { as: admin, body });
    assert.ok(answer.status < 300, `${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  keyServerId = await addKeyServer(app, admin, keyServer);
  const classic = await ask('GET', `/api/v1/presets/${await videos.presetOf('classic')}`);
  const encryption = { isEnableVideoEncryption: true, keyServerId };
  const [first] = (classic['profiles'] as unknown as Profile[]).map((profile) => ({
    ...profile,
    videoTracks: profile.videoTracks.map((track) => ({ ...track, encryption })),
  }));
  const profiles = [first, { ...first, name: 'Files', formatType: 'mp4' }];
  const preset = { name: 'Locked', vodDeliveryModel: 'classic', profiles };
  return String((await ask('POST', '/api/v1/presets', preset))['id']);
}

async function withWorker<T>(use: () => Promise<T>): Promise<T> {
  const worker = await startAppWorker(videos.app.context);
  try {
    return await use();
  } finally {
    await worker.stop(1000);
  }
}

const upload = () => videos.upload(clip, { presetId });
const isEnded = (state: string) => state === 'completed' || state === 'failed';

/** Names of all that is stored of a video, whatever plan it is of. */
async function stored(key: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of videos.app.context.storage.list(`streams/${key}/`)) {
    names.push(name.split('/').slice(3).join('/'));
  }
  return names;
}

/** Segments that are stored of a video. */
const segmentsOf = async (key: string) => (await stored(key)).filter((name) => name.includes('/'));

test('without a key nothing is stored, and the reason is shown; with one a retry ends well', async () => {
  keyServer.misbehave((response) => response.writeHead(200, KEY_HEADERS).end(randomBytes(15)));
  const key = await upload();
  const revisionKey = String((await videos.video(key))['vod']?.['revisionKey']);
  await withWorker(async () => {
    await until('the first answer', async () => (await problemOf(revisionKey)) !== null);
    assert.deepEqual(await segmentsOf(key), []);
    // As after an hour of tries.
    await requestKeyWork.giveUp?.(videos.app.context, { revisionKey });
    const ended = await videos.until(key, (now) => isEnded(stateOf(now)));
    const info = ended['vod']?.['processingInfo'];
    assert.deepEqual([stateOf(ended), info?.['failureReason']], ['failed', 'key_unavailable']);
    assert.equal(ended['playable'], false);
  });
  assert.equal(await problemOf(revisionKey), 'status 200, 15 bytes');
  assert.deepEqual(await segmentsOf(key), []);
  keyServer.misbehave(null);
  const url = `/api/encoding/v1/videos/${key}/jobs/retry`;
  assert.equal((await videos.app.call('POST', url, { as: videos.admin })).status, 204);
  await withWorker(async () => {
    const ended = await videos.until(key, (now) => isEnded(stateOf(now)));
    assert.equal(stateOf(ended), 'completed');
  });
});

async function problemOf(revisionKey: string): Promise<string | null> {
  const row = await videos.app.context.db
    .selectFrom('revisions')
    .select('failure_detail')
    .where('key', '=', revisionKey)
    .executeTakeFirst();
  return row?.failure_detail ?? null;
}

test('a key server that is away for a moment costs a try, and no other video waits for it', async () => {
  const waiting: ServerResponse[] = [];
  let calls = 0;
  keyServer.misbehave((response, secret) => {
    calls += 1;
    if (calls === 1) response.writeHead(503).end();
    else if (calls === 2) waiting.push(response);
    else response.writeHead(200, KEY_HEADERS).end(secret);
  });
  await withWorker(async () => {
    const key = await upload();
    await until('a request that hangs', () => waiting.length > 0);
    const clear = await videos.upload(clip, { presetId: await videos.presetOf('classic') });
    await videos.until(clear, (now) => stateOf(now) === 'completed');
    assert.equal(stateOf(await videos.video(key)), 'processing');
    assert.deepEqual(await segmentsOf(key), []);
    // The server can't be deleted while the video waits for its key.
    const at = `/api/v1/key-server/${keyServerId}`;
    const deleted = await videos.app.call('DELETE', at, { as: videos.admin });
    assert.deepEqual([deleted.status, deleted.body['code']], [409, 'key_server_in_use']);
    waiting[0]?.destroy();
    const ended = await videos.until(key, (now) => isEnded(stateOf(now)));
    assert.equal(stateOf(ended), 'completed');
  });
  assert.equal(calls, 3);
  keyServer.misbehave(null);
});

test('a key is kept until nothing is left to encrypt', async () => {
  const { db } = videos.app.context;
  const kept = await db.selectFrom('revision_keys').selectAll().execute();
  assert.deepEqual(kept, []);
});

test('each segment is stored encrypted, and plays with the key that the server gives', async (t) => {
  const asked = keyServer.answered.length;
  const key = await upload();
  const stream = await withWorker(async () => {
    await videos.until(key, (now) => stateOf(now) === 'completed');
    const document = await videos.untilPublished(key, ({ stream: now }) => now?.open === false);
    assert.ok(document.stream);
    return document.stream;
  });
  const { revisionKey } = stream;
  assert.equal(keyServer.answered.length - asked, 1, 'the key is asked for once');
  assert.equal(keyServer.answered.at(-1)?.claims.content_id, revisionKey);
  assert.ok(stream.encryption?.method === 'aes-128');
  const answer = await fetch(stream.encryption.keyUri);
  const secret = Buffer.from(await answer.arrayBuffer());
  await checkSegments(key, stream, secret);
  await isNowhere(key, secret);
  const names = await stored(key);
  assert.deepEqual(
    names.filter((name) => /^storyboard|p\.mp4$|key-frames/.test(name)),
    [],
  );
  assert.deepEqual([stream.storyboard, stream.progressive], [null, []]);
  await playsInHlsJs(t, key);
});

test('a stream gets a new key without being encoded, while the old key stays for who watches', async () => {
  await withWorker(async () => {
    const key = await upload();
    await videos.until(key, (now) => stateOf(now) === 'completed');
    const before = (await videos.untilPublished(key, ({ stream }) => stream?.open === false))
      .stream;
    assert.ok(before?.encryption?.method === 'aes-128');
    const oldKey = await fetchKey(before.encryption.keyUri);
    const oldUri = before.encryption.keyUri;
    const url = `/api/v1/videos/${key}/vods/${before.revisionKey}/rotate-keys`;
    const answer = await videos.app.call('POST', url, { as: videos.admin });
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    const change = { drmModel: 'none', state: 'running' };
    assert.deepEqual(answer.body['drmModelChange'], change);
    const { stream } = await videos.untilPublished(
      key,
      ({ stream: now }) =>
        now?.encryption?.method === 'aes-128' && now.encryption.keyUri !== oldUri,
    );
    assert.ok(stream?.encryption?.method === 'aes-128');
    const newKey = await fetchKey(stream.encryption.keyUri);
    assert.notDeepEqual(newKey, oldKey);
    assert.deepEqual(await fetchKey(oldUri), oldKey);
    assert.deepEqual(
      [...stream.video, ...stream.audio].map(({ id }) => id),
      [...before.video, ...before.audio].map(({ id }) => `${id}-p1`),
    );
    await checkSegments(key, stream, newKey);
    await isNowhere(key, newKey);
    await videos.until(key, (now) => now['vod']?.['drmModelChange'] === null);
  });
});

test('only an encrypted stream has a key to replace, and many are replaced by one call', async () => {
  const { app, admin } = videos;
  await withWorker(async () => {
    const [locked, clear] = [
      await upload(),
      await videos.upload(clip, { presetId: await videos.presetOf('classic') }),
    ];
    for (const key of [locked, clear]) {
      await videos.until(key, (now) => stateOf(now) === 'completed');
    }
    const unfinished = await upload();
    const published = await publications(locked);
    const body = { action: { type: 'rotateKeys' }, videos: { keys: [locked, clear, unfinished] } };
    const made = await app.call('POST', '/api/v1/video-batches', { as: admin, body });
    const at = `/api/v1/video-batches/${String(made.body['id'])}`;
    let batch = made.body;
    await until('the batch is done', async () => {
      batch = (await app.call('GET', at, { as: admin })).body;
      return String(batch['state']) === 'completed';
    });
    assert.deepEqual([batch['done'], batch['failed'], batch['isUndoable']], [1, 2, false]);
    assert.deepEqual(
      new Map(batch['failures']?.map(({ key, code }: Json) => [String(key), code])),
      new Map([
        [clear, 'stream_not_encrypted'],
        [unfinished, 'video_not_ready'],
      ]),
    );
    await videos.untilPublished(
      locked,
      ({ stream }) => stream?.video[0]?.id.endsWith('-p1') === true,
    );
    // Viewers see it once: neither its request nor its beginning is anything to them.
    assert.equal((await publications(locked)) - published, 1);
  });
});

async function publications(key: string): Promise<number> {
  const { version } = await videos.app.context.db
    .selectFrom('publications')
    .select('version')
    .where('kind', '=', 'video')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return version;
}

async function fetchKey(uri: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(uri)).arrayBuffer());
}

async function checkSegments(key: string, stream: StreamDescription, secret: Buffer) {
  const { db, storage } = videos.app.context;
  const copies = await db
    .selectFrom('pieces')
    .select('rendition_ids')
    .where('revision_key', '=', stream.revisionKey)
    .where('kind', '=', 'copy')
    .execute();
  assert.ok(copies.flatMap((piece) => piece.rendition_ids).some((id) => id.startsWith('v')));
  assert.ok(stream.video.length > 1 && stream.audio.length > 0);
  for (const { id } of [...stream.video, ...stream.audio]) {
    const read = async (name: string) => {
      const bytes = await storage.read(`${getStreamPrefix(stream)}${id}/${name}`);
      assert.ok(bytes);
      return bytes;
    };
    const segments: Buffer[] = [];
    for (const number of [1, 2]) {
      const locked = await read(`${number}.m4s`);
      assert.ok(!locked.includes('moof') && !locked.includes('mdat'), `${id}/${number} is clear`);
      segments.push(decryptSegment(secret, number, locked));
    }
    for (const segment of segments) assert.equal(readBoxes(segment)[0]?.type, 'styp');
    await decode(folder, { init: await read('init.mp4'), segments }, '-f null -');
  }
}

async function isNowhere(key: string, secret: Buffer): Promise<void> {
  const { db, storage } = videos.app.context;
  const tables = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(db);
  let dump = '';
  for (const { name } of tables.rows) {
    const rows = sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} t`;
    dump += (await rows.execute(db)).rows.map(({ row }) => row).join('\n');
  }
  const document = String(await storage.read(getPublishedVideoKey(key)));
  assert.ok(
    dump.includes('"key_uri": "http') &&
      document.includes('aes-128') &&
      logged.includes('piece done'),
  );
  // The server's own were used for its test, for requests that failed and for those that didn't.
  const secrets = [keyServer.encoderSecret, keyServer.tokenSecret].flatMap(formsOf);
  for (const form of [...formsOf(secret), ...secrets]) {
    for (const text of [dump, document, logged]) assert.ok(!text.includes(form));
  }
}

/** Gives the forms in which a secret may be written somewhere. */
const formsOf = (secret: Buffer | string) => {
  const bytes = Buffer.from(secret);
  return [
    String(secret),
    ...(['hex', 'base64', 'base64url'] as const).map((form) => bytes.toString(form)),
  ];
};

async function playsInHlsJs(t: Parameters<typeof testPage>[0], key: string): Promise<void> {
  const { url, page } = await testPage(t);
  const playlist = await (await fetch(`${url}/streams/${key}/playlist.m3u8`)).text();
  const media = playlist.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  const text = await (await fetch(new URL(media ?? '', `${url}/streams/${key}/`))).text();
  assert.match(text, /#EXT-X-MAP:.*\n#EXT-X-KEY:METHOD=AES-128,URI="http[^"]+"\n/);
  await page.playWithHls(`${url}/streams/${key}/playlist.m3u8`);
  await page.waitForEnd(SECONDS);
}

async function testPage(t: Parameters<Awaited<ReturnType<typeof launchPlayers>>['open']>[0]) {
  const { storage } = videos.app.context;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = createEdge({
    storage,
    player: await createTestPlayer(),
    log,
    access: TEST_ACCESS,
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await publishChannel(storage, `127.0.0.1:${port}`, videos.scope.teamId);
  await publishProject(storage, videos);
  const players = await launchPlayers();
  t.after(async () => {
    await players.close();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, page: await players.open(t) };
}
