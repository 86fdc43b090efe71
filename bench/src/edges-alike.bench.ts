// Promise: of 100,000 random requests, right and wrong ones, nginx and the built-in edge answer none
// differently. Run: node bench/src/edges-alike.bench.ts [requests, 100000] [seed, 1]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { compareEdges } from '@kinora/edge/nginx/test-compare-edges';
import {
  endConnections,
  startBuiltInEdge,
  startNginxEdge,
} from '@kinora/edge/nginx/test-nginx-edge';
import { publishWorld } from '@kinora/edge/nginx/test-world';
import { TEST_ACCESS } from '@kinora/edge/test-edge';
import { openStorage } from '@kinora/storage/storage';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-alike-'));
const storage = await openStorage(pathToFileURL(folder).href, {});
const quiet = { info: () => undefined, warn: console.warn, error: console.error };
const countries = await openCountries(getPackagedCountries(), quiet);
const access = { ...TEST_ACCESS, findCountry: (address: string) => countries.find(address) };
await publishWorld(storage);
const builtIn = await startBuiltInEdge({ storage, access });
const nginx = await startNginxEdge({ storage, access });
try {
  // The first ones are the edge's to answer.
  await compareEdges({ builtIn, nginx }, 2000, seed + 1);
  await sleep(2000);
  const { differences, statuses, byNginxAlone } = await compareEdges(
    { builtIn, nginx },
    count,
    seed,
  );
  const answers = [...statuses].toSorted(([one], [other]) => one - other);
  console.log(answers.map(([status, times]) => `${status}: ${times}`).join(', '));
  console.log(`${byNginxAlone} of ${count} answered by nginx alone`);
  console.log(`${differences.length} answered differently (promise: 0)`);
  for (const { sent, builtIn: one, nginx: other } of differences.slice(0, 5)) {
    console.log(sent, `\nbuilt in: ${one}\n\nnginx: ${other}\n`);
  }
  if (differences.length > 0) process.exitCode = 1;
} finally {
  endConnections();
  await nginx.close();
  await builtIn.close();
  countries.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
}
