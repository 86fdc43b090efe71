import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkConforming } from './conforming.ts';
import { writeAudioInit, writeVideoInit } from './copy-init.ts';
import { copyAudioSegments, copyVideoSegments } from './copy-segments.ts';
import { DEFAULT_LADDER, rung } from '../test-ladder.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import { probeSource } from '../probe/probe.ts';
import { type Written, encodePieces, makeClip, testFolder } from '../test-clips.ts';
import { type Files, noBrowser, openPage, serve } from '../test-player.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const player = await readFile(new URL(import.meta.resolve('hls.js/dist/hls.min.js')));

const SECONDS = 13;
/** White and a beep for a tenth of each second. */
const FLASH = `-f lavfi -i color=black:s=192x108:r=30:d=${SECONDS},drawbox=t=fill:c=white:enable=lt(mod(t\\,1)\\,0.099)`;
const BEEP = `-f lavfi -i aevalsrc=if(lt(mod(t\\,1)\\,0.1)\\,sin(2*PI*1000*t)\\,0):s=48000:d=${SECONDS}`;

/** The clip with no frame between two moments. */
const withStill = (from: number, until: number, encoder: string): string =>
  `${FLASH} ${BEEP} -vf select=lt(t\\,${from})+gt(t\\,${until}) -fps_mode vfr -c:v libx264 ` +
  `-preset veryfast -pix_fmt yuv420p ${encoder} -c:a aac -b:a 64k`;

type Stream = {
  plan: EncodingPlan;
  written: Map<string, Written>;
  /** when the frames of the clip are shown, ascending, from 0 */
  frameSeconds: number[];
};

/** Copies the tracks of a clip that can be copied, and encodes the others. */
async function makeStream(name: string, args: string): Promise<Stream> {
  const path = await makeClip(folder, name, args);
  const probe = await probeSource(tools, path);
  await using source = await openByteSource(path);
  const index = await readMp4Index(source);
  assert(index && probe.video);
  const { copy } = await checkConforming(source, index, probe);
  const video = [rung(1080, { speed: 'fastest' }), rung(72, { speed: 'faster' })];
  const plan = planStream(probe, { ...DEFAULT_LADDER, video }, { copy });
  const pieces = listPieces(plan, { deliveryModel: 'classic' });
  const encoded = pieces.filter(({ kind }) => kind !== 'copy');
  const written = new Map<string, Written>(await encodePieces(tools, plan, encoded, path));
  const all = { first: 1, last: Infinity };
  for (const one of plan.video?.renditions ?? []) {
    if (one.source !== 'copy') continue;
    const segments: Buffer[] = [];
    const take = async ({ bytes }: { bytes: Buffer }) => void segments.push(bytes);
    await copyVideoSegments(source, index, one.copy, all, take);
    written.set(one.id, { init: writeVideoInit(index, one.copy), segments });
  }
  for (const one of plan.audio) {
    if (one.source !== 'copy') continue;
    const segments: Buffer[] = [];
    const take = async ({ bytes }: { bytes: Buffer }) => void segments.push(bytes);
    await copyAudioSegments(source, index, one, all, take);
    written.set(one.id, { init: writeAudioInit(index, one), segments });
  }
  const { ticks, timeBase } = probe.video.frames;
  const seconds = timeBase.numerator / timeBase.denominator;
  const frameSeconds = Array.from(ticks, (tick) => (tick - (ticks[0] ?? 0)) * seconds);
  return { plan, written, frameSeconds };
}

/** Returns the playlists and segments of one video rendition with its audio, below `/stream/`. */
function toFiles({ plan, written }: Stream, videoId: string): Files {
  const files = new Map<string, { type: string; body: Buffer | string }>();
  const [audio] = plan.audio;
  assert(plan.video && audio);
  const { timescale, borders, endTick } = plan.grid;
  const audioEnd = audio.frameCount * audio.frameSamples;
  const audioBorders = [...audio.borders.map((frame) => frame * audio.frameSamples), audioEnd];
  const lengths = new Map([
    [videoId, [...borders, endTick].map((tick) => tick / timescale)],
    [audio.id, audioBorders.map((tick) => tick / audio.sampleRate)],
  ]);
  for (const [id, ends] of lengths) {
    const { init, segments } = written.get(id) ?? assert.fail(id);
    files.set(`/stream/${id}.mp4`, { type: 'video/mp4', body: init });
    const lines = segments.map((body, n) => {
      files.set(`/stream/${id}-${n}.m4s`, { type: 'video/mp4', body });
      return `#EXTINF:${((ends[n + 1] ?? 0) - (ends[n] ?? 0)).toFixed(6)},\n${id}-${n}.m4s`;
    });
    const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:9\n#EXT-X-MAP:URI="${id}.mp4"`;
    const body = [head, ...lines, '#EXT-X-ENDLIST', ''].join('\n');
    files.set(`/stream/${id}.m3u8`, { type: 'application/vnd.apple.mpegurl', body });
  }
  const codec = plan.video.renditions.find(({ id }) => id === videoId)?.codec;
  const media = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="${audio.id}.m3u8"`;
  const variant = `#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="${codec},${audio.codec}",AUDIO="a"`;
  const body = `#EXTM3U\n${media}\n${variant}\n${videoId}.m3u8\n`;
  files.set('/stream/main.m3u8', { type: 'application/vnd.apple.mpegurl', body });
  const page = '<!doctype html><video muted></video><script src="hls.js"></script>';
  files.set('/hls.html', { type: 'text/html', body: page });
  return files.set('/hls.js', { type: 'text/javascript', body: player });
}

type Seen = {
  error: string | null;
  duration: number;
  time: number;
  ranges: [number, number][];
  /** leaps of the playing position, in seconds */
  leaps: number[];
  /** whether the frame that is shown at each of `MOMENTS` is white */
  white: boolean[];
};

/** Moments next to each flash, and between two. */
const MOMENTS = Array.from({ length: SECONDS }, (_, n) => [n + 0.05, n + 0.5, n + 0.95]).flat();

/** Says whether the clip shows a white frame at a moment. */
function isWhite({ frameSeconds }: Stream, moment: number): boolean {
  const shown = frameSeconds.findLast((second) => second <= moment) ?? 0;
  return (shown + 0.01) % 1 < 0.1;
}

const PLAY = `(async () => {
  const video = document.querySelector('video');
  const hls = new Hls({ maxBufferLength: 60 });
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const look = async (moment) => {
    const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = moment;
    await Promise.all([sought, shown]);
    canvas.drawImage(video, 0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[0] > 128;
  };
  const leaps = [];
  video.addEventListener('seeking', () => leaps.push(video.currentTime));
  const over = new Promise((resolve) => {
    video.addEventListener('ended', () => resolve(null));
    video.addEventListener('error', () => resolve('video ' + video.error.code));
    hls.on(Hls.Events.ERROR, (_, { details }) => resolve(details));
  });
  const buffered = new Promise((resolve) => hls.on(Hls.Events.BUFFERED_TO_END, () => resolve(null)));
  hls.loadSource('/stream/main.m3u8');
  hls.attachMedia(video);
  const broken = await Promise.race([buffered, over]);
  const list = Array.from({ length: video.buffered.length }, (_, n) =>
    [video.buffered.start(n), video.buffered.end(n)]);
  video.playbackRate = 4;
  await Promise.race([video.play(), over]);
  const error = broken ?? await over;
  const { duration, currentTime: time } = video;
  const seen = { error, duration, time, ranges: list, leaps: [...leaps] };
  video.pause();
  const white = [];
  // Frames that play are given out late on a busy machine; those of a moment are not.
  if (!error) for (const moment of ${JSON.stringify(MOMENTS)}) white.push(await look(moment));
  return { ...seen, white };
})()`;

async function watch(stream: Stream, videoId: string): Promise<Seen> {
  const page = await openPage(`${await serve(toFiles(stream, videoId))}/hls.html`);
  const seen: Seen = await page.evaluate(PLAY);
  await page.close();
  return seen;
}

const CASES: Record<string, string> = {
  '1.5 s, three B frames': withStill(4.2, 5.7, '-g 60 -bf 3'),
  '3 s, one B frame': withStill(2.2, 5.2, '-g 60 -bf 1'),
  '5.6 s, three B frames': withStill(1.2, 6.8, '-g 60 -bf 3'),
  '5.6 s, two B frames, no pyramid': withStill(
    1.2,
    6.8,
    '-g 60 -bf 2 -b_strategy 0 -x264-params b-pyramid=none',
  ),
  '5.6 s at the end, three B frames': withStill(7.1, 12.7, '-g 60 -bf 3 -b_strategy 0'),
  '8 s, three B frames': withStill(1.2, 9.2, '-g 60 -bf 3'),
  'a second between frames, two B frames': withStill(0, 0, '-g 5 -bf 2 -b_strategy 0').replace(
    'lt(t\\,0)+gt(t\\,0)',
    'not(mod(n\\,30))+gt(t\\,11.9)',
  ),
};

for (const [name, args] of Object.entries(CASES))
  test(`a still of ${name}, plays to its end without a hole`, { skip: noBrowser }, async () => {
    const stream = await makeStream('still.mp4', args);
    assert(
      Math.abs(stream.plan.durationMs / 1000 - SECONDS) < 0.001,
      `${stream.plan.durationMs} ms`,
    );
    for (const { id, source } of stream.plan.video?.renditions ?? []) {
      const seen = await watch(stream, id);
      const told = `${id} (${source}): ${JSON.stringify(seen)}`;
      assert.equal(seen.error, null, told);
      assert(Math.abs(seen.duration - SECONDS) < 0.1, told);
      assert(Math.abs(seen.time - SECONDS) < 0.1, told);
      assert.equal(seen.ranges.length, 1, told);
      assert.deepEqual(seen.leaps, [], told);
      assert.deepEqual(
        seen.white,
        MOMENTS.map((moment) => isWhite(stream, moment)),
        told,
      );
    }
  });
