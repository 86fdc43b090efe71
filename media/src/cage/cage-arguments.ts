import { dirname } from 'node:path';

/** Where a caged process sees its only input. */
export const CAGED_INPUT = '/source';

/** Where a caged process sees the folder that it may write to. */
export const CAGED_FOLDER = '/job';

/** The user that owns nothing (`nobody`), outside of the cage and within. */
export const NOBODY = 65534;

/**
 * Arguments of bubblewrap that show a process the system's programs and libraries read-only, and
 * nothing else: no network, no other processes, no capabilities, an empty environment, never root. No
 * session of its own: it is begun in one that has no terminal, and whose share of the cores is set.
 */
export function bubblewrapArguments(programs: readonly string[]): string[] {
  const readOnly = ['/usr', '/lib', '/lib32', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'];
  const elsewhere = new Set(
    programs.map((program) => dirname(program)).filter((folder) => !folder.startsWith('/usr/')),
  );
  return [
    ...['--unshare-all', '--unshare-user', '--uid', String(NOBODY), '--gid', String(NOBODY)],
    '--die-with-parent',
    ...['--cap-drop', 'ALL'],
    ...[...readOnly, ...elsewhere].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc'],
    ...['--dev', '/dev'],
    ...['--chdir', '/'],
    '--clearenv',
    ...['--setenv', 'PATH', '/usr/bin:/bin'],
    ...['--setenv', 'LC_ALL', 'C'],
    ...['--setenv', 'MALLOC_ARENA_MAX', '2'],
  ];
}

/**
 * The last arguments, behind what is bound: nothing else can be written to, and the filter of system
 * calls comes by the descriptor `filterFd`, if there is one.
 */
export function sealArguments(filterFd: number | null): string[] {
  return [
    ...['--remount-ro', '/'],
    ...(filterFd === null ? [] : ['--seccomp', String(filterFd)]),
    '--',
  ];
}

/** Bounds of one media process. */
export type Limits = {
  memoryBytes: number;
  /** of a source's picture and those that are made of it; 0 unless told */
  pixels?: number;
  cpuSeconds: number;
  /** largest file that may be written; default none at all, because outputs are pipes */
  fileBytes?: number;
};

/** Arguments of prlimit; `memoryBytes` is what the machine can give of what is asked. */
export function limitArguments(limits: Limits, memoryBytes: number): string[] {
  return [
    `--as=${Math.round(memoryBytes)}`,
    `--cpu=${Math.round(limits.cpuSeconds)}`,
    '--core=0',
    `--fsize=${Math.round(limits.fileBytes ?? 0)}`,
    '--nofile=64',
  ];
}
