import { dirname } from 'node:path';

/** A caged process sees its only input here. */
export const CAGED_INPUT = '/source';

/** A caged process sees the folder that it may write to here. */
export const CAGED_FOLDER = '/job';

/** The user that owns nothing (`nobody`), outside of the cage and within. */
export const NOBODY = 65534;

/**
 * Builds arguments of bubblewrap that show a process the system's programs and libraries read-only, and
 * nothing else: no network, no other processes, no capabilities, an empty environment, never root. The
 * process keeps the session it starts in, which has no terminal and a set share of the cores.
 */
export function buildBubblewrapArguments(programs: readonly string[]): string[] {
  const readOnly = ['/usr', '/lib', '/lib32', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'];
  const elsewhere = new Set(
    programs.map((program) => dirname(program)).filter((folder) => !folder.startsWith('/usr/')),
  );
  return [
    '--unshare-all',
    '--unshare-user',
    '--uid',
    String(NOBODY),
    '--gid',
    String(NOBODY),
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...[...readOnly, ...elsewhere].flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--chdir',
    '/',
    '--clearenv',
    '--setenv',
    'PATH',
    '/usr/bin:/bin',
    '--setenv',
    'LC_ALL',
    'C',
    '--setenv',
    'MALLOC_ARENA_MAX',
    '2',
  ];
}

/**
 * Builds the last arguments, behind those that bind: nothing else can be written to. The filter of
 * system calls is read from the descriptor `filterFd`, if there is one.
 */
export function buildSealArguments(filterFd: number | null): string[] {
  return ['--remount-ro', '/', ...(filterFd === null ? [] : ['--seccomp', String(filterFd)]), '--'];
}

/** Bounds of one media process. */
export type Limits = {
  memoryBytes: number;
  /** pixels of a source's frame and of the frames made from it; default 0 */
  pixels?: number;
  cpuSeconds: number;
  /** largest file that may be written; default none, because outputs are pipes */
  fileBytes?: number;
};

/** Builds arguments of prlimit; `memoryBytes` is what the machine can give of the requested memory. */
export function buildLimitArguments(limits: Limits, memoryBytes: number): string[] {
  return [
    `--as=${Math.round(memoryBytes)}`,
    `--cpu=${Math.round(limits.cpuSeconds)}`,
    '--core=0',
    `--fsize=${Math.round(limits.fileBytes ?? 0)}`,
    '--nofile=64',
  ];
}
