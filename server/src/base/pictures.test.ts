// alone: it looks at the libraries that its process has loaded
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@kinora/contract/test-until';
import { AppError } from './errors.ts';
import { rewritePicture } from './pictures.ts';
import { bomb, progressive } from './test-pictures.ts';

const maxPixels = 4_000_000;

const small = progressive(64);
const large = progressive(1500);

/** Environments of the processes that decode for this one. */
async function decoders(): Promise<string[]> {
  const found: string[] = [];
  for (const thread of await readdir('/proc/self/task')) {
    const path = `/proc/self/task/${thread}/children`;
    const children = (await readFile(path, 'utf8').catch(() => '')).split(' ').filter(Boolean);
    for (const pid of children) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (command.includes('picture-program')) found.push(environment);
    }
  }
  return found;
}

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' };

test('a JPEG in progressive scans is read, one of too many is no picture', async () => {
  const picture = await rewritePicture(small, { maxPixels });
  assert(picture && picture !== 'tooLarge');
  assert.deepEqual([picture.width, picture.height], [64, 64]);
  assert.deepEqual([...picture.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.equal(await rewritePicture(small, { maxPixels: 64 * 64 - 1 }), 'tooLarge');
});

test('scans are counted no further than one too many', async () => {
  const views = Buffer.prototype as Buffer;
  const search = mock.method(views, 'indexOf');
  const scans = bomb(small, 28_000);
  search.mock.resetCalls();
  try {
    assert.equal(await rewritePicture(scans, { maxPixels }), null);
    const searches = search.mock.callCount();
    assert(searches > 100 && searches <= 102, `${searches} searches`);
  } finally {
    search.mock.restore();
  }
});

test('bombs of scans are refused without a decoder, however many come', onLinux, async () => {
  const scans = bomb(small, 28_000);
  const refusals = Array.from({ length: 40 }, () => rewritePicture(scans, { maxPixels }));
  assert.deepEqual(await decoders(), []);
  assert.deepEqual(new Set(await Promise.all(refusals)), new Set([null]));
});

test(
  'one picture is decoded at a time, apart from us, some wait and others are asked to come again',
  onLinux,
  async () => {
    process.env['KINORA_CANARY'] = 'canary-of-the-server';
    let isDone = false;
    const some = Promise.all(Array.from({ length: 5 }, () => rewritePicture(large, { maxPixels })));
    await assert.rejects(
      rewritePicture(small, { maxPixels }),
      (error) => error instanceof AppError && error.code === 'unavailable',
    );
    const done = some.finally(() => (isDone = true));
    let most = 0;
    while (!isDone) {
      const found = await decoders();
      most = Math.max(most, found.length);
      for (const environment of found) assert(!environment.includes('canary'), environment);
      await sleep(5);
    }
    delete process.env['KINORA_CANARY'];
    assert.equal(most, 1);
    for (const picture of await done) assert.equal(picture !== 'tooLarge' && picture?.width, 1500);
    // The decoder is in another process, so it can't hold the threads that requests need.
    assert(!(await readFile('/proc/self/maps', 'utf8')).includes('libvips'));
    assert.ok(await rewritePicture(small, { maxPixels }), 'and there is room again');
  },
);

test(
  'a picture that keeps its decoder too long is given up, with its process',
  onLinux,
  async () => {
    assert.equal(await rewritePicture(large, { maxPixels, limitMs: 1 }), null);
    await until('the end of its decoder', async () => (await decoders()).length === 0);
  },
);

test('a file that is damaged, or neither PNG nor JPEG, is no picture', async () => {
  const words = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const bytes of [words, Buffer.alloc(0), large.subarray(0, large.length / 2)])
    assert.equal(await rewritePicture(bytes, { maxPixels }), null);
});
