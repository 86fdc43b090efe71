import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { bytes, fails, pieces } from './conformance-bytes.ts';
import { openFolder } from './folder.ts';

/** Runs `work` on a disk of its own that is full at `sizeMiB`. */
async function onDisk(sizeMiB: number, t: TestContext, work: (disk: string) => Promise<void>) {
  const disk = mkdtempSync(join(tmpdir(), 'kinora-disk-'));
  t.after(() => rmdirSync(disk));
  try {
    const options = `size=${sizeMiB}m`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return t.skip('mounting is not allowed here');
  }
  try {
    await work(disk);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

const skip = process.getuid?.() !== 0 && 'only root may mount a small disk';
it('a folder says that its disk is full, and keeps what is acknowledged', { skip }, (t) =>
  onDisk(2, t, async (disk) => {
    const storage = await openFolder(disk);
    await storage.put('old', bytes(200_000));
    await fails('full', storage.put('old', bytes(3_000_000)));
    let isEnded = false;
    async function* watched() {
      try {
        yield* pieces(bytes(3_000_000), 65_536);
      } finally {
        isEnded = true;
      }
    }
    await fails('full', storage.put('old', watched()));
    assert.ok(isEnded, 'nobody waits for the source any more');
    // Only the end of the last write has no room.
    await fails('full', storage.put('old', pieces(bytes(2_000_000), 65_536)));
    async function* silent() {
      yield* pieces(bytes(2 ** 21), 65_536);
      await new Promise(() => {});
    }
    await fails('full', storage.put('old', silent()));
    assert.ok((await storage.read('old'))?.equals(bytes(200_000)));
    await storage.appendables.create('up');
    const options = { offset: 0, maxSize: 9_000_000 };
    const { appendables } = storage;
    await appendables.append('up', { ...options, source: pieces(bytes(1000), 100) });
    const source = pieces(bytes(3_000_000), 65_536);
    await fails('full', appendables.append('up', { ...options, offset: 1000, source }));
    const rest = pieces(bytes(1000, 1000), 100);
    await appendables.append('up', { ...options, offset: 1000, source: rest });
    await appendables.finish('up');
    assert.ok((await storage.read('up'))?.equals(bytes(2000)));
    assert.throws(() => writeFileSync(join(disk, 'rest'), bytes(3_000_000)), { code: 'ENOSPC' });
    await fails('full', storage.check());
    assert.deepEqual(readdirSync(join(disk, '.tmp')), []);
  }),
);

it('a folder keeps the checkpoints of an append that its disk has no room for', { skip }, (t) =>
  onDisk(72, t, async (disk) => {
    const { appendables } = await openFolder(disk);
    await appendables.create('up');
    const sizes: number[] = [];
    const append = appendables.append('up', {
      offset: 0,
      maxSize: 2 ** 30,
      source: pieces(bytes(2 ** 27), 65_536),
      checkpoint: (size) => void sizes.push(size),
    });
    await fails('full', append);
    assert.equal(sizes.length, 1);
    assert.ok(((await appendables.size('up')) ?? 0) >= (sizes[0] ?? Infinity));
  }),
);
