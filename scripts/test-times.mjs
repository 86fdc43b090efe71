import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const path = join(root, 'scripts/generated/test-times.json');

/**
 * The times of test files in the last `npm test -- --record`: wall and CPU.
 *
 * @returns {Record<string, {seconds: number, cpuSeconds: number, peakMb: number}>}
 */
export function readTimes() {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Takes in what these files took, and forgets those that are gone. */
export function recordTimes(results) {
  const times = readTimes();
  for (const { file, durationMs, cpuMs, peakBytes } of results) {
    times[file] = {
      seconds: round(durationMs / 1000),
      cpuSeconds: round(cpuMs / 1000),
      peakMb: Math.round(peakBytes / 1_000_000),
    };
  }
  const lines = Object.entries(times)
    .filter(([file]) => existsSync(join(root, file)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, took]) => `  ${JSON.stringify(file)}: ${JSON.stringify(took)}`);
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}

function round(seconds) {
  return Math.round(seconds * 10) / 10;
}
