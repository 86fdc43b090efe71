import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { bubblewrapArguments } from './cage-arguments.ts';
import { MediaToolsError } from './errors.ts';
import { findPackager } from './packager-program.ts';

const run = promisify(execFile);

/** How a media process is kept from the network and from other files, best first. */
export type Sandbox = 'bubblewrap' | 'unshare' | 'none';

/** What was found on this machine; made once at start by `findMediaTools`. */
export type MediaTools = {
  ffmpeg: string;
  ffprobe: string;
  /** null where shaka-packager has no program for this platform: nothing can be protected by DRM */
  packager: string | null;
  /** as ffmpeg states it, e.g. `5.1.9-0+deb12u1` */
  version: string;
  /**
   * Differs where segments that ffmpeg encodes here might not be playable together with another
   * machine's: another build of it, or other arguments.
   */
  fingerprint: string;
  sandbox: Sandbox;
  /** argv in front of the program, without the part that depends on the input */
  wrapper: string[];
  /** null where the system has no prlimit: then nothing bounds memory and time but our own clock */
  prlimit: string | null;
  canToneMap: boolean;
  /** what can be encoded: of h264, hevc, av1, vp9, aac and opus */
  codecs: ReadonlySet<string>;
  /** One line for the start log: version, sandbox, and what is amiss. */
  description: string;
};

/**
 * Counts changes of what we ask encoders for (`encode-arguments.ts` and what it is made of) after which
 * segments of before and after don't go together.
 */
const ENCODER_ARGUMENTS = 1;

const OLDEST: readonly [number, number] = [5, 1];

// First release of each branch with all decoder memory faults known in autumn 2026 mended.
const SECURE_PATCH: Readonly<Record<string, number>> = { '5.1': 9, '6.1': 3, '7.1': 2 };

const ENCODERS: Readonly<Record<string, string>> = {
  h264: 'libx264',
  hevc: 'libx265',
  av1: 'libsvtav1',
  vp9: 'libvpx-vp9',
  aac: 'aac',
  opus: 'libopus',
};

const WANTED = { encoders: ['libx264', 'aac', 'mjpeg'], filters: ['bwdif', 'aresample', 'tpad'] };

/**
 * Finds ffmpeg, ffprobe and the best sandbox that really works here, by starting each.
 * Throws MediaToolsError when ffmpeg is missing, older than 5.1, or lacks x264 or AAC.
 */
export async function findMediaTools(
  options: { ffmpegPath?: string; ffprobePath?: string } = {},
): Promise<MediaTools> {
  const ffmpeg = options.ffmpegPath ?? (await findProgram('ffmpeg'));
  const ffprobe = options.ffprobePath ?? (await findProgram('ffprobe'));
  if (!ffmpeg || !ffprobe)
    throw new MediaToolsError(`${ffmpeg ? 'ffprobe' : 'ffmpeg'} was not found in PATH`);
  const { version, fingerprint } = await readVersion(ffmpeg);
  await readVersion(ffprobe);
  const { encoders, filters } = await checkAbilities(ffmpeg);
  const packager = await findPackager();
  const programs = [
    await realpath(ffmpeg),
    await realpath(ffprobe),
    ...(packager ? [packager] : []),
  ];
  const { sandbox, wrapper } = await findSandbox(programs);
  const prlimit = await findProgram('prlimit');
  const canToneMap = filters.has('zscale') && filters.has('tonemap');
  const codecs = Object.keys(ENCODERS).filter((codec) => encoders.has(ENCODERS[codec] ?? ''));
  const missing = Object.keys(ENCODERS).filter((codec) => !codecs.includes(codec));
  const remarks = [
    sandboxRemark(sandbox),
    prlimit ? null : 'no prlimit: memory of media processes is not limited',
    isBehind(version) ? 'WARNING: this ffmpeg lacks security fixes, update it' : null,
    missing.length > 0 ? `cannot encode ${missing.join(', ')}` : null,
    canToneMap ? null : 'no zscale: HDR sources keep their flat colours',
    packager ? null : 'no packager for this platform: DRM is not possible',
  ];
  return {
    ffmpeg: await realpath(ffmpeg),
    ffprobe: await realpath(ffprobe),
    packager,
    version,
    fingerprint,
    sandbox,
    wrapper,
    prlimit,
    canToneMap,
    codecs: new Set(codecs),
    description: [`ffmpeg ${version}`, ...remarks.filter((remark) => remark !== null)].join('; '),
  };
}

function sandboxRemark(sandbox: Sandbox): string {
  if (sandbox === 'bubblewrap') return 'sandbox: bubblewrap';
  if (sandbox === 'unshare')
    return 'sandbox: no network (unshare); install bubblewrap to hide files too';
  return 'WARNING: no sandbox works here (bubblewrap and unshare failed), only limits hold';
}

/** Absolute path of a program in PATH, or null. */
async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!folder.startsWith('/')) continue;
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}

async function readVersion(program: string): Promise<{ version: string; fingerprint: string }> {
  const output = await ask(program, ['-version']);
  const version = /version (\S+)/.exec(output)?.[1];
  if (!version) throw new MediaToolsError('ffmpeg does not say its version');
  const [major, minor] = numbers(version);
  // Builds from git have names like N-109741: they state no number and are taken as they are.
  if (major !== null && (major < OLDEST[0] || (major === OLDEST[0] && (minor ?? 0) < OLDEST[1])))
    throw new MediaToolsError(`ffmpeg ${version} is too old: 5.1 or newer is needed`);
  // Version, configuration and libraries of it, as it states them.
  const text = `${ENCODER_ARGUMENTS}\n${output}`;
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { version, fingerprint };
}

function numbers(version: string): [number | null, number | null, number] {
  const found = /^n?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : [null, null, 0];
}

function isBehind(version: string): boolean {
  const [major, minor, patch] = numbers(version);
  return major !== null && patch < (SECURE_PATCH[`${major}.${minor}`] ?? 0);
}

async function checkAbilities(
  ffmpeg: string,
): Promise<{ encoders: Set<string>; filters: Set<string> }> {
  const names = async (option: string): Promise<Set<string>> => {
    const output = await ask(ffmpeg, ['-hide_banner', option]);
    return new Set(output.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
  };
  const [encoders, filters] = [await names('-encoders'), await names('-filters')];
  const missing = [
    ...WANTED.encoders.filter((name) => !encoders.has(name)),
    ...WANTED.filters.filter((name) => !filters.has(name)),
  ];
  if (missing.length > 0) throw new MediaToolsError(`ffmpeg lacks ${missing.join(', ')}`);
  return { encoders, filters };
}

async function ask(program: string, args: string[]): Promise<string> {
  try {
    return (await run(program, args, { timeout: 20_000, maxBuffer: 4 << 20 })).stdout;
  } catch (cause) {
    throw new MediaToolsError(`${program} does not run`, { cause });
  }
}

/** Tries each sandbox with the real program, because kernels and containers forbid them silently. */
async function findSandbox(
  programs: readonly string[],
): Promise<{ sandbox: Sandbox; wrapper: string[] }> {
  const [ffmpeg = ''] = programs;
  const works = (argv: string[]): Promise<boolean> => {
    const [program = ffmpeg, ...args] = argv;
    return run(program, [...args, ...(argv.length > 0 ? [ffmpeg] : []), '-version'], {
      timeout: 20_000,
    }).then(
      () => true,
      () => false,
    );
  };
  const bwrap = await findProgram('bwrap');
  if (bwrap) {
    const wrapper = [bwrap, ...bubblewrapArguments(programs)];
    if (await works([...wrapper, '--'])) return { sandbox: 'bubblewrap', wrapper };
  }
  const setpriv = await findProgram('setpriv');
  const dieWithParent = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'] : [];
  const bare = (await works(dieWithParent)) ? dieWithParent : [];
  const unshare = await findProgram('unshare');
  for (const flags of unshare ? [['-n'], ['-r', '-n']] : []) {
    const wrapper = [unshare ?? '', ...flags, '--', ...bare];
    if (await works(wrapper)) return { sandbox: 'unshare', wrapper };
  }
  return { sandbox: 'none', wrapper: bare };
}
