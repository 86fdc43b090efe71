import { readdir, readFile } from 'node:fs/promises';

export type Process = { pid: number; command: string };

/** Processes of a product: those with its DATA_DIR in their environment, and its PostgreSQL's. */
export async function processesOf(dataDir: string): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      const [environment, command] = await Promise.all([read('environ'), read('cmdline')]);
      const isOurs = environment.includes(`DATA_DIR=${dataDir}\0`) || command.includes(dataDir);
      return isOurs ? [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }] : [];
    }),
  );
  return found.flat();
}

/** Ends processes at once; those that are gone already are no error. */
export function killAll(processes: readonly Process[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
