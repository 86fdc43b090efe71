import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { MediaToolsError } from './errors.ts';
import { findProgram } from './find-program.ts';
import { type MemoryShare, computeMemoryShare } from './memory-share.ts';
import { findPackager } from './packager-program.ts';
import { countsProcessesByCage, findSandbox, type Sandbox, tryProgram } from './sandbox.ts';

const run = promisify(execFile);

/** The media tools of this machine, found once at start by `findMediaTools`. */
export type MediaTools = Sandbox & {
  ffmpeg: string;
  ffprobe: string;
  /** null where shaka-packager has no program for this platform: DRM is not available */
  packager: string | null;
  /** as ffmpeg states it, e.g. `5.1.9-0+deb12u1` */
  version: string;
  /**
   * Differs where segments encoded here might not play together with another machine's: another
   * build of ffmpeg, or other arguments.
   */
  fingerprint: string;
  /** null where the system has no prlimit: then only our own timers limit a process */
  prlimit: string | null;
  /** null where the system has no choom: then the kernel may kill others first when memory runs out */
  choom: string | null;
  /** max threads and processes of a cage; null where the kernel counts them otherwise */
  maxProcesses: number | null;
  memory: MemoryShare;
  canToneMap: boolean;
  /** codecs that can be encoded: of h264, hevc, av1, vp9, aac and opus */
  codecs: ReadonlySet<string>;
  /** a line for the start log: version, sandbox, and problems */
  description: string;
};

/**
 * Counts changes of encoder arguments (`encode-arguments.ts` and its imports) after which old and
 * new segments don't play together.
 */
const ENCODER_ARGUMENTS_VERSION = 4;

const MIN_VERSION: readonly [number, number] = [5, 1];

// First release of each branch that fixes all decoder memory faults known in autumn 2026.
const SECURE_PATCH: Readonly<Record<string, number>> = { '5.1': 9, '6.1': 3, '7.1': 2 };

const ENCODERS: Readonly<Record<string, string>> = {
  h264: 'libx264',
  hevc: 'libx265',
  av1: 'libsvtav1',
  vp9: 'libvpx-vp9',
  aac: 'aac',
  opus: 'libopus',
};

const REQUIRED = { encoders: ['libx264', 'aac', 'mjpeg'], filters: ['bwdif', 'aresample', 'tpad'] };

type Options = {
  ffmpegPath?: string;
  ffprobePath?: string;
  /** pieces that are encoded at once */
  slots?: number;
};

/**
 * Finds ffmpeg, ffprobe and whether a sandbox really works here, by starting each.
 * Throws MediaToolsError when ffmpeg is missing, older than 5.1, or lacks x264 or AAC.
 */
export async function findMediaTools(options: Options = {}): Promise<MediaTools> {
  const ffmpeg = options.ffmpegPath ?? (await findProgram('ffmpeg'));
  const ffprobe = options.ffprobePath ?? (await findProgram('ffprobe'));
  if (!ffmpeg || !ffprobe)
    throw new MediaToolsError(`${ffmpeg ? 'ffprobe' : 'ffmpeg'} was not found in PATH`);
  const { version, fingerprint } = await readVersion(ffmpeg);
  await readVersion(ffprobe);
  const abilities = await checkAbilities(ffmpeg);
  const found = await findPackager();
  const programs = [await realpath(ffmpeg), await realpath(ffprobe), ...(found ? [found] : [])];
  const sandbox = await findSandbox(programs);
  const limits = await findLimits();
  const packager = found && (await canRun(sandbox, found)) ? found : null;
  const remarks = [
    describeSandbox(sandbox),
    limits.prlimit ? null : 'no prlimit: memory of media processes is not limited',
    limits.choom ? null : 'no choom: short of memory, the kernel may end others first',
    lacksSecurityFixes(version) ? 'WARNING: this ffmpeg lacks security fixes, update it' : null,
    ...describeAbilities(abilities),
    packager ? null : `no packager ${found ? 'that may be run' : 'for this platform'}: no DRM`,
  ];
  return {
    ffmpeg: await realpath(ffmpeg),
    ffprobe: await realpath(ffprobe),
    packager,
    version,
    fingerprint,
    ...sandbox,
    ...limits,
    ...abilities,
    memory: computeMemoryShare(options.slots ?? availableParallelism()),
    description: [`ffmpeg ${version}`, ...remarks.filter((remark) => remark !== null)].join('; '),
  };
}

type Limiting = Pick<MediaTools, 'prlimit' | 'choom' | 'maxProcesses'>;

async function findLimits(): Promise<Limiting> {
  const [prlimit, choom] = [await findProgram('prlimit'), await findProgram('choom')];
  // A cage has no /bin, which may be a link.
  const resolved = prlimit && (await realpath(prlimit));
  // An encode of many renditions has some hundred threads, and some per core.
  const maxProcesses = countsProcessesByCage() ? 512 + 64 * availableParallelism() : null;
  return { prlimit: resolved, choom, maxProcesses };
}

/** Only root may run a packager from a checkout in root's own folder. */
async function canRun({ account, wrapper }: Sandbox, program: string): Promise<boolean> {
  return !account || (await tryProgram([...wrapper, program, '--version'], { account })) === null;
}

function describeSandbox({ sandbox, filter, account, lack }: Sandbox): string {
  const none = `WARNING: no sandbox works here (${lack}), only limits hold`;
  if (sandbox === 'none') return account ? `${none}, and media programs run as nobody` : none;
  return filter
    ? 'sandbox: bubblewrap with a filter of system calls'
    : 'sandbox: bubblewrap; no filter of system calls is known for this processor';
}

function describeAbilities({ codecs, canToneMap }: Pick<MediaTools, 'codecs' | 'canToneMap'>) {
  const missing = Object.keys(ENCODERS).filter((codec) => !codecs.has(codec));
  return [
    missing.length > 0 ? `cannot encode ${missing.join(', ')}` : null,
    canToneMap ? null : 'no zscale: HDR sources keep their flat colours',
  ];
}

async function readVersion(program: string): Promise<{ version: string; fingerprint: string }> {
  const output = await readOutput(program, ['-version']);
  const version = /version (\S+)/.exec(output)?.[1];
  if (!version) throw new MediaToolsError('ffmpeg does not say its version');
  const [major, minor] = parseVersion(version);
  // Builds from git have names like N-109741 without a version; they are accepted.
  if (
    major !== null &&
    (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && (minor ?? 0) < MIN_VERSION[1]))
  )
    throw new MediaToolsError(`ffmpeg ${version} is too old: 5.1 or newer is needed`);
  // ffmpeg states its version, configuration and libraries.
  const text = `${ENCODER_ARGUMENTS_VERSION}\n${output}`;
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { version, fingerprint };
}

function parseVersion(version: string): [number | null, number | null, number] {
  const found = /^n?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : [null, null, 0];
}

function lacksSecurityFixes(version: string): boolean {
  const [major, minor, patch] = parseVersion(version);
  return major !== null && patch < (SECURE_PATCH[`${major}.${minor}`] ?? 0);
}

async function checkAbilities(ffmpeg: string): Promise<Pick<MediaTools, 'codecs' | 'canToneMap'>> {
  const names = async (option: string): Promise<Set<string>> => {
    const output = await readOutput(ffmpeg, ['-hide_banner', option]);
    return new Set(output.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
  };
  const [encoders, filters] = [await names('-encoders'), await names('-filters')];
  const missing = [
    ...REQUIRED.encoders.filter((name) => !encoders.has(name)),
    ...REQUIRED.filters.filter((name) => !filters.has(name)),
  ];
  if (missing.length > 0) throw new MediaToolsError(`ffmpeg lacks ${missing.join(', ')}`);
  const codecs = Object.keys(ENCODERS).filter((codec) => encoders.has(ENCODERS[codec] ?? ''));
  return { codecs: new Set(codecs), canToneMap: filters.has('zscale') && filters.has('tonemap') };
}

async function readOutput(program: string, args: string[]): Promise<string> {
  try {
    return (await run(program, args, { timeout: 20_000, maxBuffer: 4 << 20 })).stdout;
  } catch (cause) {
    throw new MediaToolsError(`${program} does not run`, { cause });
  }
}
