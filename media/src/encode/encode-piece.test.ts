import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { StreamDescription } from '@kinora/contract/stream';
import { describeStream } from '../plan/describe.ts';
import { toFramesPerSecond } from '../probe/frame-rate.ts';
import type { Ladder, VideoIntent } from '../plan/ladder.ts';
import { DEFAULT_LADDER, rung } from '../test-ladder.ts';
import {
  type Encoded,
  X264,
  decode,
  encodeClip,
  readFragments,
  isSync,
  makeClip,
  testVideo,
  presentationTimes,
  testFolder,
  sumTicks,
  tone,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

// Small rungs keep the tests quick; the rules are those of the large ones.
const ladder: Ladder = {
  ...DEFAULT_LADDER,
  video: [rung(240), rung(160), rung(96, { maxFrameRate: 30, profile: 'main' })],
};

/** Asserts the rules for every encode, whatever the source. */
async function checkStream({ plan, written }: Encoded): Promise<void> {
  const description = describeStream({ videoKey: 'v', revisionKey: 'r' }, plan, {
    deliveryModel: 'classic',
    open: true,
    ready: new Set(written.keys()),
    measured: new Map(),
    coverWidths: [],
    firstRenditionId: null,
  });
  StreamDescription.parse(description);
  for (const video of plan.video?.renditions ?? []) {
    const files = written.get(video.id);
    assert(files && plan.video);
    assert.equal(files.codec, video.codec, 'the planned codec is the real one');
    checkPictures(files.segments, plan.grid.borders, plan.grid.endTick);
    await decode(folder, files, '-fps_mode passthrough -enc_time_base -1 -f null -');
  }
  for (const audio of plan.audio) {
    const files = written.get(audio.id);
    assert(files);
    assert.equal(files.codec, audio.codec);
    let next = 0;
    for (const fragment of files.segments.flatMap(readFragments)) {
      assert.equal(fragment.decodeTime, next);
      next += sumTicks(fragment);
    }
    assert.equal(next, audio.frameCount * audio.frameSamples);
    await decode(folder, files, '-f null -');
  }
}

function checkPictures(segments: Buffer[], borders: number[], endTick: number): void {
  assert.equal(segments.length, borders.length);
  let next = 0;
  for (const [n, segment] of segments.entries()) {
    for (const [m, fragment] of readFragments(segment).entries()) {
      if (m === 0) assert.equal(fragment.decodeTime, borders[n], 'segments begin on the plan');
      assert.equal(fragment.decodeTime, next, 'decode times go on without hole or overlap');
      const times = presentationTimes(fragment);
      assert(isSync(fragment.samples[0]?.flags ?? -1), 'a GOP begins with an IDR frame');
      assert(fragment.samples.slice(1).every(({ flags }) => !isSync(flags)));
      assert.equal(times[0], fragment.decodeTime, 'which is shown at its decode time');
      assert.equal(Math.min(...times), times[0], 'and before all others');
      assert.equal(new Set(times).size, times.length, 'no two frames are shown at once');
      next += sumTicks(fragment);
    }
  }
  assert.equal(next, endTick);
}

/** Lists the times of all IDR frames of each rendition. */
function idrTimes({ plan, written }: Encoded): number[][] {
  return (plan.video?.renditions ?? []).map(({ id }) =>
    (written.get(id)?.segments ?? []).flatMap(readFragments).map((fragment) => fragment.decodeTime),
  );
}

function sizes({ plan }: Encoded): string[] {
  return (plan.video?.renditions ?? []).map(({ width, height }) => `${width}x${height}`);
}

test('25 fps has segments of exactly 6 s and IDR frames every 2 s, the same in every rung', async () => {
  const clip = await makeClip(
    folder,
    'pal.mp4',
    `${testVideo('426x240', '25', 8)} ${tone(8)} ${X264} -g 250 -c:a aac`,
  );
  const shares: number[] = [];
  const encoded = await encodeClip(tools, clip, ladder, { onProgress: (f) => shares.push(f) });
  await checkStream(encoded);
  assert.deepEqual(sizes(encoded), ['426x240', '284x160', '170x96']);
  assert.deepEqual(encoded.plan.video?.timeline, {
    timescale: 90000,
    runs: [
      { count: 1, ticks: 540000 },
      { count: 1, ticks: 180000 },
    ],
  });
  for (const times of idrTimes(encoded))
    assert.deepEqual(
      times,
      [0, 2, 4, 6].map((seconds) => seconds * 90000),
    );
  assert.equal(shares.at(-1), 1);
  assert(shares.every((share, n) => n === 0 || share > (shares[n - 1] ?? 1)));
});

test('29.97 fps has segments of 180 frames (6.006 s)', async () => {
  const clip = await makeClip(
    folder,
    'ntsc.mkv',
    `${testVideo('320x240', '30000/1001', 7)} ${tone(7, 44100)} ${X264} -c:a aac`,
  );
  const encoded = await encodeClip(tools, clip, ladder);
  await checkStream(encoded);
  assert.equal(encoded.plan.video?.timeline.runs[0]?.ticks, 180 * 3003);
  assert.deepEqual(encoded.plan.video?.renditions[0]?.frameRate, {
    numerator: 30000,
    denominator: 1001,
  });
});

test('60 fps: a rung limited to 30 keeps every second frame on the same IDR grid', async () => {
  const clip = await makeClip(folder, 'fast.mp4', `${testVideo('320x240', '60', 4.05)} ${X264}`);
  const encoded = await encodeClip(tools, clip, ladder);
  await checkStream(encoded);
  const rates = encoded.plan.video?.renditions.map(({ frameRate }) => toFramesPerSecond(frameRate));
  assert.deepEqual(rates, [60, 60, 30]);
  const [first, ...others] = idrTimes(encoded);
  for (const times of others) assert.deepEqual(times, first);
  assert.deepEqual(encoded.plan.audio, [], 'a source without audio has no audio renditions');
});

test('variable rate: every frame keeps its own time, and segments begin on real frames', async () => {
  const clip = await makeClip(
    folder,
    'variable.mp4',
    `${testVideo('320x240', '30', 9)} ${tone(9)} -vf "settb=1/90000,setpts=PTS+900*random(1)+1500*random(2)" ` +
      `-fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000 ${X264} -bf 2 -c:a aac`,
  );
  const encoded = await encodeClip(tools, clip, ladder);
  assert.equal(encoded.plan.video?.timing.mode, 'variable');
  await checkStream(encoded);
  const source = encoded.probe.video?.frames.ticks ?? new Float64Array();
  const expected = [...source].map((tick) => tick - (source[0] ?? 0));
  for (const { segments } of [...encoded.written.values()].slice(0, 3)) {
    const times = segments.flatMap(readFragments).flatMap(presentationTimes);
    assert.deepEqual(
      times.sort((a, b) => a - b),
      expected,
    );
  }
});

test('a long hole in a variable rate is filled, so that no segment grows', async () => {
  const clip = await makeClip(
    folder,
    'hole.mp4',
    `${testVideo('128x96', '30', 14)} -vf "select=lt(t\\,1.5)+gt(t\\,12)" -fps_mode vfr ${X264}`,
  );
  const encoded = await encodeClip(tools, clip, ladder);
  await checkStream(encoded);
  assert.deepEqual(encoded.plan.video?.timeline.runs[0], { count: 2, ticks: 540000 });
});

test('a turned, odd-sized source comes out upright, even and without a turn left in it', async () => {
  await makeClip(
    folder,
    'upright.mp4',
    `${testVideo('321x181', '25', 2)} -c:v libx264 -preset ultrafast -pix_fmt yuv444p`,
  );
  const turn = '-i upright.mp4 -c copy -metadata:s:v rotate=90';
  const clip = await makeClip(folder, 'turned.mp4', turn);
  const encoded = await encodeClip(tools, clip, ladder);
  await checkStream(encoded);
  assert.deepEqual(sizes(encoded), ['180x320', '96x170']);
  const files = encoded.written.get('v180');
  assert(files);
  const frame = await decode(folder, files, '-frames:v 1 -pix_fmt gray -f rawvideo -');
  assert.equal(frame.length, 180 * 320);
});

test('interlaced frames with wide pixels become whole frames with square ones', async () => {
  const clip = await makeClip(
    folder,
    'interlaced.ts',
    `${testVideo('352x288', '50', 2)} ${tone(2)} -vf interlace,setsar=16/11 -flags +ildct+ilme -c:v mpeg2video -b:v 2M -c:a mp2`,
  );
  const encoded = await encodeClip(tools, clip, ladder);
  assert.equal(encoded.probe.video?.interlaced, true);
  assert.equal(encoded.probe.video?.displayWidth, 512);
  await checkStream(encoded);
  assert.deepEqual(encoded.plan.video?.timing.rate, { numerator: 25, denominator: 1 });
  assert.equal(sizes(encoded)[0], '426x240');
});

test(
  'HDR whose file says nothing of its colours but PQ comes out too',
  {
    skip: !tools.canToneMap,
  },
  async () => {
    const how = '-c:v libx265 -preset ultrafast -x265-params log-level=error:transfer=smpte2084';
    const source = `${testVideo('256x144', '24', 1)} ${how} -pix_fmt yuv420p10le`;
    const encoded = await encodeClip(tools, await makeClip(folder, 'bare-hdr.mp4', source), ladder);
    assert.equal(encoded.probe.video?.transfer, 'pq');
    await checkStream(encoded);
  },
);

const MODES = [
  ['fastest', 'constrained'],
  ['faster', 'constrained'],
  ['faster', 'target'],
  ['faster', 'constantQuality'],
  ['faster', 'qp'],
] as const;

for (const codec of ['h264', 'hevc', 'av1', 'vp9'] as const)
  for (const [speed, mode] of MODES)
    test(`${codec}, ${speed}, ${mode} plays, and is what its codec string says`, async () => {
      const clip = await makeClip(folder, 'tiny.mp4', `${testVideo('128x96', '25', 1)} ${X264}`);
      const quality = {
        constrained: { mode: 'constrained', crf: 35, maxBitrateKbps: 300 },
        target: { mode: 'target', targetKbps: 200, maxKbps: 400 },
        constantQuality: { mode: 'constantQuality', cq: 35 },
        qp: { mode: 'qp', qp: 35 },
      }[mode] as VideoIntent['quality'];
      const profile = codec === 'h264' ? ('high' as const) : null;
      const intent = rung(96, { codec, speed, quality, profile });
      await checkStream(await encodeClip(tools, clip, { ...ladder, video: [intent] }));
    });

test('HDR comes out in BT.709', { skip: !tools.canToneMap }, async () => {
  const clip = await makeClip(
    folder,
    'hdr.mp4',
    `${testVideo('256x144', '24', 1)} -c:v libx265 -preset ultrafast -x265-params log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc -pix_fmt yuv420p10le`,
  );
  const encoded = await encodeClip(tools, clip, ladder);
  assert.equal(encoded.probe.video?.transfer, 'pq');
  await checkStream(encoded);
});

test('audio alone has segments of its own, and no video', async () => {
  const clip = await makeClip(folder, 'alone.mp3', `${tone(13, 22050)} -c:a libmp3lame`);
  const encoded = await encodeClip(tools, clip, ladder);
  await checkStream(encoded);
  assert.equal(encoded.plan.video, null);
  assert.equal(encoded.written.get('a1')?.segments.length, 3);
});

const TEN = `[0]asplit=10${'abcdefghij'.replaceAll(/./g, '[$&]')};${'abcdefghij'.replaceAll(/./g, '[$&]')}amerge=10`;

test('5.1 stays 5.1 where it is wanted, in AAC and in Opus', async () => {
  const six = 'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0';
  const clip = await makeClip(
    folder,
    'around.flac',
    `-f lavfi -i anoisesrc=d=1:r=48000 -af ${six} -c:a flac`,
  );
  const [stereo] = DEFAULT_LADDER.audio;
  assert(stereo);
  for (const codec of ['aac', 'opus'] as const) {
    const audio = [{ ...stereo, codec, channels: 6, bitrateKbps: 320 } as const];
    const encoded = await encodeClip(tools, clip, { ...ladder, audio });
    await checkStream(encoded);
    assert.equal(encoded.plan.audio[0]?.channels, 6);
    const samples = await decode(folder, encoded.written.get('a1') ?? assert.fail(), '-f s16le -');
    const { frameCount, frameSamples } = encoded.plan.audio[0] ?? assert.fail();
    assert.equal(samples.length, frameCount * frameSamples * 6 * 2);
  }
});

test('AAC may have another sampling rate', async () => {
  const clip = await makeClip(folder, 'speech.wav', `${tone(7, 16000)} -c:a pcm_s16le`);
  const audio = DEFAULT_LADDER.audio.map((intent) => ({ ...intent, sampleRate: 23_000 }));
  const encoded = await encodeClip(tools, clip, { ...ladder, audio });
  await checkStream(encoded);
  assert.equal(encoded.plan.audio[0]?.timeline.timescale, 22_050);
});

for (const [name, source, channels] of [
  ['mono.wav', `${tone(1, 8000)} -c:a pcm_s16le`, 1],
  ['six.m4a', `-f lavfi -i anoisesrc=d=1:r=48000 -af pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0 -c:a aac`, 2],
  ['ten.wav', `-f lavfi -i anoisesrc=d=1:r=48000 -filter_complex ${TEN} -c:a pcm_s16le`, 2],
] as const)
  test(`${name} comes out with ${channels} channel(s) at 48 kHz`, async () => {
    const encoded = await encodeClip(tools, await makeClip(folder, name, source), ladder);
    await checkStream(encoded);
    assert.equal(encoded.plan.audio[0]?.channels, channels);
    assert.equal(encoded.plan.audio[0]?.timeline.timescale, 48000);
  });

test('audio that outlasts the video is kept, with the last frame repeated', async () => {
  const clip = await makeClip(
    folder,
    'outlasts.mp4',
    `${testVideo('128x96', '25', 2)} ${tone(7)} ${X264} -c:a aac`,
  );
  const encoded = await encodeClip(tools, clip, ladder);
  await checkStream(encoded);
  assert.equal(encoded.plan.durationMs, 7000);
});

test('video that changes its size midway keeps the planned size', async () => {
  const first = `${testVideo('128x96', '25', 3)} ${tone(3)} ${X264} -c:a aac -f mpegts`;
  const second = `${testVideo('256x192', '25', 3)} ${tone(3)} ${X264} -c:a aac -f mpegts`;
  const parts = [
    await makeClip(folder, 'first.ts', first),
    await makeClip(folder, 'second.ts', second),
  ];
  const clip = join(folder, 'joined.ts');
  await writeFile(clip, Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))));
  const encoded = await encodeClip(tools, clip, ladder);
  assert.equal(encoded.probe.clockJumps, true);
  await checkStream(encoded);
  assert(Math.abs(encoded.plan.durationMs - 6000) < 120, 'both halves are there');
});

for (const [name, codecs] of [
  ['container.webm', '-c:v libvpx -deadline realtime -c:a libopus'],
  ['container.avi', '-c:v mpeg4 -bf 2 -c:a libmp3lame'],
  ['container.mov', '-c:v prores_ks -c:a pcm_s16le'],
  ['container.mxf', '-c:v mpeg2video -c:a pcm_s16le -ar 48000'],
  ['container.flv', '-c:v flv1 -c:a libmp3lame -ar 44100'],
  ['container.wmv', '-c:v wmv2 -c:a wmav2'],
  ['container.mp4', `${X264} -c:a aac -movflags frag_keyframe+empty_moov`],
] as const)
  test(`${name} is encoded`, async () => {
    const clip = await makeClip(
      folder,
      name,
      `${testVideo('128x96', '25', 2)} ${tone(2)} ${codecs}`,
    );
    const encoded = await encodeClip(tools, clip, ladder);
    await checkStream(encoded);
    assert.equal(encoded.plan.video?.renditions.length, 1);
    assert.equal(encoded.plan.audio.length, 1);
  });
