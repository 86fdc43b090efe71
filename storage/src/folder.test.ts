import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testStorage } from './conformance.ts';
import { bytes, fails, collectKeys, pieces } from './conformance-bytes.ts';
import { testLayouts } from './conformance-layout.ts';
import { openStorage } from './storage.ts';

const place = mkdtempSync(join(tmpdir(), 'kinora-folder-'));
after(() => rmSync(place, { recursive: true, force: true }));

function openAt(name: string, options: { readOnly?: boolean } = {}) {
  return openStorage(pathToFileURL(join(place, name)).href, {}, options);
}

/** Root may write everywhere, so this works as another user. */
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

testStorage('a folder', () => openAt('conformance'));
testLayouts('a folder', () => openAt('layouts'));

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
    }
    for (const key of ['out/secret', 'out/none', 'file']) {
      assert.throws(() => storage.localPath(key), { kind: 'denied' });
    }
    assert.deepEqual(await collectKeys(storage.list('')), []);
    assert.deepEqual(await collectKeys(storage.list('out')), []);
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
    await fails('invalid_key', openAt('read-only/a', { readOnly: true }));
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
    await storage.appendables.create('c');
    await fails('invalid_key', storage.appendables.finish('c'));
    assert.equal(await storage.appendables.size('c'), 0);
    assert.equal((await storage.stat('c/d'))?.sizeBytes, 1);
  });

  it('leaves no temporary file behind, and sweeps those of killed processes', async () => {
    const storage = await openAt('temporary');
    const temporary = join(place, 'temporary', '.tmp');
    await storage.put('a', bytes(9));
    await assert.rejects(storage.put('a', pieces(bytes(9), 3, new Error('off'))));
    await storage.check();
    await storage.put('b/c', bytes(9));
    await storage.deletePrefix('b');
    assert.deepEqual(readdirSync(temporary), []);
    writeFileSync(join(temporary, 'old'), '');
    writeFileSync(join(temporary, 'young'), '');
    for (const [name, days] of [
      ['old', 3],
      ['young', 1],
    ] as const) {
      const then = Date.now() / 1000 - days * 86_400;
      utimesSync(join(temporary, name), then, then);
    }
    await openAt('temporary');
    assert.deepEqual(readdirSync(temporary), ['young']);
  });

  it('is swept by several processes that start at the same time', async () => {
    await openAt('swept');
    const temporary = join(place, 'swept', '.tmp');
    for (let i = 0; i < 100; i++) {
      const file = join(temporary, String(i));
      writeFileSync(file, '');
      utimesSync(file, 0, 0);
    }
    await Promise.all(Array.from({ length: 4 }, () => openAt('swept')));
    assert.deepEqual(readdirSync(temporary), []);
  });

  it('gives programs the path of an object, also before it is there', async () => {
    const storage = await openAt('path');
    await storage.put('a/b.mp4', bytes(9));
    assert.ok(readFileSync(storage.localPath('a/b.mp4') ?? '').equals(bytes(9)));
    for (const key of ['a/none', 'none/b', 'a/b.mp4/c', 'a/b.mp4/c/d']) {
      assert.equal(storage.localPath(key), join(realpathSync(place), 'path', key));
    }
  });

  it('gives no path into a folder that it may not enter', { skip: cannotPass }, async () => {
    const storage = await openAt('closed');
    await storage.put('a/b/c', bytes(9));
    chmodSync(join(place, 'closed', 'a'), 0o600);
    await withoutRights(async () => {
      assert.throws(() => storage.localPath('a/b/c'), { kind: 'denied' });
      await fails('denied', storage.stat('a/b/c'));
    });
    // Otherwise only root could remove it.
    chmodSync(join(place, 'closed', 'a'), 0o700);
  });

  it('gives programs the path of an object that still grows, and reports what they can read', async () => {
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

  it('reports an invalid record beside an appendable, and changes nothing', async () => {
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

  it('leaves no record of appendables that are finished or removed', async () => {
    const { appendables } = await openAt('no-notes');
    const layout = [{ start: 0, end: 9 }];
    for (const key of ['one', 'two']) await appendables.create(key, layout);
    await appendables.append('one', { offset: 0, maxSize: 9, source: pieces(bytes(9), 4) });
    await appendables.finish('one');
    await appendables.remove('two');
    assert.deepEqual(readdirSync(join(place, 'no-notes', '.layouts')), []);
  });

  it('leaves no temporary file when a record can’t be written', async () => {
    const { appendables } = await openAt('note-refused');
    await appendables.create('up', [{ start: 0, end: 9 }]);
    const note = join(place, 'note-refused', '.layouts', 'up');
    async function* source() {
      yield bytes(9);
      rmSync(note);
      mkdirSync(note);
    }
    const append = appendables.append('up', { offset: 0, maxSize: 9, source: source() });
    await fails('invalid_key', append);
    assert.deepEqual(readdirSync(join(place, 'note-refused', '.tmp')), []);
  });

  it('reports its space in bytes', async () => {
    const storage = await openAt('room');
    const { bsize, blocks, bavail } = statfsSync(place);
    const space = await storage.space();
    assert.equal(space?.totalBytes, blocks * bsize);
    // Others write to the same disk.
    const differs = Math.abs((space?.freeBytes ?? 0) - bavail * bsize);
    assert.ok(differs < 0.1 * blocks * bsize, `${differs} bytes less or more`);
  });

  it('is unavailable when it is gone, and makes no new one in its place', async () => {
    const storage = await openAt('gone');
    rmSync(join(place, 'gone'), { recursive: true });
    await fails('unavailable', storage.check());
    await fails('unavailable', storage.put('a/b', bytes(1)));
    assert.equal(readdirSync(place).includes('gone'), false);
  });

  it('makes a folder again that is deleted while a put is under way, but not without end', async () => {
    const storage = await openAt('deleted');
    const { signal } = new AbortController();
    let deletions = 0;
    // The function is called right before the rename.
    function deleteUpTo(times: number) {
      signal.throwIfAborted = () => {
        if (deletions++ < times) rmSync(join(place, 'deleted', 'a'), { recursive: true });
      };
    }
    deleteUpTo(9);
    await storage.put('a/b/c', bytes(10), { signal });
    assert.equal((await storage.stat('a/b/c'))?.sizeBytes, 10);
    deletions = 0;
    deleteUpTo(10);
    await fails('unavailable', storage.put('a/b/c', bytes(20), { signal }));
    assert.equal(deletions, 10);
    assert.equal(await storage.stat('a/b/c'), null);
    assert.deepEqual(readdirSync(join(place, 'deleted', '.tmp')), []);
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
