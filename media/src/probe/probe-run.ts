import { type CagedExit, runCaged } from '../cage/cage.ts';
import { buildInputArguments, MAX_PIXELS } from './demux.ts';
import { ProbeError, type ProbeReason } from '../cage/errors.ts';
import type { SourceKind } from './sniff.ts';
import type { MediaTools } from '../cage/tools.ts';

/** A source that is being probed. */
export type Reading = {
  tools: MediaTools;
  path: string;
  kind: SourceKind;
  sizeBytes: number;
  /** max pixels of a frame of each stream */
  maxPixels: number;
  /** decoders that ffprobe opens beside ours to list all streams; nothing is decoded by them */
  undecoded: Set<string>;
  signal: AbortSignal | undefined;
};

/** Returns the system's code of an error, for a detail. */
export function getErrorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'read failed';
}

// A long index takes gigabytes; the machine's share is the limit.
const MEMORY_BYTES = 16 * 2 ** 30;

/** The fields of decoded frames that ffprobe prints. */
export const FRAMES = 'frame=media_type,stream_index,interlaced_frame';

// A file has few kinds of streams; each costs another start.
const MAX_UNDECODED = 8;

/**
 * Runs ffprobe on a source in the cage and passes on its output. ffprobe opens a decoder for every stream and
 * stops at one that we don't allow. It then runs again with that one allowed but unused, so that the other
 * streams can be read. Throws ProbeError when it was stopped, or the signal's reason when aborted.
 */
export async function runFfprobe(
  reading: Reading,
  show: string[],
  onText: (text: string) => void,
): Promise<CagedExit> {
  for (;;) {
    const exit = await runOnce(reading, show, onText);
    const refused = [...exit.stderr.matchAll(/Codec \(([\w-]+)\) not on whitelist/g)];
    const { undecoded } = reading;
    const known = undecoded.size;
    for (const [, name] of exit.code === 0 ? [] : refused)
      if (name && undecoded.size < MAX_UNDECODED) undecoded.add(name);
    if (undecoded.size === known) return exit;
  }
}

/** Leaves out frames, which would be those of every stream, where some are not to be decoded. */
function toShown({ undecoded }: Reading, show: readonly string[]): string[] {
  if (undecoded.size === 0 || show.includes('-select_streams')) return [...show];
  return show.map((word) => word.replace(`:${FRAMES}`, ''));
}

async function runOnce(
  reading: Reading,
  show: string[],
  onText: (text: string) => void,
): Promise<CagedExit> {
  const { tools, path, kind, sizeBytes, maxPixels, undecoded, signal } = reading;
  const at = show.indexOf('-select_streams');
  const selected = at < 0 ? null : (show[at + 1] ?? null);
  const seconds = 60 + sizeBytes / 10_000_000;
  const limits = { memoryBytes: MEMORY_BYTES, cpuSeconds: 2 * seconds };
  const args = (inputUrl: string): string[] => [
    '-v',
    'error',
    '-hide_banner',
    ...toShown(reading, show),
    '-of',
    'compact',
    ...buildInputArguments(kind, inputUrl, maxPixels, { decoders: [...undecoded], selected }),
  ];
  const job = { program: 'ffprobe', args, inputPath: path, pipes: 0, limits, signal } as const;
  const exit = await runCaged(tools, job, seconds * 1000, onText).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ProbeError('tool_failed', getErrorCode(cause), { cause });
  });
  // 152: SIGXCPU as bubblewrap reports it.
  if (exit.timedOut || exit.signal === 'SIGXCPU' || exit.code === 152)
    throw new ProbeError('probe_timeout', exit.stderr);
  if (exit.signal || exit.code === 137) throw new ProbeError('tool_failed', exit.stderr);
  // This is a stream among many, which an encode would open as well.
  if (maxPixels < MAX_PIXELS && /exceeds specified max pixel count/.test(exit.stderr))
    throw new ProbeError('too_large', 'all video streams together');
  return exit;
}

// ffprobe may take this for each byte of an honest file, were all of it an index.
const MEMORY_PER_BYTE = 128;
// With less left the machine itself may be short of memory.
const MIN_LEFT_BYTES = 2 ** 30;
// Decoding one stream needs this; without it H.264 only reports that it has no frame.
const BASE_DECODE_BYTES = 2 ** 29;
const DECODE_BYTES_PER_PIXEL = 16;

/** True when the machine may have too little memory to decode frames of this size. */
export function lacksMemoryFor(tools: Pick<MediaTools, 'memory'>, pixels: number): boolean {
  return tools.memory.eachBytes < BASE_DECODE_BYTES + DECODE_BYTES_PER_PIXEL * pixels;
}

type Refused = { tools: Pick<MediaTools, 'memory'>; sizeBytes: number };

/**
 * Names the reason for a lack of memory: a small file lacks it only by stating what it does not
 * contain.
 */
export function toMemoryReason({ tools, sizeBytes }: Refused): ProbeReason {
  const isSmall = sizeBytes * MEMORY_PER_BYTE < tools.memory.eachBytes;
  if (lacksMemoryFor(tools, MAX_PIXELS)) return 'out_of_memory';
  return isSmall && process.availableMemory() > MIN_LEFT_BYTES ? 'damaged' : 'out_of_memory';
}

const OUR_FAULT =
  /^(?:bwrap|choom|nice|prlimit|setpriv|unshare): |Resource temporarily unavailable|Too many open files/m;

/** Derives from ffprobe's messages why it found nothing; it has one for each refusal. */
export function toProbeError(reading: Refused, { code, stderr }: CagedExit): ProbeError {
  // ffprobe didn't see the file: the cage or the machine did not let it work.
  const isSilent = code !== 0 && stderr.trim() === '';
  if (isSilent || OUR_FAULT.test(stderr)) return new ProbeError('tool_failed', stderr);
  if (/exceeds max_streams/.test(stderr)) return new ProbeError('too_large', 'too many streams');
  if (/not on whitelist/.test(stderr)) return new ProbeError('unsupported_codec', stderr);
  if (/moov atom not found|partial file|truncat|End of file/i.test(stderr))
    return new ProbeError('truncated', stderr);
  if (/Cannot allocate memory/.test(stderr)) return new ProbeError(toMemoryReason(reading), stderr);
  if (/Input\/output error/.test(stderr)) return new ProbeError('unreadable', stderr);
  return new ProbeError('damaged', stderr);
}
