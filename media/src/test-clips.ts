import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { constants, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { makeShared } from '@kinora/contract/test-shared';
import { type Fragment, readBoxes, readFragment } from './mp4/boxes.ts';
import { type PieceOptions, encodePiece } from './encode/encode-piece.ts';
import type { Ladder } from './plan/ladder.ts';
import { DEFAULT_LADDER } from './test-ladder.ts';
import type { PlannedPiece } from './plan/pieces.ts';
import { type PlanOptions, planStream } from './plan/plan.ts';
import type { EncodingPlan } from './plan/encoding-plan.ts';
import { probeSource } from './probe/probe.ts';
import type { SegmentKeyFrames } from './encode/segmenter.ts';
import type { SourceProbe } from './probe/source-probe.ts';
import type { MediaTools } from './cage/tools.ts';

const run = promisify(execFile);

/** A folder for one test file, removed when its tests are done. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-media-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Makes a clip with ffmpeg from its arguments (words split at spaces) and gives its path. Clips made without
 * input files are made once in a run; each test gets a copy, which it may change.
 */
export async function makeClip(folder: string, name: string, args: string): Promise<string> {
  const path = join(folder, name);
  const words = args.match(/"[^"]*"|\S+/g) ?? [];
  const plain = words.map((word) => word.replaceAll('"', ''));
  const make = (cwd: string, output: string) =>
    run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...plain, output], { cwd, timeout: 120_000 });
  if (readsFiles(plain)) {
    await make(folder, path);
    return path;
  }
  const output = `clip${extname(name)}`;
  const shared = await makeShared(['clip', output, plain], (into) => make(into, output));
  await copyFile(join(shared, output), path, constants.COPYFILE_FICLONE);
  return path;
}

function readsFiles(args: readonly string[]): boolean {
  const inputs = args.flatMap((word, n) => (word === '-i' ? [args.slice(0, n)] : []));
  const isGenerated = (before: readonly string[]) =>
    before.lastIndexOf('lavfi') > before.lastIndexOf('-i');
  return !inputs.every(isGenerated) || args.includes('-attach');
}

/** Returns testsrc2 as an input: `testVideo('320x180', '25', 4)`. */
export function testVideo(size: string, rate: string, seconds: number): string {
  return `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`;
}

/** Returns a 440 Hz tone as an input. */
export function tone(seconds: number, sampleRate = 48000): string {
  return `-f lavfi -i sine=d=${seconds}:r=${sampleRate}`;
}

export const X264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';

export type Written = { init: Buffer; segments: Buffer[] };

export type WrittenRendition = Written & {
  /** RFC 6381 */
  codec: string;
  keyFrames: SegmentKeyFrames[];
};

export type Encoded = {
  probe: SourceProbe;
  plan: EncodingPlan;
  written: Map<string, WrittenRendition>;
};

/** Returns every encoded rendition of a plan from its first to its last segment, as one piece. */
export function toWholePiece(plan: EncodingPlan): PlannedPiece {
  const renditions = [...(plan.video?.renditions ?? []), ...plan.audio];
  const encoded = renditions.filter(({ source }) => source === 'encode');
  const renditionIds = encoded.map(({ id }) => id);
  const lastSegment = plan.grid.borders.length;
  return { kind: 'video', renditionIds, firstSegment: 1, lastSegment };
}

/** Probes, plans and encodes a clip into memory with one process. */
export async function encodeClip(
  tools: MediaTools,
  path: string,
  ladder: Ladder = DEFAULT_LADDER,
  options: PieceOptions & PlanOptions = {},
): Promise<Encoded> {
  const probe = await probeSource(tools, path);
  const plan = planStream(probe, ladder, options);
  const written = await encodePieces(tools, plan, [toWholePiece(plan)], path, options);
  return { probe, plan, written };
}

/** Encodes pieces into memory; each must write exactly its segments, and the init segment of the others. */
export async function encodePieces(
  tools: MediaTools,
  plan: EncodingPlan,
  pieces: readonly PlannedPiece[],
  path: string,
  options: PieceOptions = {},
): Promise<Map<string, WrittenRendition>> {
  const written = new Map<string, WrittenRendition>();
  for (const piece of pieces) {
    const next = new Map(piece.renditionIds.map((id) => [id, piece.firstSegment]));
    const sink = {
      init: async (id: string, init: Buffer) => {
        const known = written.get(id)?.init;
        if (known) assert(known.equals(init), `${id} has one init segment`);
        else written.set(id, { init, codec: '', segments: [], keyFrames: [] });
      },
      segment: async (
        id: string,
        number: number,
        bytes: Buffer,
        about: { ticks: number; keyFrames: SegmentKeyFrames },
      ) => {
        const rendition = written.get(id);
        assert.equal(number, next.get(id), `${id} counts its segments from the piece's first`);
        assert(rendition, 'the init segment comes first');
        next.set(id, number + 1);
        // The lead is made twice: the first one stays.
        if (rendition.segments[number - 1]) return;
        rendition.segments[number - 1] = bytes;
        rendition.keyFrames[number - 1] = about.keyFrames;
      },
    };
    const result = await encodePiece(tools, plan, piece, path, sink, options);
    for (const { id, codec } of result.renditions) {
      const rendition = written.get(id);
      assert(rendition);
      rendition.codec = codec;
    }
  }
  return written;
}

/** Reads the fragments of a segment, and checks the mdat's length. */
export function readFragments(segment: Buffer): Fragment[] {
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

export function sumTicks(fragment: Fragment): number {
  return fragment.samples.reduce((sum, sample) => sum + sample.duration, 0);
}

/**
 * Lists presentation times of a fragment in decode order, if its first frame is shown at its decode
 * time, which the edit list of its track must ensure.
 */
export function presentationTimes(fragment: Fragment): number[] {
  const delay = fragment.samples[0]?.compositionOffset ?? 0;
  let decode = fragment.decodeTime;
  return fragment.samples.map((sample) => {
    const time = decode + sample.compositionOffset - delay;
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
