import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Ladder, VideoIntent } from '../plan/ladder.ts';
import { DEFAULT_LADDER, rung } from '../test-ladder.ts';
import { type PlannedPiece, listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import { probeSource } from '../probe/probe.ts';
import { needsRemux, remuxSource } from './remux.ts';
import {
  type WrittenRendition,
  X264,
  decode,
  encodePieces,
  readFragments,
  isSync,
  makeClip,
  testVideo,
  presentationTimes,
  testFolder,
  tone,
  toWholePiece,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

const FINE = { mode: 'constrained', crf: 26, maxBitrateKbps: 800 } as const;
const fine = (pixels: number, more: Partial<VideoIntent> = {}) =>
  rung(pixels, { quality: FINE, ...more });
const ladder: Ladder = { ...DEFAULT_LADDER, video: [fine(72)] };

/** Grey frames, each much different from its neighbours. */
function greys(rate: string, seconds = 13): string {
  return `-f lavfi -i color=s=128x72:r=${rate}:d=${seconds},geq=lum=mod(N*37\\,200)+28:cb=128:cr=128`;
}

const PASS = '-fps_mode passthrough -enc_time_base -1 -vf scale=1:1,format=gray -f rawvideo -';

/** Reads the brightness of each frame, in order. */
async function brightness(written: WrittenRendition | undefined): Promise<Buffer> {
  assert(written);
  return decode(folder, written, PASS);
}

const CLASSIC = { deliveryModel: 'classic' } as const;

/** One piece per segment, backwards, so that every border is a seam. */
function everySegment(plan: EncodingPlan): PlannedPiece[] {
  const { renditionIds } = { renditionIds: (plan.video?.renditions ?? []).map(({ id }) => id) };
  return plan.grid.borders
    .map((_, n): PlannedPiece => ({
      kind: 'video',
      renditionIds,
      firstSegment: n + 1,
      lastSegment: n + 1,
    }))
    .toReversed();
}

type Times = { shown: number[]; keys: number[]; decoded: number[] };

function readTimes(written: WrittenRendition | undefined): Times {
  const fragments = (written?.segments ?? []).flatMap(readFragments);
  return {
    shown: fragments.flatMap(presentationTimes).sort((a, b) => a - b),
    keys: fragments.flatMap((fragment) => {
      const times = presentationTimes(fragment);
      return fragment.samples.flatMap(({ flags }, n) => (isSync(flags) ? [times[n] ?? -1] : []));
    }),
    decoded: fragments.flatMap(({ decodeTime, samples }) => {
      let at = decodeTime;
      return samples.map(({ duration }) => (at += duration) - duration);
    }),
  };
}

/** Compares pieces of a source with one process that encodes all of it from its start. */
async function compare(path: string, intents = ladder): Promise<EncodingPlan> {
  const plan = planStream(await probeSource(tools, path), intents);
  assert(plan.grid.borders.length >= 2, 'there is a seam');
  const whole = await encodePieces(tools, plan, [toWholePiece(plan)], path);
  const inner = await mkdtemp(join(folder, 'remuxed-'));
  const remuxed = join(inner, 'source');
  const reached = plan.access === 'remux' ? await remuxSource(tools, plan, path, remuxed) : plan;
  const from = plan.access === 'remux' ? remuxed : path;
  const cut = await encodePieces(tools, reached, everySegment(reached), from);
  for (const { id } of plan.video?.renditions ?? []) {
    const [expected, actual] = [readTimes(whole.get(id)), readTimes(cut.get(id))];
    assert.deepEqual(actual.shown, expected.shown, `${id}: every frame once, at its time`);
    assert.deepEqual(actual.keys, expected.keys, `${id}: key frames on the grid`);
    assert.deepEqual(actual.decoded, expected.decoded, `${id}: decode times go on`);
    const [seen, wanted] = [await brightness(cut.get(id)), await brightness(whole.get(id))];
    assert.equal(seen.length, wanted.length);
    for (const [n, value] of wanted.entries())
      assert(Math.abs(value - (seen[n] ?? -99)) <= 6, `${id}: frame ${n} is the same`);
    assert(whole.get(id)?.init.equals(cut.get(id)?.init ?? Buffer.alloc(0)), `${id}: one init`);
  }
  return plan;
}

const AUDIO_STBL = '-c:a aac -shortest';

const B_FRAMES =
  '-c:v libx264 -preset veryfast -pix_fmt yuv420p -force_key_frames 14.01 -bf 2 -sc_threshold 0';
/** From the 3rd to the 14th second only every n-th frame remains. */
const SLIDES = (frames: number): string => `select=lt(t\\,3)+gt(t\\,14)+not(mod(n\\,${frames}))`;

const SOURCES: Record<string, string> = {
  '29.97.mp4': `${greys('30000/1001')} ${tone(13)} ${X264} -bf 2 ${AUDIO_STBL}`,
  '25.mp4': `${greys('25')} ${tone(13)} ${X264} -g 75 ${AUDIO_STBL}`,
  '23.976.mov': `${greys('24000/1001')} ${X264} -x264-params open-gop=1 -g 48`,
  'variable.mp4':
    `${greys('30')} -vf settb=1/90000,setpts=PTS+900*random(1)+1500*random(2) ` +
    `-fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000 ${X264} -bf 2`,
  'interlaced.mkv': `${greys('50')} -vf interlace -flags +ildct+ilme -c:v mpeg2video -b:v 2M`,
  'odd.mp4': `${greys('25')} -vf scale=129:73 -c:v libx264 -preset ultrafast -pix_fmt yuv444p`,
  'hevc10.mp4': `${greys('30000/1001')} -c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le`,
  'shifted.mkv': `${greys('30000/1001')} ${tone(13)} ${X264} -bf 2 -c:a aac -output_ts_offset 3.7`,
  // Key frames behind a slide are decoded seconds before they are shown.
  'slides.mp4': `${greys('30', 18)} -vf ${SLIDES(57)} -fps_mode vfr ${B_FRAMES}`,
  'slow-slides.mp4': `${greys('30', 18)} -vf ${SLIDES(80)} -fps_mode vfr ${B_FRAMES}`,
  'slides.ts': `${greys('30', 18)} -vf ${SLIDES(57)} -fps_mode vfr ${B_FRAMES}`,
  'holes.mkv': `${greys('25', 20)} -vf select=not(between(t\\,2\\,9.5)) -fps_mode vfr ${X264}`,
  'transport.ts': `${greys('25')} ${tone(13)} ${X264} -bf 2 ${AUDIO_STBL}`,
  'variable.ts': `${greys('30')} ${tone(13)} -vf settb=1/90000,setpts=PTS+900*random(1)+1500*random(2) -fps_mode passthrough -enc_time_base 1:90000 ${X264} -bf 2 -c:a mp2`,
  // Flat frames would share packets, and with them their times.
  'program.mpg': `${testVideo('320x180', '25', 13)} ${tone(13)} -c:v mpeg2video -b:v 1M -c:a mp2`,
  'flash.flv': `${greys('25')} ${tone(13)} -c:v flv1 -c:a libmp3lame -ar 44100`,
  'windows.wmv': `${greys('25')} ${tone(13)} -c:v wmv2 -c:a wmav2`,
  'editor.mxf': `${greys('25')} ${tone(13)} -c:v mpeg2video -c:a pcm_s16le -ar 48000`,
  'theora.ogg': `${greys('25')} ${tone(13)} -c:v libtheora -c:a libvorbis`,
  'fragmented.mp4': `${greys('25')} ${X264} -movflags frag_keyframe+empty_moov`,
};

function sourceClip(name: string): Promise<string> {
  return makeClip(folder, name, SOURCES[name] ?? '');
}

for (const name of Object.keys(SOURCES))
  test(`${name}: pieces have the frames, times and init segments of a whole encode`, async () => {
    await compare(await sourceClip(name));
  });

test('60 fps with a rung of 30 is the same in both', async () => {
  const path = await makeClip(folder, 'fast.mp4', `${greys('60')} ${X264} -g 300`);
  const plan = await compare(path, {
    ...ladder,
    video: [fine(72), fine(48, { maxFrameRate: 30 })],
  });
  assert.deepEqual(
    plan.video?.renditions.map(({ frameRate }) => frameRate.numerator),
    [60, 30],
  );
});

for (const codec of ['h264', 'hevc', 'vp9', 'av1'] as const)
  test(`${codec}: a last segment of a single frame is a piece too`, async () => {
    const path = await makeClip(folder, 'single.mp4', `${greys('25', 6.04)} ${X264}`);
    const video = [
      fine(72, { codec, profile: codec === 'h264' ? 'high' : null, speed: 'fastest' }),
    ];
    const plan = await compare(path, { ...ladder, video });
    assert.deepEqual(plan.video?.timeline.runs, [
      { count: 1, ticks: 540_000 },
      { count: 1, ticks: 3600 },
    ]);
  });

for (const codec of ['libx264', 'mpeg2video'])
  test(`${codec} in a transport stream that begins between two key frames is the same in pieces`, async () => {
    const made = `${greys('25', 16)} ${tone(16)} -c:v ${codec} -g 100 -bf 2 ${AUDIO_STBL}`;
    const whole = await readFile(await makeClip(folder, 'begun.ts', made));
    const path = join(folder, 'cut.ts');
    await writeFile(path, whole.subarray(188 * Math.floor(whole.length / 188 / 12)));
    await compare(path);
  });

test('a turned source is the same in pieces', async () => {
  const plain = await makeClip(folder, 'plain.mp4', `${greys('25')} ${X264}`);
  const turn = `-i ${plain} -c copy -metadata:s:v rotate=90`;
  const plan = await compare(await makeClip(folder, 'turned.mp4', turn));
  assert.deepEqual(
    plan.video?.renditions.map(({ width, height }) => `${width}x${height}`),
    ['72x128'],
  );
});

for (const codec of ['hevc', 'vp9', 'av1'] as const)
  for (const kind of ['constant', 'variable'] as const)
    test(`${codec} of a ${kind} rate is the same in pieces`, async () => {
      const path = await sourceClip(kind === 'constant' ? '29.97.mp4' : 'variable.mp4');
      const quality = { mode: 'constrained', crf: 40, maxBitrateKbps: 400 } as const;
      const video = [fine(72, { codec, profile: null, speed: 'fastest', quality })];
      await compare(path, { ...ladder, video });
    });

test('the pieces of a plan make up every segment of every rendition once', async () => {
  const path = await sourceClip('29.97.mp4');
  const plan = planStream(await probeSource(tools, path), ladder);
  for (const deliveryModel of ['classic', 'model-c'] as const) {
    const written = await encodePieces(tools, plan, listPieces(plan, { deliveryModel }), path);
    for (const { id } of plan.video?.renditions ?? [])
      assert.equal(written.get(id)?.segments.filter(Boolean).length, plan.grid.borders.length);
    assert.equal(written.get('a1')?.segments.length, plan.audio[0]?.borders.length);
  }
});

test('audio of a source that was remuxed for an index is the same audio at the same time', async () => {
  const path = await sourceClip('transport.ts');
  const plan = planStream(await probeSource(tools, path), ladder);
  const copied = await remuxSource(tools, plan, path, join(folder, 'audio'));
  const isSound = ({ kind }: PlannedPiece): boolean => kind === 'audio';
  const [before, after] = [
    await encodePieces(tools, plan, listPieces(plan, CLASSIC).filter(isSound), path),
    await encodePieces(
      tools,
      copied,
      listPieces(copied, CLASSIC).filter(isSound),
      join(folder, 'audio'),
    ),
  ];
  assert.deepEqual(after.get('a1'), before.get('a1'));
});

test('a source without an index is not entered midway before it is copied', async () => {
  const path = await sourceClip('transport.ts');
  const plan = planStream(await probeSource(tools, path), ladder);
  assert.equal(plan.access, 'remux');
  assert.equal(needsRemux(plan), true);
  const [late] = everySegment(plan);
  assert(late);
  await assert.rejects(encodePieces(tools, plan, [late], path), RangeError);
});
