import { readFileSync } from 'node:fs';

/** Suspends the processes that are added to it, so that others have their cores. */
export type Suspension = {
  suspend: () => void;
  resume: () => void;
  isSuspended: () => boolean;
  /** how long the processes were suspended until now */
  suspendedMs: () => number;
  /** Adds a process with its children. @returns a function that removes them */
  add: (pid: number) => () => void;
};

export function createSuspension(): Suspension {
  const pids = new Set<number>();
  let since: number | null = null;
  let before = 0;
  const suspendedMs = (): number => before + (since === null ? 0 : performance.now() - since);
  return {
    suspendedMs,
    isSuspended: () => since !== null,
    suspend() {
      if (since !== null) return;
      since = performance.now();
      for (const pid of pids) signalTree(pid, 'SIGSTOP');
    },
    resume() {
      if (since === null) return;
      before = suspendedMs();
      since = null;
      for (const pid of pids) signalTree(pid, 'SIGCONT');
    },
    add(pid) {
      pids.add(pid);
      if (since !== null) signalTree(pid, 'SIGSTOP');
      return () => void pids.delete(pid);
    },
  };
}

/** Signals the outermost process first, so that none starts another in between. */
function signalTree(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
    return;
  }
  for (const child of listChildren(pid)) signalTree(child, signal);
}

/** proc_pid_task(5) lists the children of one thread; a wrapper has only one. */
function listChildren(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return text.split(' ').flatMap((word) => (word ? [Number(word)] : []));
  } catch {
    return [];
  }
}
