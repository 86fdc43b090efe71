import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { type Fragment, readBoxes, readFragment } from './boxes.ts';
import { type EncodedStream, type EncodeOptions, encodeStream } from './encode.ts';
import { type Ladder, defaultLadder } from './ladder.ts';
import { type EncodingPlan, planStream } from './plan.ts';
import { probeSource } from './probe.ts';
import type { SourceProbe } from './source-probe.ts';
import type { MediaTools } from './tools.ts';

const run = promisify(execFile);

/** A folder for one test file, removed when its tests are done. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-media-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a clip with ffmpeg from its arguments (words split at spaces) and gives its path. */
export async function makeClip(folder: string, name: string, args: string): Promise<string> {
  const path = join(folder, name);
  const words = args.match(/"[^"]*"|\S+/g) ?? [];
  const plain = words.map((word) => word.replaceAll('"', ''));
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...plain, path], { cwd: folder });
  return path;
}

/** testsrc2 as an input: `pictures('320x180', '25', 4)`. */
export function pictures(size: string, rate: string, seconds: number): string {
  return `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`;
}

/** A 440 Hz tone as an input. */
export function tone(seconds: number, sampleRate = 48000): string {
  return `-f lavfi -i sine=d=${seconds}:r=${sampleRate}`;
}

export const X264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';

export type Written = { init: Buffer; segments: Buffer[] };

export type Encoded = {
  probe: SourceProbe;
  plan: EncodingPlan;
  stream: EncodedStream;
  written: Map<string, Written>;
};

/** Probes, plans and encodes a clip into memory. */
export async function encodeClip(
  tools: MediaTools,
  path: string,
  ladder: Ladder = defaultLadder,
  options: EncodeOptions = {},
): Promise<Encoded> {
  const probe = await probeSource(tools, path);
  const plan = planStream(probe, ladder);
  const written = new Map<string, Written>();
  const stream = await encodeStream(
    tools,
    plan,
    path,
    {
      init: async (id, init) => {
        assert(!written.has(id), `${id} has one init segment`);
        written.set(id, { init, segments: [] });
      },
      segment: async (id, number, bytes) => {
        const segments = written.get(id)?.segments ?? [];
        assert.equal(number, segments.length + 1, `${id} numbers its segments from 1`);
        segments.push(bytes);
      },
    },
    options,
  );
  return { probe, plan, stream, written };
}

/** The fragments of a segment, with the boxes' promise about mdat checked. */
export function fragmentsOf(segment: Buffer): Fragment[] {
  const boxes = readBoxes(segment);
  assert.equal(boxes[0]?.type, 'styp');
  return boxes.slice(1).flatMap((box, n) => {
    if (box.type === 'mdat') return [];
    assert.equal(box.type, 'moof');
    const fragment = readFragment(box.body);
    const data = boxes[n + 2];
    assert.equal(data?.type, 'mdat');
    const bytes = fragment.samples.reduce((sum, sample) => sum + sample.size, 0);
    assert.equal(data?.body.length, bytes, 'mdat holds exactly the samples');
    return [fragment];
  });
}

export function ticksOf(fragment: Fragment): number {
  return fragment.samples.reduce((sum, sample) => sum + sample.duration, 0);
}

/** Presentation times of a fragment in decode order. */
export function presentationTimes(fragment: Fragment): number[] {
  let decode = fragment.decodeTime;
  return fragment.samples.map((sample) => {
    const time = decode + sample.compositionOffset;
    decode += sample.duration;
    return time;
  });
}

/** Sample flags of ISO/IEC 14496-12 §8.8.3.1: bit 16 marks a sample that is no sync sample. */
export function isSync(flags: number): boolean {
  return (flags & 0x10000) === 0;
}

/** Decodes init and segments with plain ffmpeg; fails on any complaint. */
export async function decode(folder: string, written: Written, output: string): Promise<Buffer> {
  const path = join(folder, `decode-${Math.random().toString(36).slice(2)}.mp4`);
  await writeFile(path, Buffer.concat([written.init, ...written.segments]));
  const args = ['-v', 'error', '-i', path, ...output.split(' ')];
  const { stdout, stderr } = await run('ffmpeg', args, {
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  });
  assert.equal(stderr.toString(), '', 'decodes without a complaint');
  return stdout;
}
