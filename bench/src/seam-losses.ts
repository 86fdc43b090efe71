import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { VideoCodec } from '@kinora/contract/preset-tracks';
import { readBoxes, readFragment } from '@kinora/media/mp4/boxes';
import { checkConforming } from '@kinora/media/copy/conforming';
import { encodePiece } from '@kinora/media/encode/encode-piece';
import type { Ladder, VideoIntent, VideoQuality } from '@kinora/media/plan/ladder';
import { openByteSource } from '@kinora/media/mp4/mp4-file';
import { readMp4Index } from '@kinora/media/mp4/mp4-index';
import type { PlannedPiece } from '@kinora/media/plan/pieces';
import { planStream } from '@kinora/media/plan/plan';
import type { EncodedVideo, EncodingPlan } from '@kinora/media/plan/encoding-plan';
import { probeSource } from '@kinora/media/probe/probe';
import type { SourceProbe } from '@kinora/media/probe/source-probe';
import type { MediaTools } from '@kinora/media/cage/tools';
import type { Material } from './seam-materials.ts';

const run = promisify(execFile);

/** dB by which pieces are worse than a whole encode; negative where they are better. */
export type SeamLoss = {
  /** where the cut is */
  seconds: number;
  /** mean of the second before it */
  before: number;
  after: number;
};

const CRF: Readonly<Record<VideoCodec, number>> = { h264: 23, hevc: 26, vp9: 32, av1: 36 };

export const qualityModes = ['constrained', 'target', 'constantQuality', 'qp'] as const;

export type Coded = Pick<VideoIntent, 'codec' | 'speed'> & { mode: VideoQuality['mode'] };

function qualityOf({ codec, mode }: Coded, maxKbps: number): VideoQuality {
  switch (mode) {
    case 'constrained':
      return { mode, crf: CRF[codec], maxBitrateKbps: maxKbps };
    case 'target':
      return { mode, targetKbps: Math.round(maxKbps / 2), maxKbps };
    case 'constantQuality':
      return { mode, cq: CRF[codec] };
    case 'qp':
      return { mode, qp: CRF[codec] };
  }
}

/** Encodes a material in one go and segment by segment, and measures both against the source. */
export async function seamLosses(
  tools: MediaTools,
  folder: string,
  material: Material,
  coded: Coded,
): Promise<SeamLoss[]> {
  const path = await clipOf(folder, material);
  const probe = await probeSource(tools, path);
  const plan = await planOf(path, probe, material, coded);
  const rung = plan.video?.renditions.find(({ source }) => source === 'encode');
  const timing = plan.video?.timing;
  if (rung?.source !== 'encode' || !timing) throw new Error(`${material.name} is not encoded`);
  if (material.isCopied && timing.mode !== 'sourceKeys')
    throw new Error(`${material.name} is not copied`);
  const count = plan.grid.borders.length;
  const piece = (firstSegment: number, lastSegment: number): PlannedPiece => {
    return { kind: 'video', renditionIds: [rung.id], firstSegment, lastSegment };
  };
  const whole = await encode(tools, plan, [piece(1, count)], path);
  const singles = Array.from({ length: count }, (_, n) => piece(n + 1, n + 1));
  const cut = await encode(tools, plan, singles, path);
  const measured = {
    material,
    path,
    rung,
    name: `${coded.codec}-${coded.speed}-${coded.mode}-${basename(path)}`,
  };
  const [expected, actual] = [await psnrOf(measured, whole), await psnrOf(measured, cut)];
  if (expected.length !== actual.length) throw new Error('pictures are missing');
  const loss = expected.map((value, n) => value - (actual[n] ?? NaN));
  const second = Math.round(timing.rate.numerator / timing.rate.denominator / rung.frameStep);
  let at = 0;
  return whole.segments.slice(0, -1).map((segment, n): SeamLoss => {
    at += picturesIn(segment);
    const seconds = (plan.grid.borders[n + 1] ?? 0) / plan.grid.timescale;
    return {
      seconds,
      before: mean(loss.slice(at - second, at)),
      after: mean(loss.slice(at, at + second)),
    };
  });
}

const made = new Map<string, Promise<string>>();

/** The clip of a material, made once. */
function clipOf(folder: string, { name, extension, args }: Material): Promise<string> {
  const make = async (): Promise<string> => {
    const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.${extension}`);
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args.split(' '), path]);
    return path;
  };
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

async function planOf(
  path: string,
  probe: SourceProbe,
  { isCopied, maxBitrateKbps = 600 }: Material,
  coded: Coded,
): Promise<EncodingPlan> {
  const { codec, speed } = coded;
  const quality = qualityOf(coded, maxBitrateKbps);
  const profile = codec === 'h264' ? ('high' as const) : null;
  const size = { type: 'original', pixels: null } as const;
  const intent = { codec, name: codec, size, maxFrameRate: 60, profile, speed, quality };
  const whole: VideoIntent = { ...intent, duration: null };
  if (!isCopied) return planStream(probe, { video: [whole], audio: [], audioVariants: [] });
  const small: VideoIntent = { ...whole, size: { type: 'shortestSide', pixels: 120 } };
  const top: VideoIntent = { ...whole, codec: 'h264', profile: 'high' };
  const ladder: Ladder = { video: [top, small], audio: [], audioVariants: [] };
  await using source = await openByteSource(path, (await stat(path)).size);
  const index = await readMp4Index(source);
  const { copy } = index ? await checkConforming(source, index, probe) : { copy: null };
  return planStream(probe, ladder, { copy });
}

type Made = { init: Buffer; segments: Buffer[] };

async function encode(
  tools: MediaTools,
  plan: EncodingPlan,
  pieces: readonly PlannedPiece[],
  path: string,
): Promise<Made> {
  const written: Made = { init: Buffer.alloc(0), segments: [] };
  const sink = {
    init: async (_id: string, bytes: Buffer) => void (written.init = bytes),
    segment: async (_id: string, number: number, bytes: Buffer) =>
      void (written.segments[number - 1] = bytes),
  };
  for (const piece of pieces) await encodePiece(tools, plan, piece, path, sink);
  return written;
}

type Measured = { material: Material; path: string; rung: EncodedVideo; name: string };

/** Luma PSNR of each picture against the source, in the order in which they are shown. */
async function psnrOf(
  { material, path, rung, name }: Measured,
  { init, segments }: Made,
): Promise<number[]> {
  const encoded = `${path}.${name}.encoded`;
  await writeFile(encoded, Buffer.concat([init, ...segments]));
  const scale = `scale=${rung.width}:${rung.height}:flags=bicubic,format=yuv420p`;
  const filters = [
    ...(material.filters ? [material.filters] : []),
    scale,
    'settb=1/25',
    'setpts=N',
  ];
  const stats = `${encoded}.txt`;
  const graph = `[0:v]settb=1/25,setpts=N[a];[1:v]${filters.join(',')}[b];[a][b]psnr=f=${stats}`;
  const inputs = ['-i', encoded, '-i', path];
  const output = ['-fps_mode', 'passthrough', '-f', 'null', '-'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...inputs, '-filter_complex', graph, ...output]);
  const text = await readFile(stats, 'latin1');
  return [...text.matchAll(/psnr_y:([\d.]+|inf)/g)].map(([, value]) =>
    value === 'inf' ? 100 : Number(value),
  );
}

function picturesIn(segment: Buffer): number {
  return readBoxes(segment).reduce(
    (sum, { type, body }) => sum + (type === 'moof' ? readFragment(body).samples.length : 0),
    0,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
