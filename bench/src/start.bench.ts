// Measures `npm start` with everything installed, to `/readyz` 200. Promise: ≤ 6 s. The first start makes
// the database, the others find it. Run: node bench/src/start.bench.ts [starts, 6]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './median.ts';
import { startProduct } from './product.ts';

const starts = Number(process.argv[2] ?? 6);
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
const seconds: number[] = [];
for (let n = 0; n < starts; n += 1) {
  const { startMs, stop } = await startProduct(folder);
  seconds.push(startMs / 1000);
  await stop();
}
await rm(folder, { recursive: true });
const [first = Number.NaN, ...again] = seconds;
console.log(
  `first start ${first.toFixed(2)} s, later ones median ${median(again).toFixed(2)} s (most 6)`,
);
