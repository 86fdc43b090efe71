import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishedVideo } from '@kinora/contract/published';
import { publishChannel, SEGMENT, startEdgeUnderTest, testStream } from './test-edge.ts';
import { startCachingNginx } from './test-nginx.ts';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';

async function fetchSegment(url: string, range?: string) {
  const path = `${url}/streams/vid1/rev1/v720/1.m4s`;
  const response = await fetch(path, range ? { headers: { range } } : {});
  const bytes = Buffer.from(await response.arrayBuffer());
  const from = response.headers.get('x-cache');
  return { status: response.status, bytes, from, waitMs: response.headers.get('x-wait-ms') };
}

test('behind a caching proxy only the viewer who waited is told of the wait', async (t) => {
  const requested = Promise.withResolvers<void>();
  const edge = await startEdgeUnderTest(t, { requestSegment: async () => requested.resolve() });
  await edge.publish({ stream: testStream({ open: true }) });
  const { url: proxy } = await startCachingNginx(t, edge.url);
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

const SEGMENT_PATH = '/streams/vid1/rev1/v360/1.m4s';

/** Says what a viewer gets, and whether the cache had it. */
async function watch(address: string) {
  const response = await fetch(address);
  await response.arrayBuffer();
  const { headers, status } = response;
  const reason = headers.get('x-reason');
  return { got: [status, headers.get('x-cache'), reason], stated: headers.get('cache-control') };
}

test('a segment that a revoked key has signed leaves an ordinary cache within the minute that is stated', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const host = new URL(edge.url).host;
  await publishChannel(edge.storage, host, 'team1', SIGNED_CHANNEL);
  const cache = await startCachingNginx(t, edge.url);
  const signed = signAddress(edge.url + SEGMENT_PATH, { expires: 5000 });
  const address = signed.replace(edge.url, cache.url);
  const first = await watch(address);
  assert.deepEqual(first, { got: [200, 'MISS', null], stated: 'public, max-age=60' });
  const { signedUrl } = SIGNED_CHANNEL;
  const revoked = { signedUrl: { ...signedUrl, keys: [] } };
  await publishChannel(edge.storage, host, 'team1', revoked);
  edge.clock.nowMs += 1000;
  assert.equal((await fetch(signed)).status, 403);
  await cache.age(30);
  assert.deepEqual((await watch(address)).got, [200, 'HIT', null]);
  await cache.age(31);
  const refused = await watch(address);
  assert.deepEqual(refused.got, [403, 'EXPIRED', 'signature_invalid']);
  assert.deepEqual(await watch(address), refused, 'the refusal is not kept');
});

test('what was open to everyone leaves an ordinary cache within a day after it was deleted or blocked', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const cache = await startCachingNginx(t, edge.url);
  for (const [change, status, reason] of [
    [{ state: 'deleted', stream: null }, 410, 'video_deleted'],
    [{ geoblock: { allow: ['XX'], deny: [] } }, 451, 'country_blocked'],
  ] satisfies [Partial<PublishedVideo>, number, string][]) {
    const address = `${cache.url}${SEGMENT_PATH}?${reason}`;
    const first = await watch(address);
    assert.deepEqual(first.got, [200, 'MISS', null]);
    assert.equal(first.stated, 'public, max-age=31536000, s-maxage=86400, immutable');
    await edge.publish(change);
    edge.clock.nowMs += 1000;
    await cache.age(86_000);
    assert.deepEqual((await watch(address)).got, [200, 'HIT', null]);
    await cache.age(401);
    assert.deepEqual((await watch(address)).got, [status, 'EXPIRED', reason]);
    await edge.publish({});
    edge.clock.nowMs += 1000;
  }
});

test('a playlist leaves an ordinary cache within a second or two', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const cache = await startCachingNginx(t, edge.url);
  const address = `${cache.url}/streams/vid1/playlist.m3u8`;
  const first = await watch(address);
  assert.deepEqual(first, { got: [200, 'MISS', null], stated: 'public, max-age=1' });
  await edge.publish({ state: 'deleted', stream: null });
  edge.clock.nowMs += 1000;
  // nginx counts in whole seconds.
  await sleep(2100);
  assert.deepEqual((await watch(address)).got, [410, 'EXPIRED', 'video_deleted']);
});
