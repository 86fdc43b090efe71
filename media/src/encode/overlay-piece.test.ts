import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { Ladder } from '../plan/ladder.ts';
import { DEFAULT_LADDER, rung } from '../test-ladder.ts';
import { type Overlay, placeOverlay } from './overlay-filter.ts';
import type { PlannedPiece } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import {
  type WrittenRendition,
  X264,
  decode,
  encodePieces,
  makeClip,
  testFolder,
  tone,
  toWholePiece,
} from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

const quality = { mode: 'constrained', crf: 20, maxBitrateKbps: 2000 } as const;
const ladder: Ladder = {
  ...DEFAULT_LADDER,
  video: [rung(180, { quality }), rung(90, { quality })],
};

const RED: Overlay = {
  imageWidth: 400,
  imageHeight: 200,
  position: 'bottomRight',
  sizePercent: 25,
  opacityPercent: 100,
  marginPercent: 5,
};
const png = execFileSync('ffmpeg', [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'color=red:s=400x200',
  '-frames:v',
  '1',
  '-f',
  'image2pipe',
  '-c:v',
  'png',
  '-',
]);

type Frame = { width: number; height: number; rgb: (x: number, y: number) => number[] };

async function readFrames(
  written: WrittenRendition | undefined,
  { width, height }: { width: number; height: number },
): Promise<Frame[]> {
  assert(written);
  // Converted by the matrix that the stream states.
  const colours = '-pix_fmt rgb24';
  const how = `-fps_mode passthrough -enc_time_base -1 ${colours} -f rawvideo -`;
  const bytes = await decode(folder, written, how);
  const size = width * height * 3;
  assert.equal(bytes.length % size, 0);
  return Array.from({ length: bytes.length / size }, (_, n) => ({
    width,
    height,
    rgb: (x: number, y: number) => [
      ...bytes.subarray(n * size + 3 * (y * width + x), n * size + 3 * (y * width + x) + 3),
    ],
  }));
}

/** The middle of the frame is red as much as the image covers, and the rest stays grey. */
function checkFrame(frame: Frame, overlay: Overlay, said: string): void {
  const { x, y, width, height } = placeOverlay(overlay, frame);
  const inside = frame.rgb(x + Math.floor(width / 2), y + Math.floor(height / 2));
  const outside = [
    frame.rgb(x - 6, y + 2),
    frame.rgb(x + 2, y - 6),
    frame.rgb(frame.width - 2, frame.height - 2),
    frame.rgb(2, 2),
  ];
  const grey = 126;
  const covered = overlay.opacityPercent / 100;
  const wanted = [255, 0, 0].map((value) => value * covered + grey * (1 - covered));
  const near = (seen: number[], expected: number[]): boolean =>
    seen.every((value, n) => Math.abs(value - (expected[n] ?? 0)) < 14);
  assert(near(inside, wanted), `${said}: ${inside.join()} inside`);
  for (const one of outside)
    assert(near(one, [grey, grey, grey]), `${said}: ${one.join()} outside`);
}

for (const [name, args, opacityPercent] of [
  ['constant', `-r 25`, 100],
  ['ntsc', `-r 30000/1001`, 50],
  // Each frame has its own time.
  [
    'variable',
    `-vf "settb=1/90000,setpts=PTS+900*random(1)" -fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000`,
    100,
  ],
] as const)
  test(`an image is drawn on every frame of every piece of a ${name} rate`, async () => {
    const grey = '-f lavfi -i color=gray:s=320x180:r=30:d=13';
    const clip = await makeClip(
      folder,
      `${name}.mp4`,
      `${grey} ${tone(13)} ${args} ${X264} -c:a aac`,
    );
    const plan = planStream(await probeSource(tools, clip), ladder, {});
    const place: Overlay = { ...RED, opacityPercent };
    const whole = toWholePiece(plan);
    const videoIds = whole.renditionIds.filter((id) => id.startsWith('v'));
    // Each border is a seam, and each piece looks back into the one before it.
    const pieces = plan.grid.borders.map((_, n): PlannedPiece => ({
      kind: 'video',
      renditionIds: videoIds,
      firstSegment: n + 1,
      lastSegment: n + 1,
    }));
    assert(pieces.length > 1);
    const options = { overlay: { png, place } };
    const written = await encodePieces(tools, plan, pieces, clip, options);
    const plain = await encodePieces(tools, plan, pieces.slice(0, 1), clip);
    for (const rendition of plan.video?.renditions ?? []) {
      const { id } = rendition;
      const frames = await readFrames(written.get(id), rendition);
      const minFrames = name === 'variable' ? 300 : 13 * (name === 'ntsc' ? 29.97 : 25) - 1;
      assert(frames.length >= minFrames, `${frames.length} frames`);
      for (const [n, frame] of frames.entries()) checkFrame(frame, place, `${id}, frame ${n}`);
      assert(plain.get(id)?.init.equals(written.get(id)?.init ?? Buffer.alloc(0)), 'one init');
    }
  });

test('a piece of only audio does not wait for an image that is not drawn', async () => {
  const grey = '-f lavfi -i color=gray:s=320x180:r=25:d=2';
  const clip = await makeClip(folder, 'audio.mp4', `${grey} ${tone(2)} ${X264} -c:a aac`);
  const plan = planStream(await probeSource(tools, clip), ladder, {});
  const audioPiece: PlannedPiece = {
    kind: 'audio',
    renditionIds: ['a1'],
    firstSegment: 1,
    lastSegment: 1,
  };
  const options = { overlay: { png, place: RED } };
  const written = await encodePieces(tools, plan, [audioPiece], clip, options);
  assert.equal(written.get('a1')?.segments.length, 1);
});

test('an invalid image ends the piece with an error', async () => {
  const grey = '-f lavfi -i color=gray:s=320x180:r=25:d=2';
  const clip = await makeClip(folder, 'none.mp4', `${grey} ${X264}`);
  const plan = planStream(await probeSource(tools, clip), ladder, {});
  const options = { overlay: { png: Buffer.from('no image'), place: RED } };
  await assert.rejects(encodePieces(tools, plan, [toWholePiece(plan)], clip, options), {
    name: 'EncodeError',
  });
});
