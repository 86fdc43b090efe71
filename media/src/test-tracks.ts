import { type Readable } from 'node:stream';
import { createReadStream } from 'node:fs';
import { STYP, readBoxes, writeFragment } from './mp4/boxes.ts';
import { readFragmentStream } from './encode/fragment-stream.ts';
import { withDelay } from './mp4/init-delay.ts';
import { type Written, makeClip } from './test-clips.ts';
import type { PackagedPart } from './protect/packager.ts';

const CMAF = '-fflags +bitexact -movflags +cmaf+frag_keyframe+frag_discont -f mp4';
// The priming packets, at negative times, are dropped, as our encoder drops them.
const AUDIO_STBL =
  '-avoid_negative_ts disabled -bsf:a noise=drop=lt(pts\\,0) -fflags +bitexact ' +
  '-movflags +cmaf+frag_discont -frag_duration 2000000 -f mp4';

/** ffmpeg's arguments for a track of each codec that a preset can ask for, 25 fps, a GOP a second. */
export const CODECS: Readonly<Record<string, { kind: 'video' | 'audio'; args: string }>> = {
  h264: {
    kind: 'video',
    args: `-c:v libx264 -preset ultrafast -bf 2 -x264-params open-gop=0:scenecut=0 ${CMAF}`,
  },
  hevc: {
    kind: 'video',
    args: `-c:v libx265 -preset ultrafast -tag:v hvc1 -x265-params log-level=error:open-gop=0:scenecut=0:keyint=25:min-keyint=25 ${CMAF}`,
  },
  av1: { kind: 'video', args: `-c:v libsvtav1 -preset 10 -svtav1-params keyint=25 ${CMAF}` },
  vp9: { kind: 'video', args: `-c:v libvpx-vp9 -deadline realtime -cpu-used 8 ${CMAF}` },
  aac: { kind: 'audio', args: `-c:a aac -b:a 96k ${AUDIO_STBL}` },
  opus: { kind: 'audio', args: `-c:a libopus -b:a 64k -vbr off -strict -2 ${AUDIO_STBL}` },
};

// Two frames of the 12,800 ticks a second that ffmpeg chooses for 25 of them.
const DELAY_TICKS = 1024;
const REORDERED: ReadonlySet<string> = new Set(['h264', 'hevc']);

/** A clear track as our encoder writes them: a styp in front of every `fragmentsPerSegment[n]` GOPs. */
export async function makeTrack(
  folder: string,
  codec: string,
  seconds: number,
  fragmentsPerSegment: readonly number[],
): Promise<Written> {
  const how = CODECS[codec];
  if (!how) throw new RangeError(codec);
  const input =
    how.kind === 'video'
      ? `-f lavfi -i testsrc2=s=320x180:r=25:d=${seconds} -pix_fmt yuv420p -g 25 -keyint_min 25`
      : `-f lavfi -i sine=d=${seconds}:r=48000`;
  const path = await makeClip(folder, `${codec}-${seconds}.cmaf`, `${input} ${how.args}`);
  return cut(createReadStream(path), fragmentsPerSegment, REORDERED.has(codec) ? DELAY_TICKS : 0);
}

async function cut(
  file: Readable,
  fragmentsPerSegment: readonly number[],
  delayTicks: number,
): Promise<Written> {
  const written: Written = { init: Buffer.alloc(0), segments: [] };
  let parts: Buffer[] = [];
  let fragments = 0;
  let sequence = 0;
  for await (const part of readFragmentStream(file)) {
    if (part.type === 'init') {
      written.init = withDelay(part.bytes, delayTicks);
      continue;
    }
    sequence += 1;
    const samples = part.fragment.samples.map((sample) => ({
      ...sample,
      compositionOffset: sample.compositionOffset + delayTicks,
    }));
    parts.push(writeFragment(sequence, { ...part.fragment, samples }), ...part.data);
    fragments += 1;
    const wanted = fragmentsPerSegment[written.segments.length % fragmentsPerSegment.length];
    if (fragments !== wanted) continue;
    written.segments.push(Buffer.concat([STYP, ...parts]));
    [parts, fragments] = [[], 0];
  }
  if (parts.length > 0) written.segments.push(Buffer.concat([STYP, ...parts]));
  return written;
}

export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Collects the output of packageTrack or decryptTrack in memory. */
export async function collect(
  parts: AsyncIterable<PackagedPart>,
): Promise<Written & { pssh: { system: string; data: string }[]; numbers: number[] }> {
  const written: Awaited<ReturnType<typeof collect>> = {
    init: Buffer.alloc(0),
    segments: [],
    pssh: [],
    numbers: [],
  };
  for await (const part of parts) {
    if (part.type === 'init') [written.init, written.pssh] = [part.bytes, part.pssh];
    else {
      written.segments.push(part.bytes);
      written.numbers.push(part.number);
    }
  }
  return written;
}

/** Reads the samples' bytes of a segment. */
export function readSampleBytes(segment: Buffer): Buffer {
  const data = readBoxes(segment).filter(({ type }) => type === 'mdat');
  return Buffer.concat(data.map(({ body }) => body));
}
