import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { storageConformance } from './conformance.ts';
import { bytes, fails, keysOf, pieces } from './conformance-bytes.ts';
import { layoutConformance } from './conformance-layout.ts';
import { openStorage } from './storage.ts';

const place = mkdtempSync(join(tmpdir(), 'kinora-folder-'));
after(() => rmSync(place, { recursive: true, force: true }));

function openAt(name: string, options: { readOnly?: boolean } = {}) {
  return openStorage(pathToFileURL(join(place, name)).href, {}, options);
}

/** Root may write everywhere, so that it works as somebody else. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const cannotPass = await withoutRights(async () => statSync(place)).then(
  () => false,
  () => 'The temporary folder lets nobody but root pass.',
);

storageConformance('a folder', () => openAt('conformance'));
layoutConformance('a folder', () => openAt('layouts'));

describe('a folder', () => {
  it('never follows a link below it', async () => {
    const storage = await openAt('links');
    const outside = join(place, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(outside, join(place, 'links', 'out'));
    symlinkSync(join(outside, 'secret'), join(place, 'links', 'file'));
    mkdirSync(join(place, 'links', '.appending'));
    symlinkSync(join(outside, 'secret'), join(place, 'links', '.appending', 'up'));
    for (const key of ['out/secret', 'file']) {
      assert.equal(await storage.read(key), null);
      assert.equal(await storage.open(key), null);
      assert.equal(await storage.stat(key), null);
      assert.throws(() => storage.localPath(key), { kind: 'denied' });
    }
    assert.deepEqual(await keysOf(storage.list('')), []);
    assert.deepEqual(await keysOf(storage.list('out')), []);
    await fails('denied', storage.put('out/new', bytes(1)));
    await fails('denied', storage.put('out/deep/new', bytes(1)));
    await fails(
      'denied',
      storage.appendables.create('out/new').then(() => storage.appendables.finish('out/new')),
    );
    const source = pieces(bytes(1), 1);
    await fails('not_found', storage.appendables.append('up', { offset: 0, maxSize: 9, source }));
    await storage.delete('out/secret');
    await storage.deletePrefix('out');
    await storage.put('file', bytes(1));
    assert.equal(readFileSync(join(outside, 'secret'), 'utf8'), 'secret');
    assert.deepEqual(readdirSync(outside), ['secret']);
  });

  const reading = 'is opened for reading where nothing may be written, and says when it is gone';
  it(reading, { skip: cannotPass }, async () => {
    const folder = join(place, 'read-only');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a'), bytes(10));
    for (const path of [place, folder]) chmodSync(path, 0o555);
    await withoutRights(async () => {
      await fails('denied', openAt('read-only'));
      const storage = await openAt('read-only', { readOnly: true });
      await storage.check();
      assert.equal((await storage.read('a'))?.length, 10);
    });
    for (const path of [place, folder]) chmodSync(path, 0o755);
    const [storage, writing] = [
      await openAt('read-only', { readOnly: true }),
      await openAt('read-only'),
    ];
    rmSync(folder, { recursive: true });
    await fails('unavailable', storage.check());
    await fails('unavailable', writing.check());
  });

  it('refuses a key that continues another', async () => {
    const storage = await openAt('continues');
    await storage.put('a', bytes(1));
    await fails('invalid_key', storage.put('a/b', bytes(1)));
    await storage.put('c/d', bytes(1));
    await fails('invalid_key', storage.put('c', bytes(1)));
    assert.equal((await storage.stat('c/d'))?.sizeBytes, 1);
  });

  it('leaves no temporary file behind, and sweeps those of killed processes', async () => {
    const storage = await openAt('temporary');
    const temporary = join(place, 'temporary', '.tmp');
    await storage.put('a', bytes(9));
    await assert.rejects(storage.put('a', pieces(bytes(9), 3, new Error('off'))));
    await storage.check();
    assert.deepEqual(readdirSync(temporary), []);
    writeFileSync(join(temporary, 'old'), '');
    writeFileSync(join(temporary, 'young'), '');
    const threeDaysAgo = Date.now() / 1000 - 3 * 86_400;
    utimesSync(join(temporary, 'old'), threeDaysAgo, threeDaysAgo);
    await openAt('temporary');
    assert.deepEqual(readdirSync(temporary), ['young']);
  });

  it('gives programs the path of an object', async () => {
    const storage = await openAt('path');
    await storage.put('a/b.mp4', bytes(9));
    assert.ok(readFileSync(storage.localPath('a/b.mp4') ?? '').equals(bytes(9)));
  });

  it('gives programs the path of an object that still grows, and tells what they can read', async () => {
    const storage = await openAt('grows');
    const { appendables } = storage;
    await appendables.create('a/b');
    const file = appendables.localPath('a/b') ?? '';
    const told: number[] = [];
    const arrived = (size: number) => {
      told.push(size);
      assert.equal(readFileSync(file).length, size);
    };
    const source = pieces(bytes(2_000_000), 65_536);
    await appendables.append('a/b', { offset: 0, maxSize: 2_000_000, source, arrived });
    assert.ok(told.length > 1 && told.at(-1) === 2_000_000, told.join());
    await appendables.finish('a/b');
    assert.throws(() => readFileSync(file), { code: 'ENOENT' });
  });

  it('says that a note beside an appendable makes no sense, and makes nothing of it', async () => {
    const { appendables } = await openAt('notes');
    const layout = [{ start: 0, end: 9 }];
    for (const text of ['', '{"layout":', '{"layout":[{"start":0,"end":9}],"size":10}', '{}']) {
      await appendables.create('up', layout);
      writeFileSync(join(place, 'notes', '.layouts', 'up'), text);
      await fails('unavailable', appendables.size('up'));
      await fails('unavailable', appendables.finish('up'));
    }
    await appendables.create('up', layout);
    assert.equal(await appendables.size('up'), 0);
  });

  it('leaves no note of appendables that are finished or removed', async () => {
    const { appendables } = await openAt('no-notes');
    const layout = [{ start: 0, end: 9 }];
    for (const key of ['one', 'two']) await appendables.create(key, layout);
    await appendables.append('one', { offset: 0, maxSize: 9, source: pieces(bytes(9), 4) });
    await appendables.finish('one');
    await appendables.remove('two');
    assert.deepEqual(readdirSync(join(place, 'no-notes', '.layouts')), []);
  });

  it('is unavailable when it is gone, and makes no new one in its place', async () => {
    const storage = await openAt('gone');
    rmSync(join(place, 'gone'), { recursive: true });
    await fails('unavailable', storage.check());
    await fails('unavailable', storage.put('a/b', bytes(1)));
    assert.equal(readdirSync(place).includes('gone'), false);
  });

  it('takes puts and deletions of a whole prefix at the same time', async () => {
    const storage = await openAt('race');
    for (let round = 0; round < 30; round++) {
      await Promise.all([
        storage.put('a/b/c', bytes(10)),
        storage.deletePrefix('a'),
        storage.put('a/b/d', pieces(bytes(10), 2)),
      ]);
    }
    await storage.put('a/b/c', bytes(10));
    assert.equal((await storage.stat('a/b/c'))?.sizeBytes, 10);
  });

  const skip = process.getuid?.() !== 0 && 'only root may mount a small disk';
  it('says that the disk is full, and keeps what is acknowledged', { skip }, async (t) => {
    const disk = join(place, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      return t.skip('mounting is not allowed here');
    }
    try {
      const storage = await openAt('disk');
      await storage.put('old', bytes(1000));
      await fails('full', storage.put('old', bytes(3_000_000)));
      await fails('full', storage.put('old', pieces(bytes(3_000_000), 65_536)));
      assert.ok((await storage.read('old'))?.equals(bytes(1000)));
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
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

it('opens only addresses that make sense', async () => {
  for (const url of [
    '',
    'var',
    '/var',
    'http://a/b',
    'file://host/a',
    'file:///a%2fb',
    's3:',
    's3:///a',
  ]) {
    await fails('misconfigured', openStorage(url, {}));
  }
  await fails('misconfigured', openStorage('s3://bucket?endpoint=ftp://x', {}));
  await fails('misconfigured', openStorage('s3://bucket?pathstyle=1', {}));
});
