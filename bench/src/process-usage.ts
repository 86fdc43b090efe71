import { readFileSync } from 'node:fs';

// These read the use of processes from Linux.

type Process = { pid: number; command: string };

/** Lists the processes that a process started, and those that they started. */
export function descendants(pid: number): Process[] {
  return children(pid).flatMap((child) => [
    { pid: child, command: read(child, 'cmdline').replaceAll('\0', ' ') },
    ...descendants(child),
  ]);
}

export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1024;
}

/** The memory of a process, including its share of memory that it has in common with others. */
export function proportionalMb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
}

/** Sums the memory of a process's descendants whose command matches. */
export function descendantsMb(pid: number, command = /(?:)/): number {
  const all = descendants(pid).filter((each) => command.test(each.command));
  return all.reduce((sum, each) => sum + residentMb(each.pid), 0);
}

/** Returns the seconds that a process ran, and that its first thread, which answers, waited for a core. */
export function cpuSeconds(pid: number): { runs: number; waits: number } {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  const runs = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  return { runs, waits: Number(read(pid, 'schedstat').split(' ')[1] ?? 0) / 1e9 };
}

/** Returns the CPU seconds of a process's children that have ended. */
export function endedSeconds(pid: number): number {
  const fields = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}

function children(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Returns nothing for a process that has ended in the meantime. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1').trim();
  } catch {
    return '';
  }
}
