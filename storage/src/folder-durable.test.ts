import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, it, mock } from 'node:test';
import { bytes, pieces } from './conformance-bytes.ts';
import { createFolderPaths } from './folder-paths.ts';
import { openFolder } from './folder.ts';
import { CHECKPOINT_BYTES } from './types.ts';

// Only a lost disk cache would show missing syncs, so the calls themselves are watched.
const skip = !existsSync('/proc/self/fd') && 'only Linux names the file of a descriptor';
const place = realpathSync(mkdtempSync(join(tmpdir(), 'kinora-durable-')));
const synced: string[] = [];
let meanwhile = () => {};
const storage = await openFolder(place);
const { appendables } = storage;

const probe = await open(place, 'r');
const handles = Object.getPrototypeOf(probe) as FileHandle;
await probe.close();
for (const call of ['sync', 'datasync'] as const) {
  const inner = handles[call];
  mock.method(handles, call, async function (this: FileHandle) {
    const path = relative(place, readlinkSync(`/proc/self/fd/${this.fd}`));
    await inner.call(this);
    if (path.startsWith('../')) return;
    synced.push(path.replace(/^\.tmp\/.*/, '.tmp') || '/');
    meanwhile();
  });
}
after(() => {
  mock.restoreAll();
  rmSync(place, { recursive: true, force: true });
});

/** Returns the paths that were synced since the last call, in order; `/` is the storage folder. */
const taken = () => synced.splice(0);
const appended = (offset: number, size: number) => ({
  offset,
  maxSize: 99,
  source: pieces(bytes(size), 4),
});

describe('a folder has on the disk what it acknowledged', { skip }, () => {
  it('a put: the bytes, every folder that is new, and then the name', async () => {
    await storage.put('a/b/c', bytes(9));
    assert.deepEqual(taken(), ['.tmp', '/', 'a', 'a/b']);
    await storage.put('e/f', bytes(9));
    assert.deepEqual(taken(), ['.tmp', '/', 'e']);
    await storage.put('a/b/d', pieces(bytes(9), 4));
    assert.deepEqual(taken(), ['.tmp', 'a/b']);
  });

  it('a folder that was deleted is new again, and no other is', async () => {
    await storage.put('ab/x', bytes(9));
    taken();
    await storage.deletePrefix('a');
    assert.deepEqual(taken(), ['/']);
    await storage.put('ab/x', bytes(9));
    assert.deepEqual(taken(), ['.tmp', 'ab']);
    await storage.put('a/b/c', bytes(9));
    assert.deepEqual(taken(), ['.tmp', '/', 'a', 'a/b']);
    // As another process would.
    rmSync(join(place, 'a'), { recursive: true });
    await storage.put('a/b/c', bytes(9));
    assert.deepEqual(taken(), ['.tmp', '/', 'a', 'a/b']);
  });

  it('a folder that is deleted while it is made durable is made again', async () => {
    meanwhile = () => {
      if (synced.at(-1) !== '/') return;
      rmSync(join(place, 'm'), { recursive: true });
      meanwhile = () => {};
    };
    await storage.put('m/n/o', bytes(9));
    assert.deepEqual(taken(), ['.tmp', '/', '/', 'm', 'm/n']);
    assert.equal((await storage.stat('m/n/o'))?.sizeBytes, 9);
  });

  it('a folder in which many write at once: one more sync for all who come during one', async () => {
    const { syncFolder } = createFolderPaths(place);
    await Promise.all(Array.from({ length: 5 }, () => syncFolder(place)));
    assert.deepEqual(taken(), ['/', '/']);
    await syncFolder(place);
    assert.deepEqual(taken(), ['/']);
    const gone = join(place, 'gone');
    const ends = await Promise.allSettled([1, 2, 3].map(() => syncFolder(gone)));
    assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['rejected']));
    const names = Array.from({ length: 20 }, (_, n) => `many/${n}`);
    await Promise.all(names.map((name) => storage.put(name, bytes(9))));
    const last = taken().at(-1);
    assert.equal(last, 'many', 'no name came after it');
  });

  it('an appendable: its file, each append and cut, and both folders of its move', async () => {
    await appendables.create('up');
    assert.deepEqual(taken(), ['/', '.appending/up', '.appending']);
    await appendables.append('up', appended(0, 9));
    assert.deepEqual(taken(), ['.appending/up']);
    await appendables.truncate('up', 5);
    assert.deepEqual(taken(), ['.appending/up']);
    await assert.rejects(appendables.append('up', { ...appended(5, 9), maxSize: 10 }));
    assert.deepEqual(taken(), ['.appending/up']);
    await appendables.finish('up');
    assert.deepEqual(taken(), ['/', '.appending']);
    await appendables.finish('up');
    assert.deepEqual(taken(), ['/']);
  });

  it('a checkpoint: the bytes before it', async () => {
    await appendables.create('big');
    taken();
    const seen: string[][] = [];
    await appendables.append('big', {
      offset: 0,
      maxSize: 2 ** 30,
      source: pieces(bytes(CHECKPOINT_BYTES), 65_536),
      checkpoint: () => void seen.push(taken()),
    });
    assert.deepEqual(seen, [['.appending/big']]);
    await appendables.remove('big');
    taken();
  });

  it('a layout: the bytes, and then the record that counts them', async () => {
    const layout = [
      { start: 4, end: 9 },
      { start: 0, end: 4 },
    ];
    await appendables.create('up', layout);
    const note = ['.tmp', '.layouts'];
    assert.deepEqual(taken(), ['.appending/up', '.appending', '/', ...note]);
    await appendables.append('up', appended(0, 9));
    assert.deepEqual(taken(), ['.appending/up', ...note]);
    await appendables.finish('up');
    taken();
  });

  it('keeps no file open', async () => {
    await (await openFolder(place, { readOnly: true })).check();
    await storage.put('open', bytes(9));
    await storage.read('open');
    await assert.rejects(storage.read('open', 8));
    await assert.rejects(storage.open('open', { start: 9 }));
    assert.equal(await storage.read('a'), null);
    await appendables.create('laid', [{ start: 0, end: 9 }]);
    await appendables.append('laid', appended(0, 5));
    await assert.rejects(appendables.append('laid', appended(6, 1)));
    await appendables.truncate('laid', 4);
    assert.equal(await appendables.size('laid'), 4);
    writeFileSync(join(place, '.layouts', 'laid'), 'no note');
    await assert.rejects(appendables.append('laid', appended(4, 1)));
    await appendables.remove('laid');
    const left = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return []; // The listing's own.
      }
    });
    assert.deepEqual(
      left.filter((path) => path.startsWith(place)),
      [],
    );
  });
});
