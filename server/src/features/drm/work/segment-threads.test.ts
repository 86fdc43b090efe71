import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { until } from '@kinora/contract/test-until';
import { decryptSegment, encryptSegment } from '@kinora/media/protect/aes-128';
import { openStorage } from '@kinora/storage/storage';
import { replaceInThread } from './segment-threads.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinora-threads-'));
after(() => rm(folder, { recursive: true, force: true }));

test('a thread that is ended in the midst stores no more, and the next one does all', async () => {
  const storageUrl = pathToFileURL(folder).href;
  const storage = await openStorage(storageUrl, {});
  const clear = randomBytes(100_000);
  clear.writeUInt32BE(clear.length, 0);
  clear.write('moof', 4);
  const [before, next] = [randomBytes(16), randomBytes(16)];
  const segmentCount = 300;
  for (let n = 1; n <= segmentCount; n += 1)
    await storage.put(`a/${n}.m4s`, encryptSegment(before, n, clear));
  const run = (to: string, signal: AbortSignal, opener = before) => {
    const keys = { method: 'aes-128', before: opener, after: next } as const;
    const tracks = [{ from: 'a/', to, segmentCount, keys }];
    return replaceInThread({ storageUrl, storageEnv: {}, tracks }, signal);
  };
  const { signal } = new AbortController();
  const ending = new AbortController();
  const ended = assert.rejects(run('b/', ending.signal), { name: 'AbortError' });
  await until('a segment', async () => (await storage.stat('b/1.m4s')) !== null);
  ending.abort();
  await ended;
  assert.equal(await storage.stat(`b/${segmentCount}.m4s`), null);
  const [sizes] = await run('c/', signal);
  assert.equal(sizes?.length, segmentCount);
  const last = await storage.read(`c/${segmentCount}.m4s`);
  assert.ok(last && decryptSegment(next, segmentCount, last).equals(clear));
  assert.equal(sizes.at(-1), last.length);
  await assert.rejects(run('d/', signal, randomBytes(16)), /segment \d+ does not open/);
  await storage.close();
});
