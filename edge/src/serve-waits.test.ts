import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import type { StreamDescription } from '@kinora/contract/stream';
import { until } from '@kinora/contract/test-until';
import { StorageError } from '@kinora/storage/storage';
import {
  type EdgeUnderTest,
  publishChannel,
  rawRequest,
  SEGMENT,
  startEdgeUnderTest,
  testStream,
} from './test-edge.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { MissingSegment, WaitLimits } from './segment-waits.ts';
import type { EdgeOptions } from './serve.ts';

const MISSING = '/streams/vid1/rev1/v720/2.m4s';

const openStream = (more: Partial<StreamDescription> = {}) => testStream({ open: true, ...more });

/** An edge on which `vid1` is open: v360 and a1 are ready, v720 is not. */
async function startOpen(
  context: TestContext,
  waits: Partial<WaitLimits> = {},
  more: Parameters<typeof startEdgeUnderTest>[1] = {},
): Promise<EdgeUnderTest & { requested: MissingSegment[] }> {
  const requested: MissingSegment[] = [];
  const edge = await startEdgeUnderTest(context, {
    limits: { waits: { ...DEFAULT_LIMITS.waits, ...waits } },
    requestSegment: async (segment) => void requested.push(segment),
    ...more,
  });
  await edge.publish({ stream: openStream() });
  return { ...edge, requested };
}

async function assertNotYet(response: Response): Promise<void> {
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '1');
  assert.equal(response.headers.get('x-reason'), 'video_not_ready');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.partialDeepStrictEqual(await response.json(), { code: 'video_not_ready' });
}

test('fifty requests for one missing segment ask once, and all are answered when it is stored', async (t) => {
  const edge = await startOpen(t);
  const answers = Array.from({ length: 50 }, () => fetch(edge.url + MISSING));
  await until('the API to be asked', () => edge.requested.length > 0);
  const playlist = await fetch(`${edge.url}/streams/vid1/playlist.m3u8`);
  assert.equal(playlist.status, 200, 'others are served meanwhile');
  assert.equal(playlist.headers.get('x-stream-open'), '1');
  assert.equal((await fetch(`${edge.url}/streams/vid1/rev1/v360/1.m4s`)).status, 200);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  for (const response of await Promise.all(answers)) {
    assert.equal(response.status, 200);
    assert.ok(Number(response.headers.get('x-wait-ms')) > 0);
    assert.match(response.headers.get('access-control-expose-headers') ?? '', /\bX-Wait-Ms\b/);
    assert.equal(response.headers.get('cache-control'), 'no-store', 'its wait is its own');
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(SEGMENT));
  }
  const segment = { videoKey: 'vid1', revisionKey: 'rev1', renditionId: 'v720', number: 2 };
  assert.deepEqual(edge.requested, [segment]);
  const again = await fetch(edge.url + MISSING);
  assert.equal(again.headers.get('x-wait-ms'), null, 'what is there is not waited for');
  assert.equal(
    again.headers.get('cache-control'),
    'public, max-age=31536000, s-maxage=86400, immutable',
  );
  assert.equal(edge.requested.length, 1);
});

test('a segment is waited for in an object store as in a folder', async (t) => {
  const edge = await startOpen(
    t,
    {},
    {
      wrap: (inner) => ({ ...inner, localPath: () => null }),
    },
  );
  const answers = [fetch(edge.url + MISSING), fetch(edge.url + MISSING)];
  await until('the API to be asked', () => edge.requested.length > 0);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  for (const response of await Promise.all(answers)) assert.equal(response.status, 200);
  assert.equal(edge.requested.length, 1);
});

test('an init segment is waited for as number 0, and a range of a segment as the segment', async (t) => {
  const edge = await startOpen(t);
  const init = fetch(`${edge.url}/streams/vid1/rev1/v720/init.mp4`);
  const part = fetch(edge.url + MISSING, { headers: { range: 'bytes=10-19' } });
  await until('the API to be asked', () => edge.requested.length === 2);
  assert.deepEqual(new Set(edge.requested.map(({ number }) => number)), new Set([0, 2]));
  await edge.storage.put('streams/vid1/rev1/v720/init.mp4', SEGMENT);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await init).status, 200);
  assert.equal((await part).status, 206);
  assert.ok(Buffer.from(await (await part).arrayBuffer()).equals(SEGMENT.subarray(10, 20)));
});

test('who has waited long enough is told to come again, and is not forgotten', async (t) => {
  const edge = await startOpen(t, {
    maxDelayMs: 50,
    maxRequestedDelayMs: 50,
    requestIntervalMs: 60_000,
  });
  await assertNotYet(await fetch(edge.url + MISSING));
  await assertNotYet(await fetch(edge.url + MISSING));
  assert.equal(
    edge.requested.length,
    1,
    'asked once within its time, however often it is requested',
  );
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await fetch(edge.url + MISSING)).status, 200, 'and not remembered as missing');
});

test('a segment that is made next is awaited longer than one that is not being made', async (t) => {
  const limits = { maxDelayMs: 50, maxRequestedDelayMs: 60_000 };
  const edge = await startOpen(t, limits);
  const answer = fetch(edge.url + MISSING);
  await until('the API to be asked', () => edge.requested.length >= 1);
  await sleep(4 * limits.maxDelayMs);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await answer).status, 200);
  const alone = await startOpen(t, limits, {
    requestSegment: () => Promise.reject(new Error('connection refused')),
  } satisfies Partial<EdgeOptions>);
  await assertNotYet(await fetch(alone.url + MISSING));
});

test('a segment is asked for again while it is waited for', async (t) => {
  const edge = await startOpen(t, { requestIntervalMs: 1 });
  const answer = fetch(edge.url + MISSING);
  await until('the API to be asked', () => edge.requested.length >= 3);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await answer).status, 200);
});

test('while the API is down segments are waited for all the same', async (t) => {
  let refusals = 0;
  const edge = await startOpen(t, { requestIntervalMs: 1 }, {
    requestSegment: () => {
      refusals += 1;
      return Promise.reject(new Error('connection refused'));
    },
  } satisfies Partial<EdgeOptions>);
  const answer = fetch(edge.url + MISSING);
  await until('several refusals', () => refusals >= 4);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await answer).status, 200);
  const complaints = edge.logged.filter(({ level }) => level === 'warn');
  assert.equal(complaints.length, 1, 'it is said once and not each time');
});

test('a storage that fails for a moment does not end a wait', async (t) => {
  let failures = 0;
  const edge = await startOpen(
    t,
    {},
    {
      wrap: (inner) => ({
        ...inner,
        async stat(key) {
          failures += 1;
          if (failures <= 2) throw new StorageError('unavailable', 'down');
          return inner.stat(key);
        },
      }),
    },
  );
  const answer = fetch(edge.url + MISSING);
  await until('two failures', () => failures >= 2);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await answer).status, 200);
});

test('nothing is waited for that an open stream does not list, or that is not coming', async (t) => {
  const edge = await startOpen(t);
  await edge.publish({ videoKey: 'theirs', teamId: 'team2', stream: openStream() });
  for (const path of [
    '/streams/vid1/rev1/v999/1.m4s',
    '/streams/vid1/rev1/v720/3.m4s',
    '/streams/vid1/rev0/v720/1.m4s',
    '/streams/theirs/rev1/v720/1.m4s',
    '/streams/vid1/rev1/cover-641.jpg',
    // The rendition is whole, so this segment is lost and will not be made.
    '/streams/vid1/rev1/a1/2.m4s',
  ]) {
    const response = await fetch(edge.url + path);
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get('x-reason'), 'video_not_found');
    await response.arrayBuffer();
  }
  const elsewhere = await fetch(`http://localhost:${edge.port}${MISSING}`);
  assert.equal(elsewhere.status, 404, 'a host of nobody');
  await publishChannel(edge.storage, `localhost:${edge.port}`, 'team2');
  edge.clock.nowMs += 1000;
  const theirs = await fetch(`http://localhost:${edge.port}${MISSING}`);
  assert.equal(theirs.status, 404, "another team's host");
  assert.deepEqual(edge.requested, []);
});

test('a stream that is complete is not waited for', async (t) => {
  const edge = await startOpen(t);
  await edge.publish({ stream: testStream() });
  const response = await fetch(edge.url + MISSING);
  assert.equal(response.status, 404);
  assert.deepEqual(edge.requested, []);
});

for (const [what, change] of [
  ['complete', { stream: testStream() }],
  ['of another plan', { stream: openStream({ folder: 'rev1-p2' }) }],
  ['another revision', { stream: openStream({ revisionKey: 'rev2' }) }],
  ['deleted', { state: 'deleted', stream: null }],
] as const) {
  test(`a wait ends with 404 when the stream is ${what} during it`, async (t) => {
    const edge = await startOpen(t);
    const answer = fetch(edge.url + MISSING);
    await until('the API to be asked', () => edge.requested.length > 0);
    await edge.publish(change);
    edge.clock.nowMs += 1000;
    const response = await answer;
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });
}

test('HEAD does not wait, and says that the segment is not there yet', async (t) => {
  const edge = await startOpen(t);
  const response = await fetch(edge.url + MISSING, { method: 'HEAD' });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('x-reason'), 'video_not_ready');
  assert.deepEqual(edge.requested, []);
});

test('one client holds no more than its share, and leaving frees it', async (t) => {
  const edge = await startOpen(t, { maxDelayedPerClient: 2 }, { trustedProxies: ['127.0.0.1'] });
  const leaving = new AbortController();
  const as = (client: string, name: string, signal?: AbortSignal) =>
    fetch(`${edge.url}/streams/vid1/rev1/v720/${name}`, {
      headers: { 'x-forwarded-for': client },
      ...(signal ? { signal } : {}),
    });
  const left = ['1.m4s', '2.m4s'].map((name) => as('192.0.2.1', name, leaving.signal));
  const gone = Promise.allSettled(left);
  await until('the API to be asked for both', () => edge.requested.length === 2);
  await assertNotYet(await as('192.0.2.1', '2.m4s'));
  const other = as('192.0.2.2', '2.m4s');
  leaving.abort();
  await gone;
  await until(
    'the record of who left',
    () => edge.answers.filter(({ complete }) => !complete).length === 2,
  );
  const back = as('192.0.2.1', 'init.mp4');
  await until('the API to be asked for another', () => edge.requested.length === 3);
  await edge.storage.put('streams/vid1/rev1/v720/init.mp4', SEGMENT);
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await other).status, 200);
  assert.equal((await back).status, 200);
});

test('for one client so much is asked for at once and no more, and the next as it is served', async (t) => {
  const edge = await startOpen(t, { maxRequestedPerClient: 1 }, { trustedProxies: ['127.0.0.1'] });
  const as = (client: string, number: number) =>
    fetch(`${edge.url}/streams/vid1/rev1/v720/${number}.m4s`, {
      headers: { 'x-forwarded-for': client },
    });
  const requested = () => edge.requested.map(({ number }) => number);
  const first = as('192.0.2.1', 1);
  await until('the API to be asked', () => edge.requested.length === 1);
  const second = as('192.0.2.1', 2);
  const init = fetch(`${edge.url}/streams/vid1/rev1/v720/init.mp4`, {
    headers: { 'x-forwarded-for': '192.0.2.2' },
  });
  // Others' are asked for, after that of the first one was looked at.
  await until('the API to be asked', () => edge.requested.length === 2);
  assert.deepEqual(requested(), [1, 0]);
  const joined = as('192.0.2.2', 1);
  await edge.storage.put('streams/vid1/rev1/v720/1.m4s', SEGMENT);
  assert.equal((await first).status, 200);
  assert.equal((await joined).status, 200);
  await until('the API to be asked', () => edge.requested.length === 3);
  assert.deepEqual(requested(), [1, 0, 2]);
  for (const name of ['init.mp4', '2.m4s']) {
    await edge.storage.put(`streams/vid1/rev1/v720/${name}`, SEGMENT);
  }
  assert.equal((await second).status, 200);
  assert.equal((await init).status, 200);
});

test('all clients together hold no more than the edge bears', async (t) => {
  const edge = await startOpen(t, { maxDelayed: 1 });
  const held = fetch(edge.url + MISSING);
  await until('the API to be asked', () => edge.requested.length > 0);
  await assertNotYet(await fetch(`${edge.url}/streams/vid1/rev1/v720/1.m4s`));
  await edge.storage.put('streams/vid1/rev1/v720/2.m4s', SEGMENT);
  assert.equal((await held).status, 200);
});

test('when all who waited have left, nothing is looked for any more', async (t) => {
  const looks: string[] = [];
  const looksAt = (name: string) => looks.filter((key) => key.endsWith(name)).length;
  const edge = await startOpen(
    t,
    { requestIntervalMs: 1 },
    {
      wrap: (inner) => ({ ...inner, stat: (key) => (looks.push(key), inner.stat(key)) }),
    },
  );
  const leaving = new AbortController();
  const left = fetch(edge.url + MISSING, { signal: leaving.signal });
  left.catch(() => undefined);
  await until('a look', () => looksAt('/2.m4s') > 0);
  leaving.abort();
  await until('the record of who left', () => edge.answers.some(({ complete }) => !complete));
  // Another segment serves as the clock: the work under way for the first one ends before its second look.
  const staying = fetch(`${edge.url}/streams/vid1/rev1/v720/1.m4s`);
  await until('looks for another', () => looksAt('/1.m4s') >= 2);
  const asks = () => edge.requested.filter(({ number }) => number === 2).length;
  const seen = [looksAt('/2.m4s'), asks()];
  const soFar = looksAt('/1.m4s');
  await until('more looks for the other', () => looksAt('/1.m4s') >= soFar + 5);
  assert.deepEqual([looksAt('/2.m4s'), asks()], seen);
  await edge.storage.put('streams/vid1/rev1/v720/1.m4s', SEGMENT);
  assert.equal((await staying).status, 200);
});

test('an edge that closes sends away who waits', async (t) => {
  const closing = new AbortController();
  const edge = await startOpen(t, {}, { closing: closing.signal });
  const held = fetch(edge.url + MISSING);
  await until('the API to be asked', () => edge.requested.length > 0);
  closing.abort();
  await assertNotYet(await held);
  await assertNotYet(await fetch(edge.url + MISSING));
});

test('what is there costs no look besides the reading of it', async (t) => {
  const edge = await startOpen(t);
  await edge.storage.put('streams/vid1/rev1/v720/1.m4s', SEGMENT);
  await (await fetch(`${edge.url}/streams/vid1/rev1/v720/1.m4s`)).arrayBuffer();
  edge.readKeys.length = 0;
  await (await fetch(`${edge.url}/streams/vid1/rev1/v720/1.m4s`)).arrayBuffer();
  assert.deepEqual(edge.readKeys, []);
});

test('playlists of an open stream are fresh for a second, and name what is not stored yet', async (t) => {
  const edge = await startOpen(t);
  const playlist = await fetch(`${edge.url}/streams/vid1/rev1/v720.m3u8`);
  assert.equal(playlist.headers.get('cache-control'), 'public, max-age=1');
  assert.match(await playlist.text(), /^v720\/2\.m4s$/m);
  const etag = await rawRequest(
    edge.port,
    `GET ${MISSING} HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\n` +
      'If-None-Match: "streams/vid1/rev1/v720/2.m4s"\r\nConnection: close\r\n\r\n',
  );
  assert.match(etag, /^HTTP\/1\.1 304 /, 'who has a segment of that name has its bytes');
});
