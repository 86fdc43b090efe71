import { readFileSync } from 'node:fs';

/** Halts the processes that follow it while it is on, so that others have their cores. */
export type Brake = {
  /** Turning it on or off when it is so already does nothing. */
  turn: (isOn: boolean) => void;
  isOn: () => boolean;
  /** how long it was on until now, in ms */
  heldMs: () => number;
  /** Halts a process, and what it has started, while it is on. @returns what ends that */
  follow: (pid: number) => () => void;
};

export function createBrake(): Brake {
  const pids = new Set<number>();
  let since: number | null = null;
  let before = 0;
  const heldMs = (): number => before + (since === null ? 0 : performance.now() - since);
  return {
    heldMs,
    isOn: () => since !== null,
    turn(isOn) {
      if (isOn === (since !== null)) return;
      before = heldMs();
      since = isOn ? performance.now() : null;
      for (const pid of pids) halt(pid, isOn);
    },
    follow(pid) {
      pids.add(pid);
      if (since !== null) halt(pid, true);
      return () => void pids.delete(pid);
    },
  };
}

/** From the outermost inwards, so that none starts another meanwhile. */
function halt(pid: number, isHalted: boolean): void {
  try {
    process.kill(pid, isHalted ? 'SIGSTOP' : 'SIGCONT');
  } catch {
    // It is gone.
    return;
  }
  for (const child of childrenOf(pid)) halt(child, isHalted);
}

/** proc_pid_task(5): who is started by the only thread of a wrapper. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return text.split(' ').flatMap((word) => (word ? [Number(word)] : []));
  } catch {
    return [];
  }
}
