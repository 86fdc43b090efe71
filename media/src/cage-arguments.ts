import { dirname } from 'node:path';

/** Where a caged process sees its only input. */
export const CAGED_INPUT = '/source';

/** Where a caged process sees the folder that it may write to. */
export const CAGED_FOLDER = '/job';

/**
 * Arguments of bubblewrap that show a process the system's programs and libraries read-only, and
 * nothing else: no network, no other processes, no capabilities, an empty environment. No session of
 * its own: it is begun in one that has no terminal, and whose share of the cores is set.
 */
export function bubblewrapArguments(programs: readonly string[]): string[] {
  const readOnly = ['/usr', '/lib', '/lib32', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'];
  const elsewhere = new Set(
    programs.map((program) => dirname(program)).filter((folder) => !folder.startsWith('/usr/')),
  );
  return [
    '--unshare-all',
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

/** Bounds of one media process. */
export type Limits = {
  memoryBytes: number;
  cpuSeconds: number;
  /** largest file that may be written; default none at all, because outputs are pipes */
  fileBytes?: number;
};

/** Arguments of prlimit. */
export function limitArguments(limits: Limits): string[] {
  return [
    `--as=${Math.round(limits.memoryBytes)}`,
    `--cpu=${Math.round(limits.cpuSeconds)}`,
    '--core=0',
    `--fsize=${Math.round(limits.fileBytes ?? 0)}`,
    '--nofile=64',
  ];
}
