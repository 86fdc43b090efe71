// The default ladder of a 1080p clip, four ways: one raw ffmpeg that makes all of it, one raw ffmpeg per
// rendition in turn, our pieces on two slots of one thread each, and the whole product from the last byte of
// an upload to `completed`, with its cover, in its sandbox. They run in turn for several rounds; it measures
// the wall time of each, and the CPU of our own processes. Promises: pieces ≤ 1.06 × one ffmpeg in wall and
// CPU, ≤ 0.72 × one per rendition; product ≤ 1.05 ×. Run: node bench/src/ladder.bench.ts [seconds of clip,
// 60] [rounds, 3]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { VideoJobs } from '@kinora/contract/jobs';
import { encodePiece } from '@kinora/media/encode/encode-piece';
import type { VideoIntent } from '@kinora/media/plan/ladder';
import { DEFAULT_LADDER } from '@kinora/media/test-ladder';
import { listPieces } from '@kinora/media/plan/pieces';
import { planStream } from '@kinora/media/plan/plan';
import { probeSource } from '@kinora/media/probe/probe';
import { type MediaTools, findMediaTools } from '@kinora/media/cage/tools';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import { isCompleted, openClient, upload, waitForVideo } from './product-client.ts';
import { startProduct } from './product.ts';

requirePackages('ffmpeg', 'bubblewrap');
const run = promisify(execFile);
const seconds = Number(process.argv[2] ?? 60);
const rounds = Number(process.argv[3] ?? 3);
const slots = 2;
const folder = await mkdtemp(join(tmpdir(), 'kinora-ladder-'));
const clip = join(folder, 'clip.mp4');
// The sandbox is left out, as CPU time within it can't be read; its start takes some milliseconds a piece.
const tools: MediaTools = { ...(await findMediaTools()), sandbox: 'none', wrapper: [] };
console.log(`making a clip of ${seconds} s, 1920×1080 …`);
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
  clip,
]);

type Cost = { wall: number; cpu: number };

const product = await startProduct();
const client = await openClient(product);
const bytes = await readFile(clip);

const ways: Record<string, { make: () => Promise<Span | void>; costs: Cost[] }> = {
  'one raw ffmpeg': { make: () => raw(DEFAULT_LADDER.video, true), costs: [] },
  'one ffmpeg per rendition, in turn': { make: inTurn, costs: [] },
  'our pieces, two slots': { make: pieces, costs: [] },
  'our product': { make: throughProduct, costs: [] },
};
for (let round = 1; round <= rounds; round += 1)
  for (const [name, { make, costs }] of Object.entries(ways)) {
    const cost = await measure(make);
    costs.push(cost);
    // The product's processes are its own: only its wall time is seen.
    const seen = cost.cpu > 0 ? formatUsage(cost) : `wall ${show(cost.wall)} s`;
    console.log(`round ${round}: ${name}: ${seen}`);
  }
await product.stop();
const [single, turn, ours, whole] = Object.values(ways).map(({ costs }) => ({
  wall: median(costs.map(({ wall }) => wall)),
  cpu: median(costs.map(({ cpu }) => cpu)),
}));
if (single && turn && ours && whole) {
  console.log(
    `ladder of ${seconds} s, medians: pieces ${formatUsage(ours)}; one ffmpeg ${formatUsage(single)}`,
  );
  console.log(`one per rendition in turn ${formatUsage(turn)}`);
  console.log(
    `ratio to one ffmpeg: wall ${ratio(ours.wall, single.wall)}, CPU ${ratio(ours.cpu, single.cpu)}; ` +
      `to one per rendition: wall ${ratio(ours.wall, turn.wall)}`,
  );
  console.log(
    `product, from the last byte to completed: wall ${show(whole.wall)} s, ` +
      `ratio to one ffmpeg ${ratio(whole.wall, single.wall)}`,
  );
}
await rm(folder, { recursive: true });

function show(value: number): string {
  return value.toFixed(1);
}

function formatUsage({ wall, cpu }: Cost): string {
  return `wall ${show(wall)} s, CPU ${show(cpu)} s`;
}

function ratio(a: number, b: number): string {
  return (a / b).toFixed(3);
}

type Span = { start: number; end: number };

/** @param make gives what counts of it, as `performance` tells time, if that is not all */
async function measure(make: () => Promise<Span | void>): Promise<Cost> {
  const [start, before] = [performance.now(), await childrenSeconds()];
  const span = (await make()) ?? { start, end: performance.now() };
  return { wall: (span.end - span.start) / 1000, cpu: (await childrenSeconds()) - before };
}

/** CPU time of all processes that we started and that have ended, proc(5): cutime and cstime. */
async function childrenSeconds(): Promise<number> {
  const status = await readFile('/proc/self/stat', 'latin1');
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Says what the default ladder makes of it, as files, with all threads that ffmpeg likes to have. */
async function raw(intents: readonly VideoIntent[], withSound: boolean): Promise<void> {
  const split = `[0:v]split=${intents.length}${intents.map((_, n) => `[s${n}]`).join('')}`;
  const scales = intents.map(({ size }, n) => `[s${n}]scale=-2:${size.pixels}[v${n}]`);
  const outputs = intents.flatMap(({ quality, profile }, n) => {
    if (quality.mode !== 'constrained') throw new Error('the default ladder has a ceiling');
    const { crf, maxBitrateKbps } = quality;
    return [
      '-map',
      `[v${n}]`,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-profile:v',
      profile ?? 'high',
      '-crf',
      String(crf),
      '-maxrate',
      `${maxBitrateKbps}k`,
      '-bufsize',
      `${2 * maxBitrateKbps}k`,
      '-g',
      '60',
      '-keyint_min',
      '60',
      '-x264-params',
      'open-gop=0:scenecut=0',
      '-movflags',
      '+cmaf+frag_keyframe',
      '-f',
      'mp4',
      join(folder, `raw-${n}.mp4`),
    ];
  });
  const sound = [
    '-map',
    '0:a',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    '-ar',
    '48000',
    '-ac',
    '2',
    '-movflags',
    '+cmaf',
    '-f',
    'mp4',
    join(folder, 'raw-audio.mp4'),
  ];
  const graph = ['-filter_complex', [split, ...scales].join(';')];
  const input = ['-v', 'error', '-y', '-i', clip];
  await run('ffmpeg', [...input, ...graph, ...outputs, ...(withSound ? sound : [])]);
}

async function inTurn(): Promise<void> {
  for (const [n, intent] of DEFAULT_LADDER.video.entries()) await raw([intent], n === 0);
}

/** The pieces of the plan in their order, by as many takers as there are slots. */
async function pieces(): Promise<void> {
  const plan = planStream(await probeSource(tools, clip), DEFAULT_LADDER);
  const queue = listPieces(plan, { deliveryModel: 'classic' });
  const sink = {
    init: async (id: string, bytes: Buffer) => writeFile(join(folder, `${id}-init.mp4`), bytes),
    segment: async (id: string, number: number, bytes: Buffer) =>
      writeFile(join(folder, `${id}-${number}.m4s`), bytes),
  };
  const take = async (): Promise<void> => {
    for (let piece = queue.shift(); piece; piece = queue.shift())
      await encodePiece(tools, plan, piece, clip, sink, { threads: 1 });
  };
  await Promise.all(Array.from({ length: slots }, take));
}

async function throughProduct(): Promise<Span> {
  const sent = await upload(client, { bytes, title: 'ladder' });
  const start = await sent.lastByteAt;
  const end = await waitForVideo(client, sent.key, isCompleted, 200);
  // Files beside the stream are made afterwards: the next way begins on a quiet machine.
  const path = `/api/encoding/v1/videos/${sent.key}/jobs`;
  for (let isBusy = true; isBusy; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const jobs = await client.call<VideoJobs>('GET', path);
    isBusy = jobs.piecesCompleted < jobs.piecesTotal;
  }
  return { start, end };
}
