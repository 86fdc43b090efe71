import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LADDER, rung } from '../test-ladder.ts';
import { X264, decode, encodeClip, makeClip, testFolder } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

/** White frames for a tenth of each second. */
const flashes = (rate: string, frames: number): string =>
  `-f lavfi -i color=black:s=128x72:r=${rate},drawbox=t=fill:c=white:enable=between(mod(t\\,1)\\,-0.001\\,0.099) -frames:v ${frames}`;

const VP8 = '-c:v libvpx -deadline realtime -cpu-used 8';
const MPEG2 = '-c:v mpeg2video -qscale:v 4';

type Clip = [name: string, rate: string, frames: number, codec: string];

/** Clocks of milliseconds, and clocks that count frames. */
const CLIPS: Clip[] = [
  ['two.mkv', '30', 2, X264],
  ['92.mkv', '30', 92, `${X264} -bf 2`],
  ['170.mkv', '24000/1001', 170, X264],
  ['30.mkv', '24', 30, X264],
  ['122.flv', '30', 122, X264],
  ['35.flv', '60000/1001', 35, '-c:v flv1'],
  ['91.webm', '60', 91, VP8],
  ['97.webm', '30000/1001', 97, VP8],
  ['24.avi', '24', 50, '-c:v mjpeg'],
  ['60.avi', '60', 70, '-c:v rawvideo'],
  ['23.976.avi', '24000/1001', 50, '-c:v mpeg4'],
  ['30.mxf', '30', 45, MPEG2],
  ['29.97.mxf', '30000/1001', 45, MPEG2],
  ['30.ogv', '30', 45, '-c:v libtheora -q:v 8 -g 1'],
  // Several packets have no presentation time, and the last one of some of these.
  ...[60, 75, 100, 101, 130].flatMap((frames): Clip[] => [
    [`${frames}.mpg`, '30', frames, '-c:v mpeg2video -f mpeg'],
    [`${frames}-b.mpg`, '30', frames, '-c:v mpeg2video -bf 2 -f mpeg'],
  ]),
  ['short.mov', '30', 30, '-c:v mjpeg'],
  ['units.mov', '24', 30, '-c:v mjpeg -video_track_timescale 24'],
];

for (const [name, rate, frames, codec] of CLIPS)
  test(`${name}: all ${frames} frames are there, at ${rate} a second`, async () => {
    const path = await makeClip(folder, name, `${flashes(rate, frames)} ${codec}`);
    const ladder = { ...DEFAULT_LADDER, video: [rung(72, { speed: 'fastest' })] };
    const { probe, plan, written } = await encodeClip(tools, path, ladder);
    const { numerator = 0, denominator = 1 } = probe.video?.frameRate ?? {};
    const [top = NaN, bottom = 1] = rate.split('/').map(Number);
    assert.deepEqual([numerator, denominator], [top, bottom]);
    const seconds = (frames * bottom) / top;
    assert(Math.abs(plan.durationMs / 1000 - seconds) < 0.001, `${plan.durationMs} ms`);
    const video = written.get('v72') ?? assert.fail();
    const grey = await decode(
      folder,
      video,
      '-fps_mode passthrough -vf scale=1:1,format=gray -f rawvideo -',
    );
    assert.equal(grey.length, frames);
    const white = Array.from(grey, (value) => value > 128);
    const expected = white.map(
      (_, n) => ((n * bottom) / top) % 1 < 0.099 || ((n * bottom) / top) % 1 > 0.9999,
    );
    assert.deepEqual(white, expected);
  });
