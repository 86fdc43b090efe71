// Writes contract/generated/routes.json from the contract; `--check` compares.
import { readFile, writeFile } from 'node:fs/promises';
import type { AnyContractProcedure } from '@orpc/contract';
import { contract } from '../contract/src/router.ts';

// The console needs methods and paths: neither schemas nor what is said of a call for the server
// and for people comes into its first load.
const file = new URL('../contract/generated/routes.json', import.meta.url);
const routes = Object.entries(contract).map(([feature, calls]) => [
  feature,
  Object.fromEntries(
    Object.entries<AnyContractProcedure>(calls).map(([name, call]) => [name, addressOf(call)]),
  ),
]);
const text = `${JSON.stringify(Object.fromEntries(routes), null, 1)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8')) !== text) {
  console.error('routes.json does not match the contract: run npm run generate.');
  process.exitCode = 1;
}

function addressOf(call: AnyContractProcedure) {
  const { method, path, inputStructure, outputStructure } = call['~orpc'].route;
  if (inputStructure ?? outputStructure) throw new Error(`The console can't make ${path} detailed`);
  return [method, path];
}
