// Reads /proc. Where there is none, nothing is found.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second and pages of 4 KiB, whatever the machine does. */
const MS_OF_TICK = 10;
const PAGE_BYTES = 4096;

export function listPids() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/**
 * @param {number | string} pid or `self`
 * @returns {{parent: number, session: number, cpuMs: number} | undefined} undefined once it is gone;
 *   `cpuMs` with that of ended processes that it has waited for
 */
export function readProcess(pid) {
  const stat = readText(`/proc/${pid}/stat`);
  if (!stat) return undefined;
  // proc(5). The name in parentheses may hold blanks and parentheses itself: fields count from there.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, parent, , session] = fields.map(Number);
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number);
  return { parent, session, cpuMs: (utime + stime + cutime + cstime) * MS_OF_TICK };
}

/** Without what it shares with others, such as the program itself, which would count many times. */
export function readOwnBytes(pid) {
  const [, resident = 0, shared = 0] = readText(`/proc/${pid}/statm`).split(' ').map(Number);
  return (resident - shared) * PAGE_BYTES;
}

export function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
