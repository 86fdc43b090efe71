import { writeFile } from 'node:fs/promises';
import { minifyContractRouter } from '@orpc/contract';
import { contract } from '../contract/src/router.ts';

/** The console needs methods and paths, not schemas: this keeps zod out of its first load. */
export function routesJson(): string {
  return `${JSON.stringify(minifyContractRouter(contract), null, 1)}\n`;
}

if (import.meta.main) {
  await writeFile(new URL('../contract/generated/routes.json', import.meta.url), routesJson());
}
