import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { SEGMENT, startEdgeUnderTest, testStream } from './test-edge.ts';
import { startCachingNginx } from './test-nginx.ts';

async function fetchSegment(url: string, range?: string) {
  const path = `${url}/streams/vid1/rev1/v720/1.m4s`;
  const response = await fetch(path, range ? { headers: { range } } : {});
  const bytes = Buffer.from(await response.arrayBuffer());
  const from = response.headers.get('x-cache');
  return { status: response.status, bytes, from, waitMs: response.headers.get('x-wait-ms') };
}

test('behind a caching proxy a wait is told to who waited, and to nobody after', async (t) => {
  const requested = Promise.withResolvers<void>();
  const edge = await startEdgeUnderTest(t, { requestSegment: async () => requested.resolve() });
  await edge.publish({ stream: testStream({ open: true }) });
  const proxy = await startCachingNginx(t, edge.url);
  const waiting = fetchSegment(proxy);
  await requested.promise;
  await edge.storage.put('streams/vid1/rev1/v720/1.m4s', SEGMENT);
  const first = await waiting;
  assert.ok(first.bytes.equals(SEGMENT));
  assert.ok(Number(first.waitMs) > 0);

  const second = await fetchSegment(proxy);
  assert.equal(second.from, 'MISS', 'the answer that waited was not kept');
  assert.equal(second.waitMs, null);
  const third = await fetchSegment(proxy);
  assert.deepEqual([third.from, third.waitMs], ['HIT', null]);
  assert.ok(third.bytes.equals(SEGMENT));
  const part = await fetchSegment(proxy, 'bytes=10-19');
  assert.deepEqual([part.status, part.from], [206, 'HIT']);
  assert.ok(part.bytes.equals(SEGMENT.subarray(10, 20)));
});
