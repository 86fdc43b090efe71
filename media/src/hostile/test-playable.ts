import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SegmentTimeline, StreamDescription } from '@kinora/contract/stream';
import { readBoxes, readFragment } from '../mp4/boxes.ts';
import { readCodecString } from '../mp4/codec-string.ts';
import { describeStream } from '../plan/describe.ts';
import type { EncodingPlan } from '../plan/encoding-plan.ts';
import type { Stored } from './test-engine.ts';

const run = promisify(execFile);

const MAX_PLAN_BYTES = 1_000_000;

/** Throws unless a plan is what the product can store and publish. */
export function checkPlan(plan: EncodingPlan): void {
  const text = JSON.stringify(plan);
  if (text.length > MAX_PLAN_BYTES) throw new Error(`a plan of ${text.length} bytes`);
  if (JSON.stringify(JSON.parse(text)) !== text) throw new Error('a plan that JSON changes');
  if (/:null/.test(JSON.stringify(plan.grid))) throw new Error('a grid that is not of numbers');
  StreamDescription.parse(
    describeStream({ videoKey: 'v'.repeat(20), revisionKey: 'r'.repeat(20) }, plan, {
      deliveryModel: 'classic',
      open: true,
      ready: new Set<string>(),
      measured: new Map(),
      coverWidths: [],
      firstRenditionId: null,
    }),
  );
}

/**
 * Throws unless the output of a plan plays: every rendition has its init segment and all segments
 * (of a plan that is made at its ends only: the first), and those that a viewer gets first decode.
 * Returns problems of video that is copied from the source, which no one has decoded.
 */
export async function checkPlayable(
  plan: EncodingPlan,
  stored: ReadonlyMap<string, Stored>,
  { folder, isWhole }: { folder: string; isWhole: boolean },
): Promise<string | null> {
  const renditions = [
    ...(plan.video?.renditions ?? []).map((one) => ({ ...one, timeline: plan.video?.timeline })),
    ...plan.audio,
  ];
  if (renditions.length === 0) throw new Error('a plan of nothing');
  for (const { id, timeline } of renditions)
    checkComplete(id, timeline ?? { timescale: 1, runs: [] }, stored.get(id), isWhole);
  let amiss: string | null = null;
  const lowest = plan.video?.renditions.at(-1);
  const [audio] = plan.audio;
  for (const one of [lowest, audio]) {
    const said = one && (await decode(one.id, stored.get(one.id), plan, { folder, isWhole }));
    if (!said) continue;
    if (one.source === 'encode') throw new Error(`${one.id} does not decode: ${said}`);
    amiss = said;
  }
  return amiss;
}

function checkComplete(
  id: string,
  { runs }: SegmentTimeline,
  stored: Stored | undefined,
  isWhole: boolean,
): void {
  if (!stored?.init) throw new Error(`${id} has no init segment`);
  if (!readCodecString(stored.init)) throw new Error(`${id} has an init segment of no codec`);
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  const ticks = runs.reduce((sum, run) => sum + run.count * run.ticks, 0);
  if (!stored.segments.has(1)) throw new Error(`${id} has no first segment`);
  if (!isWhole) return;
  if (stored.segments.size !== count)
    throw new Error(`${id} has ${stored.segments.size} segments of ${count}`);
  if (stored.ticks !== ticks) throw new Error(`${id} lasts ${stored.ticks} ticks of ${ticks}`);
}

/** Complaints about the init segment and all others, decoded; throws when the length is wrong. */
async function decode(
  id: string,
  stored: Stored | undefined,
  plan: EncodingPlan,
  { folder, isWhole }: { folder: string; isWhole: boolean },
): Promise<string> {
  const numbers = [...(stored?.segments.keys() ?? [])].sort((a, b) => a - b);
  const parts = numbers.map((n) => stored?.segments.get(n) ?? Buffer.alloc(0));
  const path = join(folder, `${id}.mp4`);
  await writeFile(path, Buffer.concat([stored?.init ?? Buffer.alloc(0), ...parts]));
  const show = ['-count_frames', '-show_entries', 'stream=nb_read_frames:format=duration'];
  const args = ['-v', 'error', ...show, '-of', 'default=nw=1', path];
  const { stdout, stderr } = await run('ffprobe', args, { timeout: 120_000 });
  const frames = Number(/nb_read_frames=(\d+)/.exec(stdout)?.[1] ?? 0);
  const duration = Number(/duration=([\d.]+)/.exec(stdout)?.[1] ?? 0);
  if (frames === 0) throw new Error(`no frame of ${id} decodes: ${stderr}`);
  const samples = parts.reduce((sum, part) => sum + countSamples(part), 0);
  const longest = 6.1 + plan.durationMs * 0.001;
  if (duration > longest || (isWhole && duration < plan.durationMs * 0.001 - 6.1))
    throw new Error(`${id} lasts ${duration} s of ${plan.durationMs / 1000}`);
  if (stderr.trim() !== '') return stderr.trim().slice(0, 200);
  return plan.video && id.startsWith('v') && frames !== samples
    ? `${frames} frames of ${samples}`
    : '';
}

function countSamples(segment: Buffer): number {
  return readBoxes(segment).reduce(
    (sum, { type, body }) => sum + (type === 'moof' ? readFragment(body).samples.length : 0),
    0,
  );
}
