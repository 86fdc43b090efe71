import { availableParallelism } from 'node:os';
import { type CagedExit, runCaged } from './cage.ts';
import { inputArguments, memoryLimit } from './demux.ts';
import { ProbeError, type ProbeReason } from './errors.ts';
import type { SourceKind } from './sniff.ts';
import type { MediaTools } from './tools.ts';

/** A source that is being probed. */
export type Reading = {
  tools: MediaTools;
  path: string;
  kind: SourceKind;
  sizeBytes: number;
  signal: AbortSignal | undefined;
};

/** The system's code of an error, for a detail. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'read failed';
}

/**
 * Runs ffprobe on a source in the cage and hands on what it prints. Throws ProbeError when it did not
 * come to its own end, or the signal's reason when aborted.
 */
export async function ffprobe(
  { tools, path, kind, sizeBytes, signal }: Reading,
  show: string[],
  onText: (text: string) => void,
): Promise<CagedExit> {
  const seconds = 60 + sizeBytes / 10_000_000;
  const limits = { memoryBytes: memoryBytes(), cpuSeconds: 2 * seconds };
  const args = (inputUrl: string): string[] => [
    ...['-v', 'error', '-hide_banner', ...show, '-of', 'compact'],
    ...inputArguments(kind, inputUrl),
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
  return exit;
}

function memoryBytes(): number {
  return memoryLimit(8192 * 4320, availableParallelism());
}

// What ffprobe may take for each byte of an honest file, were all of it an index.
const MEMORY_PER_BYTE = 128;
// With less left the machine may be what is short.
const ENOUGH_LEFT = 2 ** 30;

/** What a lack of memory is called: a small file is short of it only by stating what it does not hold. */
export function memoryReason({ sizeBytes }: Pick<Reading, 'sizeBytes'>): ProbeReason {
  const isSmall = sizeBytes * MEMORY_PER_BYTE < memoryBytes();
  return isSmall && process.availableMemory() > ENOUGH_LEFT ? 'damaged' : 'out_of_memory';
}

const OUR_FAULT =
  /^(?:bwrap|nice|prlimit|setpriv|unshare): |Resource temporarily unavailable|Too many open files/m;

/** Why ffprobe found nothing at all, from its words; it has some for each that it refuses. */
export function refused(
  reading: Pick<Reading, 'sizeBytes'>,
  { code, stderr }: CagedExit,
): ProbeError {
  // Nothing was seen of the file: what holds ffprobe, or the machine, did not let it work.
  const isSilent = code !== 0 && stderr.trim() === '';
  if (isSilent || OUR_FAULT.test(stderr)) return new ProbeError('tool_failed', stderr);
  if (/not on whitelist/.test(stderr)) return new ProbeError('unsupported_codec', stderr);
  if (/moov atom not found|partial file|truncat|End of file/i.test(stderr))
    return new ProbeError('truncated', stderr);
  if (/Cannot allocate memory/.test(stderr)) return new ProbeError(memoryReason(reading), stderr);
  if (/Input\/output error/.test(stderr)) return new ProbeError('unreadable', stderr);
  return new ProbeError('damaged', stderr);
}
