import { type CagedExit, runCaged } from '../cage/cage.ts';
import { inputArguments, MAX_PIXELS } from './demux.ts';
import { ProbeError, type ProbeReason } from '../cage/errors.ts';
import type { SourceKind } from './sniff.ts';
import type { MediaTools } from '../cage/tools.ts';

/** A source that is being probed. */
export type Reading = {
  tools: MediaTools;
  path: string;
  kind: SourceKind;
  sizeBytes: number;
  /** what a picture of each stream may have */
  maxPixels: number;
  signal: AbortSignal | undefined;
};

/** The system's code of an error, for a detail. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'read failed';
}

// A long index takes gigabytes; the machine's share is what bounds it.
const MEMORY_BYTES = 16 * 2 ** 30;

/**
 * Runs ffprobe on a source in the cage and hands on what it prints. Throws ProbeError when it did not
 * come to its own end, or the signal's reason when aborted.
 */
export async function ffprobe(
  { tools, path, kind, sizeBytes, maxPixels, signal }: Reading,
  show: string[],
  onText: (text: string) => void,
): Promise<CagedExit> {
  const seconds = 60 + sizeBytes / 10_000_000;
  const limits = { memoryBytes: MEMORY_BYTES, cpuSeconds: 2 * seconds };
  const args = (inputUrl: string): string[] => [
    ...['-v', 'error', '-hide_banner', ...show, '-of', 'compact'],
    ...inputArguments(kind, inputUrl, maxPixels),
  ];
  const job = { program: 'ffprobe', args, inputPath: path, pipes: 0, limits, signal } as const;
  const exit = await runCaged(tools, job, seconds * 1000, onText).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ProbeError('tool_failed', errorCode(cause), { cause });
  });
  // 152: SIGXCPU as bubblewrap reports it.
  if (exit.timedOut || exit.signal === 'SIGXCPU' || exit.code === 152)
    throw new ProbeError('probe_timeout', exit.stderr);
  if (exit.signal || exit.code === 137) throw new ProbeError('tool_failed', exit.stderr);
  // A stream among many, which an encode would open as well.
  if (maxPixels < MAX_PIXELS && /exceeds specified max pixel count/.test(exit.stderr))
    throw new ProbeError('too_large', 'all streams of pictures together');
  return exit;
}

// What ffprobe may take for each byte of an honest file, were all of it an index.
const MEMORY_PER_BYTE = 128;
// With less left the machine may be what is short.
const ENOUGH_LEFT = 2 ** 30;
// Of decoding one stream: H.264 says no more than that it has no frame when this is not there.
const BASE_NEED = 2 ** 29;
const NEED_OF_PIXEL = 16;

/** Whether pictures of this size may be more than the machine can decode. */
export function lacksMemoryFor(tools: Pick<MediaTools, 'memory'>, pixels: number): boolean {
  return tools.memory.eachBytes < BASE_NEED + NEED_OF_PIXEL * pixels;
}

type Judged = { tools: Pick<MediaTools, 'memory'>; sizeBytes: number };

/** What a lack of memory is called: a small file is short of it only by stating what it does not hold. */
export function memoryReason({ tools, sizeBytes }: Judged): ProbeReason {
  const isSmall = sizeBytes * MEMORY_PER_BYTE < tools.memory.eachBytes;
  if (lacksMemoryFor(tools, MAX_PIXELS)) return 'out_of_memory';
  return isSmall && process.availableMemory() > ENOUGH_LEFT ? 'damaged' : 'out_of_memory';
}

const OUR_FAULT =
  /^(?:bwrap|choom|nice|prlimit|setpriv|unshare): |Resource temporarily unavailable|Too many open files/m;

/** Why ffprobe found nothing at all, from its words; it has some for each that it refuses. */
export function refused(reading: Judged, { code, stderr }: CagedExit): ProbeError {
  // Nothing was seen of the file: what holds ffprobe, or the machine, did not let it work.
  const isSilent = code !== 0 && stderr.trim() === '';
  if (isSilent || OUR_FAULT.test(stderr)) return new ProbeError('tool_failed', stderr);
  if (/exceeds max_streams/.test(stderr)) return new ProbeError('too_large', 'too many streams');
  if (/not on whitelist/.test(stderr)) return new ProbeError('unsupported_codec', stderr);
  if (/moov atom not found|partial file|truncat|End of file/i.test(stderr))
    return new ProbeError('truncated', stderr);
  if (/Cannot allocate memory/.test(stderr)) return new ProbeError(memoryReason(reading), stderr);
  if (/Input\/output error/.test(stderr)) return new ProbeError('unreadable', stderr);
  return new ProbeError('damaged', stderr);
}
