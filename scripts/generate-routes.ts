// Writes contract/generated/routes.json from the contract; `--check` compares.
import { readFile, writeFile } from 'node:fs/promises';
import { minifyContractRouter } from '@orpc/contract';
import { contract } from '../contract/src/router.ts';

// The console needs methods and paths, not schemas: this keeps zod out of its first load.
const file = new URL('../contract/generated/routes.json', import.meta.url);
const text = `${JSON.stringify(minifyContractRouter(contract), null, 1)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8')) !== text) {
  console.error('routes.json does not match the contract: run npm run generate.');
  process.exitCode = 1;
}
