import { strict as assert } from 'node:assert';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { type EdgeUnderTest, startEdgeUnderTest, testStream } from './edge-under-test.ts';
import { encode } from './test-media.ts';
import { launchPlayers, type Players } from './test-players.ts';

const X264 = '-c:v libx264 -preset ultrafast -g 50 -keyint_min 50 -sc_threshold 0 -pix_fmt yuv420p';
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50 -keyint_min 50 -pix_fmt yuv420p';
const SECONDS = 6;

const SOUNDS = [
  ['a1', 'mp4a.40.2', 'aac', 'tha'],
  ['a2', 'mp4a.40.2', 'aac', 'eng'],
  ['a3', 'opus', 'libopus', 'tha'],
  ['a4', 'opus', 'libopus', 'eng'],
] as const;

let players: Players;
let film: { folder: string; stream: StreamDescription };

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-film-'));
  film = { folder, stream: await makeFilm(folder) };
  players = await launchPlayers();
});
after(async () => {
  await players.close();
  await rm(film.folder, { recursive: true, force: true });
});

const bandwidth = { peakBps: 400_000, averageBps: 300_000, measured: true };

/** 6 s in two codecs of pictures and of sound, two sizes and two languages, with a storyboard. */
async function makeFilm(folder: string): Promise<StreamDescription> {
  const video = (id: string, codec: string, height: number): VideoRendition => ({
    id,
    codec,
    width: (height * 16) / 9,
    height,
    frameRate: { numerator: 25, denominator: 1 },
    bandwidth: { ...bandwidth, peakBps: height * 2000 },
    ready: true,
    iFrames: null,
  });
  const encodePicture = (id: string, size: string, codec: string) =>
    encode(join(folder, id), `testsrc=size=${size}:rate=25`, codec.split(' '), SECONDS);
  const videoSegments = await encodePicture('v180', '320x180', X264);
  await encodePicture('v90', '160x90', X264);
  await encodePicture('v180-vp9', '320x180', VP9);
  const audio: AudioRendition[] = [];
  for (const [id, codec, encoder, languageCode] of SOUNDS) {
    const sine = `sine=sample_rate=48000:frequency=${languageCode === 'tha' ? 440 : 880}`;
    const codecArguments = ['-c:a', encoder, '-ac', '2'];
    const segments = await encode(join(folder, id), sine, codecArguments, SECONDS);
    const name = languageCode === 'tha' ? 'ไทย' : 'English & <more>';
    const rendition = { id, codec, languageCode, name, segments, bandwidth, ready: true };
    audio.push({ ...rendition, channels: 2, sampleRate: 48000, isAudioDescription: false });
  }
  return testStream({
    durationMs: SECONDS * 1000,
    videoSegments,
    video: [
      video('v180', 'avc1.42c00d', 180),
      video('v90', 'avc1.42c00b', 90),
      video('v180-vp9', 'vp09.00.11.08', 180),
    ],
    audio,
    deliveryModel: 'model-k',
    storyboard: {
      columns: 2,
      rows: 1,
      tileWidth: 160,
      tileHeight: 90,
      intervalMs: 2000,
      tiles: 3,
    },
  });
}

/** An edge on which the film is published, with what is changed of its description. */
async function startWithFilm(
  context: TestContext,
  more: Partial<StreamDescription> = {},
  options: Parameters<typeof startEdgeUnderTest>[1] = {},
): Promise<EdgeUnderTest> {
  const edge = await startEdgeUnderTest(context, options);
  await cp(film.folder, join(edge.folder, 'streams/vid1/rev1'), { recursive: true });
  await edge.publish({ stream: { ...film.stream, ...more } });
  return edge;
}

test('Shaka plays the MPD to its end, and knows languages, names and thumbnails', async (t) => {
  const edge = await startWithFilm(t);
  const page = await players.open(t);
  await page.playWithShaka(`${edge.url}/streams/vid1/manifest.mpd`);
  const { languages, labels, thumbnail } = await page.tellOfShaka(5);
  assert.deepEqual(languages, ['en', 'th']);
  assert.deepEqual(labels, ['English & <more>', 'ไทย']);
  assert.equal(thumbnail?.uris[0], `${edge.url}/streams/vid1/rev1/storyboard-2.jpg`);
  assert.deepEqual([thumbnail.positionX, thumbnail.width], [0, 160]);
  await page.playsToItsEnd(SECONDS);
});

test('Shaka plays the HLS playlists of the same stream to their end', async (t) => {
  const edge = await startWithFilm(t);
  const page = await players.open(t);
  await page.playWithShaka(`${edge.url}/streams/vid1/playlist.m3u8`);
  await page.playsToItsEnd(SECONDS);
});

test('hls.js plays them to their end, beginning with the rendition that stands first', async (t) => {
  const edge = await startWithFilm(t, { firstRenditionId: 'v90' });
  const page = await players.open(t);
  await page.playWithHls(`${edge.url}/streams/vid1/playlist.m3u8`);
  await page.playsToItsEnd(SECONDS);
  assert.deepEqual(await page.tellOfHls(), [
    ['th', true],
    ['en', false],
  ]);
  const first = edge.touched.find((key) => /\/v[^/]*\/1\.m4s$/.test(key));
  assert.equal(first, 'streams/vid1/rev1/v90/1.m4s');
});

for (const [player, play, path] of [
  ['hls.js', 'playWithHls', 'playlist.m3u8'],
  ['Shaka', 'playWithShaka', 'manifest.mpd'],
] as const) {
  test(`${player} plays an open stream to its end, whose last segments come while it waits`, async (t) => {
    const asked = Promise.withResolvers<void>();
    const only = (id: string) => id === 'v90' || id === 'a1';
    const open = {
      open: true,
      video: film.stream.video.filter(({ id }) => only(id)).map((r) => ({ ...r, ready: false })),
      audio: film.stream.audio.filter(({ id }) => only(id)).map((r) => ({ ...r, ready: false })),
    };
    const edge = await startWithFilm(t, open, { askForSegment: async () => asked.resolve() });
    const late = ['v90/3.m4s', 'a1/3.m4s'].map((name) => `streams/vid1/rev1/${name}`);
    const bytes = await Promise.all(late.map((key) => edge.storage.read(key)));
    await Promise.all(late.map((key) => edge.storage.delete(key)));
    const page = await players.open(t);
    await page[play](`${edge.url}/streams/vid1/${path}`);
    await asked.promise;
    for (const [index, key] of late.entries()) {
      await sleep(1000);
      await edge.storage.put(key, bytes[index] ?? Buffer.alloc(0));
    }
    await page.playsToItsEnd(SECONDS);
    const refused = edge.answers.filter(({ kind, status }) => kind === 'segment' && status >= 400);
    assert.deepEqual(refused, []);
  });
}

for (const [begins, first] of [
  ['with a silent one', 'v90'],
  ['with one that has sound', 'v180'],
] as const) {
  test(`hls.js plays a stream to its end of which only some pictures have sound, ${begins}`, async (t) => {
    const video = film.stream.video
      .filter(({ codec }) => codec.startsWith('avc1'))
      .map((one) => ({ ...one, audioIds: one.id === 'v90' ? [] : ['a1', 'a2'] }));
    const edge = await startWithFilm(t, { video, firstRenditionId: first });
    const page = await players.open(t);
    await page.playWithHls(`${edge.url}/streams/vid1/playlist.m3u8`);
    await page.playsToItsEnd(SECONDS);
    const begun = edge.touched.find((key) => /\/v[^/]*\/1\.m4s$/.test(key));
    assert.equal(begun, `streams/vid1/rev1/${first}/1.m4s`);
    assert.ok(edge.touched.some((key) => key.includes('/a1/')));
  });
}

for (const [player, play, path, config] of [
  ['hls.js', 'playWithHls', 'playlist.m3u8', { cmcd: { useHeaders: true, contentId: 'film' } }],
  ['Shaka', 'playWithShaka', 'manifest.mpd', { cmcd: { enabled: true, useHeaders: true } }],
] as const) {
  test(`${player} plays when it says in headers how it plays (CTA-5004)`, async (t) => {
    const edge = await startWithFilm(t);
    const page = await players.open(t);
    await page[play](`${edge.url}/streams/vid1/${path}`, config);
    await page.playsToItsEnd(SECONDS);
    assert.ok(edge.answers.some(({ kind }) => kind === 'preflight'));
  });
}
