import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Each writes one committed file from others; with `--check` it only says whether it would. */
const GENERATORS = ['generate-routes.ts', 'generate-words.ts', 'generate-database-types.ts'];

const runs = GENERATORS.map(async (generator) => {
  const script = join(import.meta.dirname, generator);
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  await once(child, 'exit');
  return child.exitCode === 0;
});
process.exitCode = (await Promise.all(runs)).every(Boolean) ? 0 : 1;
