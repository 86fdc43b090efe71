import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { checkConforming } from '../copy/conforming.ts';
import { writeVideoInit } from '../copy/copy-init.ts';
import { copyVideoSegments } from '../copy/copy-segments.ts';
import { readDelay } from '../mp4/init-delay.ts';
import type { Ladder } from '../plan/ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { probeSource } from '../probe/probe.ts';
import { prepareProgressive } from '../mp4/progressive.ts';
import {
  type Written,
  X264,
  encodeClip,
  readFragments,
  makeClip,
  testVideo,
  presentationTimes,
  testFolder,
  tone,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const run = promisify(execFile);
const tools = await findMediaTools();
const folder = await testFolder();

/** Reads presentation times in seconds, in order, by ffmpeg's demuxer. */
async function packetTimes(path: string, stream: string): Promise<number[]> {
  const show = ['-select_streams', stream, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, path]);
  return (stdout.match(/-?\d+\.\d+/g) ?? []).map(Number).toSorted((a, b) => a - b);
}

/** Asserts that ffmpeg reads the planned times of a track, from 0 on, and shows no sample too early. */
async function assertTimes({ init, segments }: Written, timescale: number): Promise<void> {
  const path = join(folder, 'track.mp4');
  await writeFile(path, Buffer.concat([init, ...segments]));
  const fragments = segments.flatMap(readFragments);
  const offsets = fragments.flatMap(({ samples }) =>
    samples.map(({ compositionOffset }) => compositionOffset),
  );
  assert(Math.min(...offsets) >= 0, 'all offsets are positive');
  assert.deepEqual(
    [...new Set(fragments.map(({ samples }) => samples[0]?.compositionOffset))],
    [readDelay(init)],
    'key frames are shown at their decode times',
  );
  const shown = fragments.flatMap(presentationTimes).toSorted((a, b) => a - b);
  const read = await packetTimes(path, 'v');
  assert.equal(read.length, shown.length);
  assert.equal(read[0], 0);
  for (const [n, tick] of shown.entries())
    assert(Math.abs((read[n] ?? -1) - tick / timescale) < 1e-5, `${n}: ${read[n]}`);
}

const SOURCES = {
  'constant.mp4': `${testVideo('320x180', '25', 7)} ${tone(7)} ${X264} -c:a aac`,
  'variable.mp4':
    `${testVideo('320x180', '30', 7)} ${tone(7)} -vf settb=1/90000,setpts=PTS+900*random(1)+1500*random(2) ` +
    `-fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000 ${X264} -bf 2 -c:a aac`,
};

for (const [name, args] of Object.entries(SOURCES))
  for (const codec of ['h264', 'hevc', 'av1', 'vp9'] as const)
    test(`${name}: ffmpeg shows each frame of ${codec} at its time`, async () => {
      const [rung] = DEFAULT_LADDER.video;
      assert(rung);
      const ladder: Ladder = {
        ...DEFAULT_LADDER,
        video: [
          { ...rung, codec },
          { ...rung, codec, maxFrameRate: 13 },
        ],
      };
      const { plan, written } = await encodeClip(tools, await makeClip(folder, name, args), ladder);
      for (const { id } of plan.video?.renditions ?? [])
        await assertTimes(written.get(id) ?? assert.fail(), plan.grid.timescale);
    });

const REORDERED = '-x264-params open-gop=0 -g 48 -bf 4 -b_strategy 0';
const COPIED = {
  'copied.mp4': `${testVideo('128x96', '25', 7)} ${tone(7)} ${X264} ${REORDERED} -c:a aac`,
  'copied-variable.mp4': `${testVideo('128x96', '30', 7)} ${tone(7)} -vf select=not(eq(mod(n\\,7)\\,3))*not(eq(mod(n\\,5)\\,1)) -fps_mode vfr ${X264} ${REORDERED} -c:a aac`,
};

for (const [name, args] of Object.entries(COPIED))
  test(`${name}: ffmpeg shows each copied frame at its time`, async () => {
    const path = await makeClip(folder, name, args);
    await using source = await openByteSource(path);
    const index = await readMp4Index(source);
    assert(index);
    const { copy } = await checkConforming(source, index, await probeSource(tools, path));
    assert(copy.video);
    const segments: Buffer[] = [];
    const all = { first: 1, last: Infinity };
    await copyVideoSegments(
      source,
      index,
      copy.video,
      all,
      async ({ bytes }) => void segments.push(bytes),
    );
    const init = writeVideoInit(index, copy.video);
    assert(readDelay(init) > 0, 'there are frames to reorder');
    await assertTimes({ init, segments }, copy.video.timescale);
  });

// White frames and a tone, both from 3.0 to 3.4 s.
const FLASH =
  '-f lavfi -i color=black:s=128x96:r=25:d=5,drawbox=t=fill:c=white:enable=between(t\\,2.99\\,3.39)';
const BEEP = '-f lavfi -i aevalsrc=if(between(t\\,3\\,3.4)\\,sin(2*PI*1000*t)\\,0):s=48000:d=5';

/** Finds flash and beep in a file, by the times that ffmpeg gives decoded frames. */
async function flashAndBeep(path: string): Promise<{ flash: number; beep: number }> {
  const frames = async (
    stream: string,
    filter: string,
    key: string,
  ): Promise<[number, number][]> => {
    const args = ['-v', 'error', '-copyts', '-i', path, '-map', `0:${stream}`];
    const metadata = stream === 'v' ? 'metadata' : 'ametadata';
    const print = `${filter},${metadata}=mode=print:file=-`;
    const kind = stream === 'v' ? '-vf' : '-af';
    const { stdout } = await run('ffmpeg', [...args, kind, print, '-f', 'null', '-'], {
      maxBuffer: 1 << 26,
    });
    return [
      ...stdout.matchAll(
        new RegExp(`pts_time:([\\d.-]+)\\n(?:lavfi.*\\n)*?.*${key}=([\\d.-]+|-inf)`, 'g'),
      ),
    ].map(([, at, value]) => [Number(at), value === '-inf' ? -999 : Number(value)]);
  };
  const grey = await frames('v', 'signalstats', 'YAVG');
  const loud = await frames(
    'a',
    'asetnsamples=n=48,astats=metadata=1:reset=1',
    'Overall.RMS_level',
  );
  const flash = grey.find(([, value]) => value > 128)?.[0] ?? -1;
  const beep = loud.find(([, value]) => value > -20)?.[0] ?? -1;
  return { flash, beep };
}

test('flash and beep stay together in a copy of a playlist by ffmpeg, and in an MP4 file', async () => {
  const clip = await makeClip(folder, 'flash.mp4', `${FLASH} ${BEEP} ${X264} -bf 2 -c:a aac`);
  const { plan, written } = await encodeClip(tools, clip);
  const streams = join(folder, 'streams');
  await mkdir(streams);
  for (const [id, { init, segments }] of written) {
    await writeFile(join(streams, `${id}.mp4`), init);
    for (const [n, bytes] of segments.entries())
      await writeFile(join(streams, `${id}-${n}.m4s`), bytes);
    const lines = segments.map((_, n) => `#EXTINF:5,\n${id}-${n}.m4s`);
    const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI="${id}.mp4"`;
    await writeFile(join(streams, `${id}.m3u8`), [head, ...lines, '#EXT-X-ENDLIST', ''].join('\n'));
  }
  const [video] = plan.video?.renditions ?? [];
  const [audio] = plan.audio;
  assert(video && audio && readDelay(written.get(video.id)?.init ?? Buffer.alloc(0)) > 0);
  const main = join(streams, 'main.m3u8');
  const media = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,URI="${audio.id}.m3u8"`;
  const variant = `#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a"\n${video.id}.m3u8`;
  await writeFile(main, `#EXTM3U\n${media}\n${variant}\n`);
  const taken = join(folder, 'taken.mp4');
  await run('ffmpeg', ['-v', 'error', '-y', '-i', main, '-c', 'copy', taken]);
  const file = join(folder, 'file.mp4');
  const tracks = [video, audio].map(({ id }) => {
    const { init, segments } = written.get(id) ?? assert.fail();
    const segment = async (number: number) => segments[number - 1] ?? Buffer.alloc(0);
    const kind = id === audio.id ? ('audio' as const) : ('video' as const);
    return { kind, init, segmentCount: segments.length, segment };
  });
  const chunks: Buffer[] = [];
  for await (const chunk of (await prepareProgressive(tracks)).chunks()) chunks.push(chunk);
  await writeFile(file, Buffer.concat(chunks));
  for (const path of [main, taken, file]) {
    const { flash, beep } = await flashAndBeep(path);
    assert(
      Math.abs(flash - 3) < 0.021 && Math.abs(beep - 3) < 0.025,
      `${flash} and ${beep} in ${path}`,
    );
  }
});
