import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import { createGeoDatabaseGauge, eventLoopUtilization, metrics } from './metrics.ts';

async function readUtilization(): Promise<number> {
  const { values } = await eventLoopUtilization.get();
  return values[0]?.value ?? Number.NaN;
}

test('a scrape tells which share of the time since the last one was busy', async () => {
  await readUtilization();
  await pause(200);
  const idle = await readUtilization();
  const until = performance.now() + 100;
  while (performance.now() < until);
  const busy = await readUtilization();
  assert.ok(idle >= 0 && idle < busy && busy <= 1, `${idle} idle, ${busy} busy`);
});

test('no figure is told that is hardly sampled', async () => {
  const text = await metrics.metrics();
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
  assert.doesNotMatch(text, /nodejs_eventloop_lag_(?!seconds)/);
});

test('the age of the file of countries is that of the file in use at each scrape', async () => {
  let builtMs = 1_780_000_000_000;
  const gauge = createGeoDatabaseGauge(() => builtMs);
  const read = async () => (await gauge.get()).values[0]?.value;
  assert.equal(await read(), 1_780_000_000);
  builtMs = 1_790_000_000_000;
  assert.equal(await read(), 1_790_000_000);
});
