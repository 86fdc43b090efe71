import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkConforming } from './conforming.ts';
import type { CopyPlan } from '../plan/copy-plan.ts';
import type { Ladder, VideoIntent } from '../plan/ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { readMp4Index } from '../mp4/mp4-index.ts';
import { openByteSource } from '../mp4/mp4-file.ts';
import { listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import {
  encodePieces,
  readFragments,
  makeClip,
  testVideo,
  presentationTimes,
  testFolder,
  tone,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

// Key frames at odd places of a rate of 30000/1001, as a camera or a scene cut leaves them.
const clip = await makeClip(
  folder,
  'conforming.mp4',
  `${testVideo('256x144', '30000/1001', 21)} ${tone(21)} -c:v libx264 -preset ultrafast -bf 2 ` +
    '-pix_fmt yuv420p -g 90 -force_key_frames 1.3,4.1,4.9,9.97 -b:v 300k -c:a aac',
);

async function judged(): Promise<{ probe: SourceProbe; copy: CopyPlan }> {
  await using source = await openByteSource(clip);
  const index = await readMp4Index(source);
  assert(index);
  const probe = await probeSource(tools, clip);
  return { probe, copy: (await checkConforming(source, index, probe)).copy };
}

const { probe, copy } = await judged();

function rung(pixels: number, more: Partial<VideoIntent> = {}): VideoIntent {
  const size = { type: 'shortestSide', pixels } as const;
  const [first] = DEFAULT_LADDER.video;
  assert(first);
  return { ...first, speed: 'fastest', name: `${pixels}p`, size, ...more };
}

const ladder: Ladder = { ...DEFAULT_LADDER, video: [rung(1080), rung(130), rung(100), rung(72)] };

test("a copy of the source replaces the rungs that are near it, with the source's audio", () => {
  assert(copy.video && copy.audio.length === 1);
  const plan = planStream(probe, ladder, { copy });
  assert.deepEqual(
    plan.video?.renditions.map(({ id, source }) => [id, source]),
    [
      ['v144', 'copy'],
      ['v100', 'encode'],
      ['v72', 'encode'],
    ],
  );
  assert.deepEqual(plan.grid.borders, copy.video.borders);
  assert.equal(plan.grid.endTick, copy.video.endTick);
  assert.deepEqual(
    plan.audio.map(({ id, source, codec }) => [id, source, codec]),
    [['a1', 'copy', 'mp4a.40.2']],
  );
  assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan);
});

test('copies are pieces of their own, video and audio apart, and come first', () => {
  const plan = planStream(probe, ladder, { copy });
  const pieces = listPieces(plan, { deliveryModel: 'classic' });
  assert.deepEqual(
    pieces.slice(0, 3).map(({ kind, renditionIds }) => [kind, ...renditionIds]),
    [
      ['copy', 'v144'],
      ['copy', 'a1'],
      ['video', 'v72'],
    ],
  );
  assert(pieces.slice(3).every(({ kind }) => kind === 'video'));
});

test('beside a copy every rendition has its segments and key frames, and the source’s frames', async () => {
  assert(copy.video);
  const plan = planStream(probe, ladder, { copy });
  const encoded = listPieces(plan, { deliveryModel: 'model-c' }).filter(
    ({ kind }) => kind !== 'copy',
  );
  const written = await encodePieces(tools, plan, encoded, clip);
  const frames = probe.video?.frames;
  assert(frames);
  const times = [...frames.ticks].map((at) => at - (frames.ticks[0] ?? 0));
  for (const id of ['v100', 'v72']) {
    const segments = written.get(id)?.segments.map(readFragments) ?? [];
    assert.deepEqual(
      segments.map(([first]) => first?.decodeTime),
      copy.video.borders,
    );
    const shown = segments.flat().flatMap(presentationTimes);
    assert.deepEqual(
      shown.sort((a, b) => a - b),
      times,
    );
    const keys = new Set(copy.video.keyTicks);
    for (const { decodeTime } of segments.flat())
      assert(keys.has(decodeTime), `a key frame at ${decodeTime} is one of the source`);
  }
});

test('a rung of half the rate keeps every second frame, and every key frame', async () => {
  assert(copy.video);
  const slow: Ladder = { ...ladder, video: [rung(1080), rung(72, { maxFrameRate: 15 })] };
  const plan = planStream(probe, slow, { copy });
  const pieces = listPieces(plan, { deliveryModel: 'classic' });
  const encoded = pieces.filter(({ kind }) => kind === 'video');
  const written = await encodePieces(tools, plan, encoded, clip);
  const fragments = written.get('v72')?.segments.flatMap(readFragments) ?? [];
  const count = fragments.flatMap(({ samples }) => samples).length;
  assert(Math.abs(count - copy.video.frameCount / 2) < 10, `${count} frames`);
  const keys = new Set(copy.video.keyTicks);
  assert(fragments.every(({ decodeTime }) => keys.has(decodeTime)));
});

test('the source is not copied where the ladder has no place for it', () => {
  const size = rung(100).size;
  const cases: [string, VideoIntent[]][] = [
    ['only smaller rungs are wanted', [rung(100), rung(72)]],
    ['a lower rate is wanted', [rung(1080, { maxFrameRate: 15 })]],
    ['another codec is wanted', [rung(1080, { codec: 'hevc', profile: null })]],
    ['a rung keeps to a grid of its own', [rung(1080), rung(72, { codec: 'av1', size })]],
  ];
  for (const [why, video] of cases) {
    const plan = planStream(probe, { ...ladder, video }, { copy });
    const sources = plan.video?.renditions.map(({ source }) => source) ?? [];
    assert(sources.length > 0 && !sources.includes('copy'), why);
  }
});

test('audio that is not wanted as AAC of so many channels is encoded', () => {
  const [aac] = ladder.audio;
  assert(aac);
  const opus = planStream(probe, { ...ladder, audio: [{ ...aac, codec: 'opus' }] }, { copy });
  assert.deepEqual(
    opus.audio.map(({ source, codec }) => [source, codec]),
    [['encode', 'opus']],
  );
  const both = { ...ladder, audio: [{ ...aac, codec: 'opus' as const }, aac] };
  assert.deepEqual(
    planStream(probe, both, { copy }).audio.map(({ source, id }) => [source, id]),
    [
      ['encode', 'a1-1'],
      ['copy', 'a1-2'],
    ],
  );
});

test('a rendition plays with the audio that its rung names, and the copy with that of the rung it replaces', () => {
  const [aac] = ladder.audio;
  assert(aac);
  const plan = planStream(
    probe,
    {
      ...ladder,
      video: [rung(1080, { audio: 1 }), rung(130, { audio: 0 }), rung(72, { audio: 2 })],
      audio: [{ ...aac, codec: 'opus' }, aac, { ...aac, bitrateKbps: 64 }],
    },
    { copy },
  );
  assert.deepEqual(
    plan.video?.renditions.map(({ id, audioIds }) => [id, audioIds]),
    [
      ['v144', ['a1-1']],
      ['v72', ['a1-2']],
    ],
  );
  // Audio that no rendition plays with is not made.
  assert.deepEqual(
    plan.audio.map(({ id, source, codec }) => [id, source, codec]),
    [
      ['a1-1', 'copy', 'mp4a.40.2'],
      ['a1-2', 'encode', 'mp4a.40.2'],
    ],
  );
});

test('renditions that are all silent have no audio made', () => {
  const video = [rung(1080, { audio: null }), rung(72, { audio: null })];
  const plan = planStream(probe, { ...ladder, video }, { copy });
  assert.deepEqual(plan.audio, []);
});

test('a place that the ladder has no audio at is silent, whatever it is', () => {
  const bad = [7, -1, 0.5, Number.NaN, '0'] as number[];
  for (const audio of bad) {
    const plan = planStream(probe, { ...ladder, video: [rung(72, { audio })] });
    assert.deepEqual(plan.audio, [], String(audio));
  }
});

test('a plan that follows one that was given up has other ids', () => {
  const [aac] = ladder.audio;
  assert(aac);
  const wanted = {
    ...ladder,
    video: [rung(1080, { audio: 0 }), rung(72, { audio: 1 })],
    audio: [aac, { ...aac, bitrateKbps: 64 }],
  };
  const plan = planStream(probe, wanted, { earlierPlans: 2 });
  const { renditions = [] } = plan.video ?? {};
  assert(plan.audio.every(({ id }) => id.endsWith('-r2')));
  assert(renditions.every(({ id }) => id.endsWith('-r2')));
  assert.deepEqual(
    renditions.map(({ audioIds }) => audioIds),
    [['a1-1-r2'], ['a1-2-r2']],
  );
});
