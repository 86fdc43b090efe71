import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { CHANGE_LIST_KEY } from '@kinora/contract/published';
import { createDocuments, DocumentUnavailable } from './documents.ts';
import { createPublishedVideo, TEST_ACCESS } from './test-edge.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A server of an older build, which writes no list of changes. */
function documentsOver(read: (key: string) => Promise<Buffer | null>) {
  const clock = { nowMs: 0 };
  const keys: string[] = [];
  const documents = createDocuments({
    storage: {
      read: async (key) => (key === CHANGE_LIST_KEY ? null : (keys.push(key), await read(key))),
    },
    log: quiet,
    now: () => clock.nowMs,
    ...TEST_ACCESS,
  });
  return { documents, clock, keys };
}

function video(title: string): Buffer {
  return Buffer.from(JSON.stringify(createPublishedVideo({ videoKey: 'v', title })));
}

test('a document is read once a second however many ask, and a change is seen after that', async () => {
  let title = 'old';
  const { documents, clock, keys } = documentsOver(async () => video(title));
  const requested = await Promise.all(Array.from({ length: 50 }, () => documents.findVideo('v')));
  assert.ok(requested.every((document) => document?.title === 'old'));
  title = 'new';
  clock.nowMs = 999;
  assert.equal((await documents.findVideo('v'))?.title, 'old');
  assert.deepEqual(keys, ['published/videos/v.json']);
  clock.nowMs = 1000;
  assert.equal((await documents.findVideo('v'))?.title, 'new');
  assert.equal(keys.length, 2);
});

test('that a video can’t be played yet is kept for a fifth of a second', async () => {
  let found: Buffer | null = null;
  const { documents, clock, keys } = documentsOver(async () => found);
  assert.equal(await documents.findVideo('v'), null);
  clock.nowMs = 199;
  assert.equal(await documents.findVideo('v'), null);
  assert.equal(keys.length, 1);
  const unborn = createPublishedVideo({ title: 'unborn', state: 'notReady', stream: null });
  found = Buffer.from(JSON.stringify(unborn));
  clock.nowMs = 200;
  assert.equal((await documents.findVideo('v'))?.title, 'unborn');
  found = video('born');
  clock.nowMs = 399;
  assert.equal((await documents.findVideo('v'))?.title, 'unborn');
  clock.nowMs = 400;
  assert.equal((await documents.findVideo('v'))?.title, 'born');
  found = null;
  clock.nowMs = 1400;
  assert.equal(await documents.findVideo('v'), null);
});

test('an unchanged document keeps its identity, so that what is made from it can be kept', async () => {
  const { documents, clock } = documentsOver(async () => video('same'));
  const first = await documents.findVideo('v');
  clock.nowMs = 5000;
  assert.equal(await documents.findVideo('v'), first);
});

test('while storage fails the last good document serves for a minute, asked for again each second', async () => {
  let broken = false;
  const { documents, clock, keys } = documentsOver(async () => {
    if (broken) throw new Error('storage is down');
    return video('good');
  });
  await documents.findVideo('v');
  broken = true;
  clock.nowMs = 30_000;
  assert.equal((await documents.findVideo('v'))?.title, 'good');
  clock.nowMs = 30_999;
  assert.equal((await documents.findVideo('v'))?.title, 'good');
  assert.equal(keys.length, 2);
  clock.nowMs = 60_000;
  assert.equal((await documents.findVideo('v'))?.title, 'good');
  clock.nowMs = 61_001;
  await assert.rejects(documents.findVideo('v'), DocumentUnavailable);
  broken = false;
  assert.equal((await documents.findVideo('v'))?.title, 'good');
});

test('a document that can not be understood counts as a failing storage', async () => {
  for (const text of ['{', '{}', '{"version":2}']) {
    const { documents } = documentsOver(async () => Buffer.from(text));
    await assert.rejects(documents.findVideo('v'), DocumentUnavailable);
  }
});

test('only a plain host name reaches storage, in lower case and with its port', async () => {
  const { documents, keys } = documentsOver(async () => null);
  const none = ['', '..', '../x', 'a/b', 'a..b', 'a_8080', 'a:b', 'a:123456', '[::1]:80', 'a b'];
  for (const host of [...none, 'a\u0000', 'x'.repeat(300), 'é.example', 'a,b', '.a', 'a.']) {
    assert.equal(await documents.findChannel(host), null);
  }
  assert.deepEqual(keys, []);
  await documents.findChannel('Video.Example.COM:8081');
  assert.deepEqual(keys, ['published/channels/video.example.com_8081.json']);
});

test('a flood of made-up keys pushes out no document', async () => {
  const { documents, keys } = documentsOver(async (key) =>
    key === 'published/videos/v.json' ? video('kept') : null,
  );
  await documents.findVideo('v');
  for (let n = 0; n < 12_000; n += 1) await documents.findVideo(`made-up-${n}`);
  keys.length = 0;
  assert.equal((await documents.findVideo('v'))?.title, 'kept');
  assert.deepEqual(keys, []);
});

test('large documents push out the ones that were asked for long ago', async () => {
  const { documents, keys } = documentsOver(async () => video('t'.repeat(4_000_000)));
  for (let n = 0; n < 10; n += 1) await documents.findVideo(`v${n}`);
  await documents.findVideo('v9');
  assert.equal(keys.length, 10);
  await documents.findVideo('v0');
  assert.equal(keys.length, 11);
});
