// Measures the quality that a cut between two pieces costs: PSNR of pieces against that of one whole
// encode, one second before and after each cut, on material that is hard for an encoder at its start.
// Promise: within 0.1 dB, at every speed that a preset offers. Prints a table; ends with 1 when it is
// missed.
// Run: node bench/src/seams.bench.ts [part of a material's name] [codecs, h264,hevc,vp9,av1]
//   [speeds, fastest,faster,fast,balanced,small] [quality mode: constrained, target, constantQuality
//   or qp; default constrained]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodingSpeed, type VideoCodec } from '@kinora/contract/preset-tracks';
import { findMediaTools } from '@kinora/media/cage/tools';
import { qualityModes, type SeamLoss, seamLosses } from './seam-losses.ts';
import { type Material, materials } from './seam-materials.ts';
import { requirePackages } from './require-packages.ts';

requirePackages('ffmpeg', 'bubblewrap');
const part = process.argv[2] ?? '';
const wanted = (process.argv[3] ?? 'h264,hevc,vp9,av1').split(',') as VideoCodec[];
const speeds = (process.argv[4]?.split(',') ?? EncodingSpeed.options).map((speed) =>
  EncodingSpeed.parse(speed),
);
const mode = qualityModes.find((name) => name === (process.argv[5] ?? 'constrained'));
if (!mode) throw new Error(`no quality mode ${process.argv[5]}`);
const maxLossDb = 0.1;
const atOnce = 2;

const tools = await findMediaTools();
const codecs = wanted.filter((codec) => tools.codecs.has(codec));
const folder = await mkdtemp(join(tmpdir(), 'kinora-seams-'));
type Row = { material: Material; codec: VideoCodec; speed: EncodingSpeed; losses: SeamLoss[] };
const rows: Row[] = [];

const chosen = materials.filter(({ name }) => name.includes(part));
const queue = chosen.flatMap((material) =>
  codecs
    // AV1's key frames can't be placed where the copied rendition has its own.
    .filter((codec) => !(material.isCopied && codec === 'av1'))
    .flatMap((codec) => speeds.map((speed) => ({ material, codec, speed, mode }))),
);

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const losses = await seamLosses(tools, folder, next.material, next);
    rows.push({ ...next, losses });
    console.log(formatRow({ ...next, losses }));
  }
}

function formatRow({ material, codec, speed, losses }: Row): string {
  const parts = losses.map(
    ({ seconds, before, after }) =>
      `at ${seconds.toFixed(1)} s ${formatLoss(before)} | ${formatLoss(after)}`,
  );
  const mark = getWorstLoss(losses) > maxLossDb ? '✗' : ' ';
  return `${mark} ${codec.padEnd(5)} ${speed.padEnd(8)} ${material.name}: ${parts.join('; ')}`;
}

/** A loss has a minus sign. */
function formatLoss(loss: number): string {
  return `${loss > 0 ? '−' : '+'}${Math.abs(loss).toFixed(3)}`;
}

function getWorstLoss(losses: readonly SeamLoss[]): number {
  return Math.max(...losses.flatMap(({ before, after }) => [before, after]));
}

try {
  await Promise.all(Array.from({ length: atOnce }, work));
} finally {
  await rm(folder, { recursive: true, force: true });
}
const sorted = rows.toSorted((a, b) => getWorstLoss(b.losses) - getWorstLoss(a.losses));
const [worst] = sorted;
if (worst)
  console.log(
    `worst: ${worst.codec}, ${worst.speed}, ${worst.material.name}: ${formatLoss(getWorstLoss(worst.losses))} dB ` +
      `(promise: ≤ ${maxLossDb} dB lost)`,
  );
if (!worst || getWorstLoss(worst.losses) > maxLossDb) process.exitCode = 1;
