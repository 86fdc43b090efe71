// Measures the work beside encoding the default ladder of a 1080p clip: encrypting all of it, the
// storyboard of a source with many key frames and of one with few, and one progressive file. Reports time
// and CPU of each as shares of the ladder's, and the bytes stored against the clear ones. Promise: ≤ 3 % of
// the ladder's time for packaging and encryption; bytes stored ≤ 1.01 × the clear ones.
// Run: node bench/src/packaging.bench.ts [seconds of clip, 60] [rounds, 3]
import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodePiece } from '@kinora/media/encode/encode-piece';
import { DEFAULT_LADDER } from '@kinora/media/test-ladder';
import { packageTrack } from '@kinora/media/protect/packager';
import { listPieces } from '@kinora/media/plan/pieces';
import { planStream } from '@kinora/media/plan/plan';
import { probeSource } from '@kinora/media/probe/probe';
import { prepareProgressive } from '@kinora/media/mp4/progressive';
import type { StoredTrack } from '@kinora/media/mp4/stored-track';
import { makeStoryboard } from '@kinora/media/images/storyboard';
import { type MediaTools, findMediaTools } from '@kinora/media/cage/tools';
import { createContentKey } from '@kinora/media/protect/content-key';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';

requirePackages('ffmpeg', 'bubblewrap');
const run = promisify(execFile);
const seconds = Number(process.argv[2] ?? 60);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'kinora-packaging-'));
const clip = join(folder, 'clip.mp4');
const sparse = join(folder, 'sparse.mp4');
const caged = await findMediaTools();
// CPU time can't be read inside the cage: it is measured outside, and wall time inside.
const bare: MediaTools = { ...caged, sandbox: 'none', wrapper: [] };
console.log(`making two clips of ${seconds} s, 1920×1080 …`);
const clips = [
  { path: clip, keyFrames: ['-g', '60'] },
  { path: sparse, keyFrames: ['-g', '9999', '-bf', '3'] },
];
for (const { path, keyFrames } of clips) {
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=1920x1080:r=30:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=d=${seconds}`,
    '-vf',
    'noise=alls=12:allf=t',
    ...keyFrames,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '18',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-shortest',
    path,
  ]);
}

type Cost = { wall: number; cpu: number };
type Track = StoredTrack & { id: string };

const plan = planStream(await probeSource(caged, clip), DEFAULT_LADDER);
const ladder = await measure(encodeLadder, bare);
console.log(`ladder: wall ${ladder.wall.toFixed(1)} s, CPU ${ladder.cpu.toFixed(1)} s`);
const tracks = await Promise.all([
  ...(plan.video?.renditions ?? []).map(({ id }) => stored(id, 'video', plan.grid.borders.length)),
  ...plan.audio.map(({ id, borders }) => stored(id, 'audio', borders.length)),
]);
const bytes = { clear: 0, packaged: 0 };
type Work = (tools: MediaTools) => Promise<void>;
const work: Record<string, Work> = {
  'packaging and encryption': packageAll,
  'storyboard by key frames': async (tools) => void (await makeStoryboard(tools, clip, plan)),
  'storyboard where key frames are few': async (tools) =>
    void (await makeStoryboard(tools, sparse, plan)),
  'progressive file of the largest': progressive,
};
for (const [name, make] of Object.entries(work)) {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await measure(make, caged));
  const wall = median(costs.map((cost) => cost.wall));
  const { cpu } = await measure(make, bare);
  console.log(
    `${name}: wall ${wall.toFixed(2)} s (${share(wall, ladder.wall)} of the ladder), ` +
      `CPU ${cpu.toFixed(2)} s (${share(cpu, ladder.cpu)})`,
  );
}
console.log(`bytes stored: ${(bytes.packaged / bytes.clear).toFixed(4)} × the clear ones`);
await rm(folder, { recursive: true });

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}

async function measure(make: Work, tools: MediaTools): Promise<Cost> {
  const [start, before] = [performance.now(), await cpuSeconds()];
  await make(tools);
  return { wall: (performance.now() - start) / 1000, cpu: (await cpuSeconds()) - before };
}

/** CPU time of this process, and of all that it started and that have ended: proc(5), 14 to 17. */
async function cpuSeconds(): Promise<number> {
  const status = await readFile('/proc/self/stat', 'latin1');
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const ticksPerSecond = 100;
  return ticks / ticksPerSecond;
}

async function encodeLadder(tools: MediaTools): Promise<void> {
  const sink = {
    init: async (id: string, init: Buffer) => writeFile(join(folder, `${id}-init.mp4`), init),
    segment: async (id: string, number: number, segment: Buffer) =>
      writeFile(join(folder, `${id}-${number}.m4s`), segment),
  };
  for (const piece of listPieces(plan, { deliveryModel: 'classic' }))
    await encodePiece(tools, plan, piece, clip, sink);
}

async function stored(id: string, kind: 'video' | 'audio', segmentCount: number): Promise<Track> {
  const init = await readFile(join(folder, `${id}-init.mp4`));
  const segment = (number: number) => readFile(join(folder, `${id}-${number}.m4s`));
  return { id, kind, init, segmentCount, segment };
}

async function* segmentsOf({ segmentCount, segment }: Track): AsyncGenerator<Buffer> {
  for (let number = 1; number <= segmentCount; number += 1) yield segment(number);
}

/** Writes the segments to disk as the clear ones were, so that the two compare. */
async function packageAll(tools: MediaTools): Promise<void> {
  const iv = randomBytes(16);
  const keys = { video: createContentKey(), audio: createContentKey() };
  const systems = ['widevine', 'playready', 'fairplay'] as const;
  [bytes.clear, bytes.packaged] = [0, 0];
  for (const track of tracks) {
    const key = keys[track.kind];
    bytes.clear += track.init.length;
    for await (const segment of segmentsOf(track)) bytes.clear += segment.length;
    const job = { ...track, segments: segmentsOf(track), iv, key, systems };
    for await (const part of packageTrack(tools, job)) {
      bytes.packaged += part.bytes.length;
      const name = part.type === 'init' ? 'init.mp4' : `${part.number}.m4s`;
      await writeFile(join(folder, `packaged-${track.id}-${name}`), part.bytes);
    }
  }
}

async function progressive(): Promise<void> {
  const wanted = [tracks[0], tracks.find(({ kind }) => kind === 'audio')];
  const file = await prepareProgressive(wanted.filter((track) => track !== undefined));
  await writeFile(join(folder, 'progressive.mp4'), file.chunks());
}
