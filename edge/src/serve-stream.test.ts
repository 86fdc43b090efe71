import { strict as assert } from 'node:assert';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { until } from '@kinora/contract/test-until';
import { StorageError } from '@kinora/storage/storage';
import {
  publishChannel,
  rawRequest,
  SEGMENT,
  startEdgeUnderTest,
  testStream,
} from './test-edge.ts';

const SEGMENT_PATH = '/streams/vid1/rev1/v360/1.m4s';
const FOR_EVER = 'public, max-age=31536000, s-maxage=86400, immutable';

async function assertRefused(response: Response, status: number, code: string): Promise<void> {
  assert.equal(response.status, status, response.url);
  assert.equal(response.headers.get('x-reason'), code);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.partialDeepStrictEqual(await response.json(), { code });
}

test('the multivariant playlist leads to media playlists, and they to every segment', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const multivariant = await fetch(`${edge.url}/streams/vid1/playlist.m3u8`);
  assert.equal(multivariant.status, 200);
  assert.equal(multivariant.headers.get('content-type'), 'application/vnd.apple.mpegurl');
  assert.equal(multivariant.headers.get('cache-control'), 'public, max-age=1');
  const text = await multivariant.text();
  assert.match(text, /^rev1\/v360\.m3u8$/m);
  assert.doesNotMatch(text, /v720/, 'a rendition that is not ready');
  const media = await fetch(new URL('rev1/v360.m3u8', multivariant.url));
  assert.equal(media.status, 200);
  const init = await fetch(new URL('v360/init.mp4', media.url));
  assert.equal(init.status, 200);
  const uris = (await media.text()).split('\n').filter((line) => /^[^#]/.test(line));
  assert.deepEqual(uris, ['v360/1.m4s', 'v360/2.m4s']);
  for (const uri of uris) {
    const segment = await fetch(new URL(uri, media.url));
    assert.ok(Buffer.from(await segment.arrayBuffer()).equals(SEGMENT));
  }
});

test('a stream is served from the folder of its plan, whatever lies in another', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const keyFrames = { segments: [[[24, 500, 6000]], [[24, 500, 6000]]] };
  const files = { 'v360/1.m4s': 'anew', 'v360/key-frames.json': JSON.stringify(keyFrames) };
  const iFrames = { peakBps: 1000, averageBps: 900, measured: true };
  const storyboard = { columns: 1, rows: 1, tileWidth: 2, tileHeight: 2, intervalMs: 1, tiles: 1 };
  for (const [name, text] of Object.entries({
    ...files,
    'cover-320.jpg': 'anew',
    'storyboard-1.jpg': '',
  }))
    await edge.storage.put(`streams/vid1/rev1-p2/${name}`, Buffer.from(text));
  const stream = testStream({ folder: 'rev1-p2', coverWidths: [320], storyboard });
  const video = stream.video.map((one) => (one.ready ? { ...one, iFrames } : one));
  await edge.publish({ stream: { ...stream, deliveryModel: 'model-k', video } });
  edge.clock.nowMs += 2000;
  const text = async (path: string) => {
    const response = await fetch(`${edge.url}/streams/vid1/${path}`);
    return response.status === 200 ? response.text() : response.status;
  };
  const playlist = String(await text('playlist.m3u8'));
  assert.match(playlist, /^rev1-p2\/v360\.m3u8$/m);
  assert.match(playlist, /URI="rev1-p2\/v360-iframes\.m3u8"/);
  assert.match(playlist, /URI="rev1-p2\/a1\.m3u8"/);
  const manifest = String(await text('manifest.mpd'));
  assert.match(manifest, /media="rev1-p2\/\$RepresentationID\$\/\$Number\$\.m4s"/);
  assert.doesNotMatch(playlist + manifest, /rev1\//);
  assert.equal(await text('rev1-p2/v360/1.m4s'), 'anew');
  assert.equal(await text('rev1-p2/cover-320.jpg'), 'anew');
  assert.equal(await text('cover.jpg'), 'anew');
  assert.match(String(await text('rev1-p2/v360-iframes.m3u8')), /EXT-X-BYTERANGE:500@24/);
  for (const path of ['v360.m3u8', 'v360/1.m4s', 'cover-320.jpg', 'storyboard.json'])
    assert.equal(await text(`rev1/${path}`), 404, path);
});

test('viewers play on with old tracks after these are packaged again, though no main playlist lists them', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const { video, audio } = testStream();
  const keyUri = 'https://keys.example/k1';
  const again = (name: string) => video.map((one) => ({ ...one, id: `${one.id}-${name}` }));
  const now = testStream({
    video: again('p3'),
    audio: audio.map((one) => ({ ...one, id: `${one.id}-p3` })),
  });
  const untilMs = edge.clock.nowMs + 60_000;
  const stream = {
    ...now,
    earlier: [
      { ...now, video: again('p2'), audio: [], until: untilMs },
      { ...now, video, audio, encryption: { method: 'aes-128' as const, keyUri }, until: untilMs },
    ],
  };
  await edge.publish({ stream });
  const main = `${edge.url}/streams/vid1/playlist.m3u8`;
  const listed = await until('the new tracks', async () => {
    const text = await (await fetch(main)).text();
    return text.includes('v360-p3') && text;
  });
  assert.doesNotMatch(listed, /v360\.m3u8|v360-p2|aes-128/i);
  const before = await fetch(new URL('rev1/v360.m3u8', main));
  assert.equal(before.status, 200);
  const text = await before.text();
  assert.match(text, /^#EXT-X-KEY:METHOD=AES-128,URI="https:\/\/keys\.example\/k1"$/m);
  const uris = text.split('\n').filter((line) => /^[^#]/.test(line));
  assert.deepEqual(uris, ['v360/1.m4s', 'v360/2.m4s']);
  for (const uri of uris) {
    const segment = await fetch(new URL(uri, before.url));
    assert.ok(Buffer.from(await segment.arrayBuffer()).equals(SEGMENT));
  }
  for (const id of ['v360-p2', 'v360-p3']) {
    const other = await (await fetch(new URL(`rev1/${id}.m3u8`, main))).text();
    assert.doesNotMatch(other, /EXT-X-KEY/);
    assert.ok(other.includes(`\n${id}/1.m4s`));
  }
  assert.equal((await fetch(new URL('rev1/v360-p1.m3u8', main))).status, 404);
  edge.clock.nowMs = untilMs;
  for (const file of ['v360.m3u8', 'v360/1.m4s', 'v360-p2.m3u8'])
    assert.equal((await fetch(new URL(`rev1/${file}`, main))).status, 404, file);
  assert.equal((await fetch(new URL('rev1/v360-p3.m3u8', main))).status, 200);
});

test('who watches a revision that was replaced plays on with it until its time is over', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const until = edge.clock.nowMs + 60_000;
  const keyUri = 'https://keys.example/k1';
  const replaced = testStream({
    durationMs: 6000,
    videoSegments: { timescale: 1000, runs: [{ count: 1, ticks: 6000 }] },
    encryption: { method: 'aes-128', keyUri },
  });
  const stream = testStream({ revisionKey: 'rev2', folder: 'rev2-x' });
  await edge.storage.put('streams/vid1/rev2-x/v360/1.m4s', Buffer.from('second'));
  await edge.publish({ stream: { ...stream, earlier: [{ ...replaced, until }] } });
  edge.clock.nowMs += 2000;
  const ask = (path: string) => fetch(`${edge.url}/streams/vid1/${path}`);
  const main = await (await ask('playlist.m3u8')).text();
  assert.match(main, /^rev2-x\/v360\.m3u8$/m);
  assert.doesNotMatch(main, /rev1|aes-128/i);
  assert.equal(await (await ask('rev2-x/v360/1.m4s')).text(), 'second');
  const before = await ask('rev1/v360.m3u8');
  const text = await before.text();
  assert.match(text, /^#EXT-X-KEY:METHOD=AES-128,URI="https:\/\/keys\.example\/k1"$/m);
  // Its own timeline, and not that of the revision that is current.
  assert.deepEqual(text.match(/^v360.*$/gm), ['v360/1.m4s']);
  const segment = await ask('rev1/v360/1.m4s');
  assert.ok(Buffer.from(await segment.arrayBuffer()).equals(SEGMENT));
  assert.equal(segment.headers.get('cache-control'), 'public, max-age=58, s-maxage=58, immutable');
  assert.equal((await ask('rev1/v360/2.m4s')).status, 404);
  assert.equal((await ask('rev1/cover-320.jpg')).status, 200);
  assert.equal((await ask('rev0/v360.m3u8')).status, 404);
  edge.clock.nowMs = until;
  for (const file of ['v360.m3u8', 'v360/1.m4s', 'cover-320.jpg'])
    await assertRefused(await ask(`rev1/${file}`), 404, 'video_not_found');
  assert.equal((await ask('rev2-x/v360.m3u8')).status, 200);
});

test('RFC 9110 §13.1.2: a playlist that the client has already is answered 304 without a body', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const path = '/streams/vid1/playlist.m3u8';
  const first = await fetch(edge.url + path);
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[^"]+"$/);
  await first.arrayBuffer();
  for (const value of [etag, `"other", W/${etag}`, '*']) {
    const again = await fetch(edge.url + path, { headers: { 'if-none-match': value } });
    assert.equal(again.status, 304);
    assert.equal(again.headers.get('etag'), etag);
    assert.equal(again.headers.get('cache-control'), first.headers.get('cache-control'));
    assert.equal(await again.text(), '');
  }
  const other = await fetch(edge.url + path, { headers: { 'if-none-match': '"other"' } });
  assert.equal(other.status, 200);
  await other.arrayBuffer();
});

test('ranges of what is too large for memory come from storage', async (t) => {
  const memory = { cacheBytes: 0, residentBytes: 0, objectBytes: 0, freeBytes: 0 };
  const edge = await startEdgeUnderTest(t, { limits: { memory } });
  const part = await fetch(edge.url + SEGMENT_PATH, { headers: { range: 'bytes=-10' } });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), 'bytes 990-999/1000');
  assert.ok(Buffer.from(await part.arrayBuffer()).equals(SEGMENT.subarray(990)));
  const whole = await fetch(edge.url + SEGMENT_PATH);
  assert.ok(Buffer.from(await whole.arrayBuffer()).equals(SEGMENT));
});

test('the cover is the narrowest that is wide enough, else the widest', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const cover = async (query: string) => {
    const response = await fetch(`${edge.url}/streams/vid1/cover.jpg${query}`);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=1');
    return response.text();
  };
  assert.equal(await cover('?width=1'), 'cover 320');
  assert.equal(await cover('?width=320'), 'cover 320');
  assert.equal(await cover('?width=321'), 'cover 640');
  assert.equal(await cover('?width=4000'), 'cover 1280');
  assert.equal(await cover(''), 'cover 1280');
  const sized = await fetch(`${edge.url}/streams/vid1/rev1/cover-640.jpg`);
  assert.equal(await sized.text(), 'cover 640');
  assert.equal(sized.headers.get('cache-control'), FOR_EVER);
  const unknown = await fetch(`${edge.url}/streams/vid1/rev1/cover-641.jpg`);
  await assertRefused(unknown, 404, 'video_not_found');
});

test('a playlist is zipped for who asks for it, as a representation of its own', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const ask = (coding: string) =>
    rawRequest(
      edge.port,
      `GET /streams/vid1/playlist.m3u8 HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\n` +
        `Accept-Encoding: ${coding}\r\nConnection: close\r\n\r\n`,
    );
  const plain = await ask('gzip;q=0, br');
  const zipped = await ask('br, gzip');
  assert.match(zipped, /\r\nContent-Encoding: gzip\r\n/);
  assert.doesNotMatch(plain, /Content-Encoding/);
  for (const answer of [plain, zipped]) assert.match(answer, /\r\nVary: Accept-Encoding\r\n/);
  const etagOf = (answer: string) => /\r\nETag: (.*)\r\n/.exec(answer)?.[1];
  assert.notEqual(etagOf(plain), etagOf(zipped));
  const [, body = ''] = zipped.split('\r\n\r\n');
  const text = gunzipSync(Buffer.from(body, 'latin1')).toString('latin1');
  assert.equal(text, plain.split('\r\n\r\n')[1]);
});

test('what is not there is 404: video, host, another team, revision, rendition, segment', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({ videoKey: 'theirs', teamId: 'team2' });
  await edge.publish({
    videoKey: 'theirs-deleted',
    teamId: 'team2',
    state: 'deleted',
    stream: null,
  });
  await edge.storage.put('streams/vid1/rev0/v360/1.m4s', SEGMENT);
  await edge.storage.put('streams/vid1/rev1/v360/3.m4s', SEGMENT);
  await edge.storage.put('streams/vid1/rev1/v720/1.m4s', SEGMENT);
  for (const path of [
    '/streams/nothing/playlist.m3u8',
    '/streams/theirs/playlist.m3u8',
    '/streams/theirs-deleted/playlist.m3u8',
    '/streams/vid1/rev0/v360.m3u8',
    '/streams/vid1/rev0/v360/1.m4s',
    '/streams/vid1/rev0/cover-320.jpg',
    '/streams/vid1/rev1/v999.m3u8',
    '/streams/vid1/rev1/v720.m3u8',
    '/streams/vid1/rev1/v720/1.m4s',
    '/streams/vid1/rev1/v360/3.m4s',
    '/streams/vid1/rev1/a1/2.m4s',
  ]) {
    await assertRefused(await fetch(edge.url + path), 404, 'video_not_found');
  }
  const elsewhere = await fetch(`http://localhost:${edge.port}${SEGMENT_PATH}`);
  await assertRefused(elsewhere, 404, 'video_not_found');
});

test('each host shows the videos of its own team', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishChannel(edge.storage, `other.test:${edge.port}`, 'team2');
  await edge.publish({ videoKey: 'theirs', teamId: 'team2' });
  const ask = async (host: string, key: string) => {
    const head = `GET /streams/${key}/playlist.m3u8 HTTP/1.1\r\nHost: ${host}:${edge.port}`;
    return (await rawRequest(edge.port, `${head}\r\nConnection: close\r\n\r\n`)).slice(9, 12);
  };
  assert.equal(await ask('OTHER.test', 'theirs'), '200');
  assert.equal(await ask('other.test', 'vid1'), '404');
  assert.equal(await ask('127.0.0.1', 'theirs'), '404');
  assert.equal(await ask('../127.0.0.1', 'vid1'), '404');
});

test('a deleted video is 410 and one that is not ready 404, each within a second of its change', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const paths = ['/streams/vid1/playlist.m3u8', SEGMENT_PATH, '/streams/vid1/cover.jpg'];
  for (const path of paths) assert.equal((await fetch(edge.url + path)).status, 200);
  await edge.publish({ state: 'notReady', stream: null });
  edge.clock.nowMs += 1000;
  for (const path of paths) {
    await assertRefused(await fetch(edge.url + path), 404, 'video_not_ready');
  }
  await edge.publish({ state: 'deleted', stream: null });
  edge.clock.nowMs += 1000;
  for (const path of paths) await assertRefused(await fetch(edge.url + path), 410, 'video_deleted');
});

test('a stream without a playable rendition is not ready', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const [rendition] = testStream().video;
  assert.ok(rendition);
  await edge.publish({ stream: testStream({ video: [{ ...rendition, ready: false }] }) });
  const response = await fetch(`${edge.url}/streams/vid1/playlist.m3u8`);
  await assertRefused(response, 404, 'video_not_ready');
});

test('while storage fails, known videos play on for a minute and unknown ones are 503', async (t) => {
  let broken = false;
  const edge = await startEdgeUnderTest(t, {
    wrap: (inner) => ({
      ...inner,
      async read(key) {
        if (broken) throw new StorageError('unavailable', 'down');
        return inner.read(key);
      },
    }),
  });
  const playlist = `${edge.url}/streams/vid1/playlist.m3u8`;
  assert.equal((await fetch(playlist)).status, 200);
  broken = true;
  edge.clock.nowMs += 50_000;
  assert.equal((await fetch(playlist)).status, 200);
  const unknown = await fetch(`${edge.url}/streams/vid2/playlist.m3u8`);
  assert.equal(unknown.status, 503);
  assert.equal(unknown.headers.get('retry-after'), '1');
  assert.partialDeepStrictEqual(await unknown.json(), { code: 'unavailable' });
  edge.clock.nowMs += 20_000;
  assert.equal((await fetch(playlist)).status, 503);
  broken = false;
  assert.equal((await fetch(playlist)).status, 200);
});

test('a segment that storage has lost is 404, and not remembered as lost', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await rm(`${edge.folder}/streams/vid1/rev1/v360/1.m4s`);
  await assertRefused(await fetch(edge.url + SEGMENT_PATH), 404, 'video_not_found');
  await edge.storage.put('streams/vid1/rev1/v360/1.m4s', SEGMENT);
  assert.equal((await fetch(edge.url + SEGMENT_PATH)).status, 200);
});

test('nothing but published documents and files of the current revision is ever read', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const attempts = [
    '/streams/vid1/rev1/../../../published/videos/vid1.json',
    '/streams/vid1/rev1/v360/..%2f..%2f1.m4s',
    '/streams/..%2f..%2fetc/passwd',
    '/streams/%2e%2e/%2e%2e/etc/passwd',
    '/streams/vid1/rev1/v360/%31.m4s',
    '/streams/vid1//rev1/v360/1.m4s',
    '/streams/vid1/rev1/v360/1.m4s/.',
    '/streams/published/videos/vid1.json',
    '/player/../../published/videos/vid1.json',
    '/player/..%2f..%2fpackage.json',
    '/player//etc/passwd',
    '/published/videos/vid1.json',
    '/embed/../published/videos/vid1.json',
    // A target may name its host (RFC 9112 §3.2.2), which is then the one that is asked.
    `http://other.test${SEGMENT_PATH}`,
    `http://127.0.0.1:${edge.port}/streams/vid1/rev1/../../../published/videos/vid1.json`,
    '/streams/vid1/rev1/v360/1.m4s\\..\\..',
    '/streams/\u00c0\u00af/playlist.m3u8',
  ];
  for (const path of attempts) {
    const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nConnection: close\r\n\r\n`;
    assert.match(await rawRequest(edge.port, head), /^HTTP\/1\.1 (404|400) /, path);
  }
  await (await fetch(edge.url + SEGMENT_PATH)).arrayBuffer();
  const allowed =
    /^(published\/(changes|(channels|projects|teams|videos)\/[a-z0-9._-]+)\.json|streams\/vid1\/rev1\/v360\/1\.m4s)$/;
  for (const key of edge.readKeys) assert.match(key, allowed);
});
