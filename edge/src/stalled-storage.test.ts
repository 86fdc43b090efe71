import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { openStorage } from '@kinora/storage/storage';
import { startTestS3 } from '@kinora/storage/test-s3-server';
import { publishVideo, SEGMENT, startEdgeUnderTest, testStream } from './test-edge.ts';

const PATH = '/streams/vid1/rev1/v360/1.m4s';
const KEY = 'streams/vid1/rev1/v360/1.m4s';
const limits = { silenceMs: 1000 };

/** An edge that reads from S3 what the tests put into a folder, with S3's faults. */
async function startOnS3(context: TestContext) {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const s3 = await startTestS3({ ...credentials, buckets: ['b'] });
  const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const remote = await openStorage(`s3://b?endpoint=${s3.url}&region=r&pathStyle=1`, env);
  const edge = await startEdgeUnderTest(context, { wrap: () => remote, limits });
  context.after(async () => {
    await remote.close();
    await s3.close();
  });
  for await (const key of edge.storage.list('')) {
    await remote.put(key, (await edge.storage.read(key)) ?? Buffer.alloc(0));
  }
  const requested = () => s3.operations.filter((name) => name === 'GetObject').length;
  // The documents are in memory from here on.
  assert.equal((await fetch(`${edge.url}/streams/vid1/playlist.m3u8`)).status, 200);
  return { edge, remote, s3, requested };
}

async function assertWhole(response: Response): Promise<void> {
  assert.equal(response.status, 200);
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(SEGMENT));
}

for (const kind of ['stall', 'slow', 'cut'] as const) {
  const fault = { kind, operation: 'GetObject', key: /1\.m4s$/, ms: 600_000 };

  test(`a read that meets "${kind}" is begun once more, for all who wait for it`, async (t) => {
    const { edge, s3, requested } = await startOnS3(t);
    const before = requested();
    s3.failNext(fault);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(edge.url + PATH)));
    for (const answer of answers) await assertWhole(answer);
    assert.equal(requested() - before, 2);
  });

  test(`after two reads that meet "${kind}" it is worth trying again, and the next try begins afresh`, async (t) => {
    const { edge, s3 } = await startOnS3(t);
    s3.failNext({ ...fault, times: 2 });
    const answers = await Promise.all(Array.from({ length: 3 }, () => fetch(edge.url + PATH)));
    for (const answer of answers) {
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.partialDeepStrictEqual(await answer.json(), { code: 'unavailable' });
    }
    await assertWhole(await fetch(edge.url + PATH));
  });
}

test('a whole file whose bytes stop coming is cut off, and works for the next request', async (t) => {
  const { edge, remote, s3 } = await startOnS3(t);
  const file = Buffer.alloc(600_000, 'film');
  await remote.put('streams/vid1/rev1/360p.mp4', file);
  const progressive = [{ height: 360, width: 640, sizeBytes: file.length }];
  await publishVideo(remote, { stream: testStream({ progressive }) });
  edge.clock.nowMs += 1000;
  const url = `${edge.url}/streams/vid1/360p.mp4`;
  s3.failNext({ kind: 'stall', operation: 'GetObject', key: /360p/ });
  const stalled = await fetch(url);
  assert.equal(stalled.status, 200);
  await assert.rejects(stalled.arrayBuffer());
  const answer = await fetch(url);
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(file));
});

test('key frames that are never answered are 503, and read again for later requests', async (t) => {
  const { edge, remote, s3 } = await startOnS3(t);
  const stream = testStream();
  const [first] = stream.video;
  assert.ok(first);
  first.iFrames = { peakBps: 90_000, averageBps: 80_000, measured: true };
  await publishVideo(remote, { stream });
  const keyFrames = { segments: [1, 2].map(() => [[0, 10, 6000]]) };
  await remote.put(
    'streams/vid1/rev1/v360/key-frames.json',
    Buffer.from(JSON.stringify(keyFrames)),
  );
  edge.clock.nowMs += 1000;
  s3.failNext({ kind: 'stall', operation: 'GetObject', key: /key-frames/ });
  const url = `${edge.url}/streams/vid1/rev1/v360-iframes.m3u8`;
  assert.equal((await fetch(url)).status, 503);
  assert.equal((await fetch(url)).status, 200);
});

test('documents that stall are played on with for a while, as those that fail', async (t) => {
  const { edge, s3 } = await startOnS3(t);
  edge.clock.nowMs += 1000;
  s3.failNext({ kind: 'stall', operation: 'GetObject', key: /published/, times: 2 });
  await assertWhole(await fetch(edge.url + PATH));
  assert.ok(edge.logged.some(({ level }) => level === 'warn'));
});

test('a hanging folder delays present requests, but no later ones', async (t) => {
  const edge = await startEdgeUnderTest(t, { limits });
  const path = join(edge.folder, KEY);
  await edge.storage.delete(KEY);
  // Opening a pipe waits for its writer, as a dead network disk does for its server.
  await promisify(execFile)('mkfifo', [path]);
  const hanging = await fetch(edge.url + PATH);
  assert.equal(hanging.status, 503);
  const writer = await open(path, 'w');
  await writer.close();
  await edge.storage.put(KEY, SEGMENT);
  await assertWhole(await fetch(edge.url + PATH));
});
