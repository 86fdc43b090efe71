import { strict as assert } from 'node:assert';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { KeyFrames, StreamDescription } from '@kinora/contract/stream';
import { type EdgeUnderTest, startEdgeUnderTest, testStream } from './test-edge.ts';

const FOR_EVER = 'public, max-age=31536000, s-maxage=86400, immutable';
const storyboard = {
  columns: 2,
  rows: 2,
  tileWidth: 160,
  tileHeight: 90,
  intervalMs: 2000,
  tiles: 6,
};

async function assertNotFound(response: Response, code = 'video_not_found'): Promise<void> {
  assert.equal(response.status, 404, response.url);
  assert.partialDeepStrictEqual(await response.json(), { code });
}

test('an adaptive stream has an MPD, whose addresses lead to its segments', async (t) => {
  const edge = await startEdgeUnderTest(t);
  for (const deliveryModel of ['model-k', 'model-c'] as const) {
    await edge.publish({ stream: testStream({ deliveryModel }) });
    edge.clock.nowMs += 1000;
    const response = await fetch(`${edge.url}/streams/vid1/manifest.mpd`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/dash+xml');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=1');
    const text = await response.text();
    const template = /media="([^"]+)"/.exec(text)?.[1] ?? '';
    const path = template.replace('$RepresentationID$', 'v360').replace('$Number$', '1');
    assert.equal((await fetch(new URL(path, response.url))).status, 200);
  }
});

test('a classic stream has no MPD, and one without a playable rendition is not ready', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await assertNotFound(await fetch(`${edge.url}/streams/vid1/manifest.mpd`));
  await edge.publish({ stream: testStream({ deliveryModel: 'model-k', video: [], audio: [] }) });
  edge.clock.nowMs += 1000;
  await assertNotFound(await fetch(`${edge.url}/streams/vid1/manifest.mpd`), 'video_not_ready');
});

function pictured(more: Partial<StreamDescription> = {}): StreamDescription {
  const stream = testStream(more);
  const iFrames = { peakBps: 90_000, averageBps: 80_000, measured: true };
  return { ...stream, video: stream.video.map((video) => ({ ...video, iFrames })) };
}

const keyFrames: KeyFrames = { segments: [[[0, 300, 6000]], [[0, 200, 6000]]] };

async function publishPictured(edge: EdgeUnderTest): Promise<void> {
  for (const id of ['v360', 'v720']) {
    const key = `streams/vid1/rev1/${id}/key-frames.json`;
    await edge.storage.put(key, Buffer.from(JSON.stringify(keyFrames)));
  }
  await edge.publish({ stream: pictured() });
}

test('an I-frame playlist is written from the key frames in storage, which are read once', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishPictured(edge);
  const master = await fetch(`${edge.url}/streams/vid1/playlist.m3u8`);
  const uri = /#EXT-X-I-FRAME-STREAM-INF:.*URI="([^"]+)"/.exec(await master.text())?.[1] ?? '';
  assert.equal(uri, 'rev1/v360-iframes.m3u8');
  const answers = await Promise.all([1, 2, 3].map(() => fetch(new URL(uri, master.url))));
  for (const response of answers) {
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/vnd.apple.mpegurl');
    assert.match(await response.text(), /#EXT-X-BYTERANGE:300@0\nv360\/1\.m4s/);
  }
  assert.equal(edge.readKeys.filter((key) => key.endsWith('key-frames.json')).length, 1);
  const picture = await fetch(`${edge.url}/streams/vid1/rev1/v360/1.m4s`, {
    headers: { range: 'bytes=0-299' },
  });
  assert.equal(picture.status, 206);
});

test('there is no I-frame playlist of what is not listed, and its key frames are not read', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishPictured(edge);
  for (const id of ['v720', 'v999', 'a1']) {
    await assertNotFound(await fetch(`${edge.url}/streams/vid1/rev1/${id}-iframes.m3u8`));
  }
  await assertNotFound(await fetch(`${edge.url}/streams/vid1/rev0/v360-iframes.m3u8`));
  assert.ok(!edge.readKeys.some((key) => key.endsWith('key-frames.json')));
});

test('key frames that storage has lost are 404, and not remembered as lost', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await publishPictured(edge);
  const path = `${edge.url}/streams/vid1/rev1/v360-iframes.m3u8`;
  await rm(`${edge.folder}/streams/vid1/rev1/v360/key-frames.json`);
  await assertNotFound(await fetch(path));
  await publishPictured(edge);
  assert.equal((await fetch(path)).status, 200);
});

test('a storyboard is there as JSON and as WebVTT, with sheets beside it that may be kept for ever', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.storage.put('streams/vid1/rev1/storyboard-2.jpg', Buffer.from('sheet 2'));
  await edge.publish({ stream: testStream({ storyboard }) });
  const json = await fetch(`${edge.url}/streams/vid1/rev1/storyboard.json`);
  assert.equal(json.headers.get('content-type'), 'application/json');
  const { sheets } = (await json.json()) as { sheets: string[] };
  assert.deepEqual(sheets, ['storyboard-1.jpg', 'storyboard-2.jpg']);
  const vtt = await fetch(`${edge.url}/streams/vid1/rev1/storyboard.vtt`);
  assert.equal(vtt.headers.get('content-type'), 'text/vtt; charset=utf-8');
  const last = (await vtt.text()).trim().split('\n').at(-1) ?? '';
  assert.equal(last, 'storyboard-2.jpg#xywh=160,0,160,90');
  const sheet = await fetch(new URL(last, vtt.url));
  assert.equal(sheet.headers.get('content-type'), 'image/jpeg');
  assert.equal(await sheet.text(), 'sheet 2');
  for (const { headers } of [json, vtt, sheet]) {
    assert.equal(headers.get('cache-control'), FOR_EVER);
    assert.equal(headers.get('access-control-allow-origin'), '*');
  }
  await assertNotFound(await fetch(`${edge.url}/streams/vid1/rev1/storyboard-3.jpg`));
});

test('a stream without a storyboard has none of it', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await edge.storage.put('streams/vid1/rev1/storyboard-1.jpg', Buffer.from('sheet'));
  for (const name of ['storyboard.json', 'storyboard.vtt', 'storyboard-1.jpg']) {
    await assertNotFound(await fetch(`${edge.url}/streams/vid1/rev1/${name}`));
  }
});
