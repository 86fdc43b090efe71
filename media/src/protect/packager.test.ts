import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { EncodeError, MediaToolsError } from '../cage/errors.ts';
import { readDelay } from '../mp4/init-delay.ts';
import { decryptTrack, packageTrack } from './packager.ts';
import { readFragments, isSync, testFolder } from '../test-clips.ts';
import { CODECS, collect, each, makeTrack, readSampleBytes } from '../test-tracks.ts';
import { type MediaTools, findMediaTools } from '../cage/tools.ts';
import { type ContentKey, createContentKey } from './content-key.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const iv = randomBytes(16);
const systems = ['widevine', 'playready', 'fairplay', 'clearkey'] as const;
const contentKeys = { video: createContentKey(), audio: createContentKey() };

for (const [codec, { kind }] of Object.entries(CODECS)) {
  test(`${codec} has the same segments and times when encrypted, and the same samples when decrypted`, async () => {
    const clear = await makeTrack(folder, codec, 6, [2, 1, 3]);
    assert(clear.segments.length >= 2);
    const key = contentKeys[kind];
    const job = { kind, init: clear.init, segments: each(clear.segments) };
    const locked = await collect(packageTrack(tools, { ...job, iv, systems, key }));
    assert.equal(locked.segments.length, clear.segments.length);
    assert.equal(readDelay(locked.init), readDelay(clear.init));
    for (const [n, segment] of clear.segments.entries()) {
      const samples = (bytes: Buffer): unknown[] =>
        readFragments(bytes).flatMap((fragment) =>
          fragment.samples.map(({ flags, ...rest }) => ({ ...rest, isKey: isSync(flags) })),
        );
      const [before, after] = [segment, locked.segments[n] ?? Buffer.alloc(0)];
      assert.deepEqual(samples(after), samples(before));
      assert.equal(readFragments(after)[0]?.decodeTime, readFragments(before)[0]?.decodeTime);
      const [clearBytes, lockedBytes] = [readSampleBytes(before), readSampleBytes(after)];
      assert(!lockedBytes.equals(clearBytes), 'the samples are encrypted');
    }
    const again = { kind, init: locked.init, segments: each(locked.segments), key };
    const open = await collect(decryptTrack(tools, again));
    assert.deepEqual(open.segments.map(readSampleBytes), clear.segments.map(readSampleBytes));
    assert.deepEqual(open.pssh, []);
    assert.equal(readDelay(open.init), readDelay(clear.init));
  });
}

test('video keeps a fragment per key frame, numbered as in the clear track', async () => {
  const clear = await makeTrack(folder, 'h264', 6, [2, 1, 3]);
  const job = { kind: 'video', init: clear.init, iv, systems, key: contentKeys.video } as const;
  const locked = await collect(packageTrack(tools, { ...job, segments: each(clear.segments) }));
  const shape = (segments: Buffer[]): unknown[] =>
    segments.map((segment) => [
      readFragments(segment).map(({ decodeTime }) => decodeTime),
      readSequences(segment),
    ]);
  assert.deepEqual(shape(locked.segments), shape(clear.segments));
});

function readSequences(segment: Buffer): number[] {
  const found: number[] = [];
  for (let at = segment.indexOf('mfhd'); at >= 0; at = segment.indexOf('mfhd', at + 4))
    found.push(segment.readUInt32BE(at + 8));
  return found;
}

test('a track packaged in parts, and later, has the bytes of one packaged at once', async () => {
  // More segments than one batch holds.
  const { init, segments } = await makeTrack(folder, 'aac', 90, [1]);
  assert(segments.length > 42, `${segments.length} segments`);
  const job = { kind: 'audio', init, iv, systems, key: contentKeys.audio } as const;
  const whole = await collect(packageTrack(tools, { ...job, segments: each(segments) }));
  assert.deepEqual(
    whole.numbers,
    [...segments.keys()].map((n) => n + 1),
  );
  const part = { ...job, segments: each(segments.slice(30)), firstNumber: 31 };
  const rest = await collect(packageTrack(tools, part));
  assert.deepEqual(rest.init, whole.init);
  assert.deepEqual(rest.segments, whole.segments.slice(30));
  assert.equal(rest.numbers[0], 31);
});

test('the init segment names the key and carries the boxes of each system', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 2, [1]);
  const job = { kind: 'video', init, iv, systems, key: contentKeys.video } as const;
  const locked = await collect(packageTrack(tools, { ...job, segments: each(segments) }));
  const named = locked.pssh.map(({ system }) => system);
  assert.deepEqual(named.toSorted(), ['clearkey', 'playready', 'widevine']);
  for (const { data } of locked.pssh) {
    const box = Buffer.from(data, 'base64');
    assert.equal(box.readUInt32BE(0), box.length);
    assert.equal(box.toString('latin1', 4, 8), 'pssh');
    assert(locked.init.includes(box));
  }
  const clearKey = { ...job, segments: each(segments), systems: ['clearkey'] as const };
  const { pssh } = await collect(packageTrack(tools, clearKey));
  assert.deepEqual(
    pssh.map(({ system }) => system),
    ['clearkey'],
  );
  // ISO/IEC 23001-7 §10.4.1: constant IV, pattern of 1 in 10 blocks.
  const tenc = locked.init.indexOf('tenc');
  assert.equal(locked.init[tenc + 9], 0x19);
  assert(locked.init.subarray(tenc).includes(contentKeys.video.keyId));
  assert(locked.init.subarray(tenc).includes(iv));
});

test('a key is changed by decrypting and encrypting, without the clear originals', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 3, [1]);
  const key = contentKeys.video;
  const job = { kind: 'video', iv, systems } as const;
  const old = await collect(packageTrack(tools, { ...job, init, segments: each(segments), key }));
  const next = createContentKey();
  const open = await collect(
    decryptTrack(tools, { ...job, init: old.init, segments: each(old.segments), key }),
  );
  const relocked = await collect(
    packageTrack(tools, { ...job, init: open.init, segments: each(open.segments), key: next }),
  );
  const direct = await collect(
    packageTrack(tools, { ...job, init, segments: each(segments), key: next }),
  );
  assert.deepEqual(relocked.segments, direct.segments);
});

function tells(text: string, { key }: ContentKey): boolean {
  const hex = key.toString('hex');
  return text.toLowerCase().includes(hex) || text.includes(key.toString('latin1'));
}

/** A packager that first records what can be seen of its run, and then runs. */
async function watchedPackager(seen: string, tempFolder: string): Promise<MediaTools> {
  const script = join(folder, 'packager.sh');
  const looks = [
    'cat /proc/[0-9]*/cmdline',
    'cat /proc/$$/environ',
    `ls -R "${tempFolder}"`,
    `cat "${tempFolder}"/*/*`,
  ];
  const lines = ['#!/bin/sh', ...looks.map((look) => `${look} >> "${seen}" 2>/dev/null`)];
  await writeFile(script, `${lines.join('\n')}\nexec "${tools.packager}" "$@"\n`, { mode: 0o755 });
  return { ...tools, sandbox: 'none', wrapper: [], prlimit: null, packager: script };
}

test('the key is in no command line, environment, file or output', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 3, [1]);
  const tempFolder = join(folder, 'watched');
  await mkdir(tempFolder);
  const seen = join(folder, 'seen');
  const watched = await watchedPackager(seen, tempFolder);
  const key = contentKeys.video;
  const job = { kind: 'video', init, iv, key, systems, tempFolder } as const;
  const locked = await collect(packageTrack(watched, { ...job, segments: each(segments) }));
  const text = await readFile(seen, 'latin1');
  assert(text.includes('--flagfile=') && text.includes('in-2.mp4') && text.includes('mdat'));
  for (const bytes of [locked.init, ...locked.segments, Buffer.from(text, 'latin1')])
    assert(!tells(bytes.toString('latin1'), key));
  assert.deepEqual(await readdir(tempFolder), []);
});

test('a damaged segment is an error without the key, and nothing is left behind', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 2, [1]);
  const tempFolder = join(folder, 'damaged');
  await mkdir(tempFolder);
  const damaged = Buffer.from(segments[0] ?? Buffer.alloc(0));
  damaged.fill(0xff, 30, 400);
  const key = contentKeys.video;
  const job = {
    kind: 'video',
    init,
    segments: each([damaged]),
    iv,
    systems,
    key,
    tempFolder,
  } as const;
  await assert.rejects(collect(packageTrack(tools, job)), (error) => {
    assert(error instanceof EncodeError);
    assert(!tells(`${error.message} ${error.detail}`, key));
    assert(!error.detail.includes(tempFolder));
    return true;
  });
  assert.deepEqual(await readdir(tempFolder), []);
});

test('a consumer that stops, or aborts, leaves nothing behind', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 3, [1]);
  const tempFolder = join(folder, 'stopped');
  await mkdir(tempFolder);
  const job = { kind: 'video', init, iv, systems, key: contentKeys.video, tempFolder } as const;
  for await (const part of packageTrack(tools, { ...job, segments: each(segments) }))
    if (part.type === 'segment') break;
  assert.deepEqual(await readdir(tempFolder), []);
  const aborted = AbortSignal.abort(new Error('enough'));
  await assert.rejects(
    collect(packageTrack(tools, { ...job, segments: each(segments), signal: aborted })),
    /enough/,
  );
  assert.deepEqual(await readdir(tempFolder), []);
});

const skip = process.getuid?.() !== 0 && 'only root may mount a small disk';
test('a full disk is reported as one, whichever program finds it full', { skip }, async (t) => {
  const { init, segments } = await makeTrack(folder, 'h264', 3, [3]);
  const bytes = init.length + (segments[0]?.length ?? 0);
  const tempFolder = join(folder, 'disk');
  await mkdir(tempFolder);
  // The disk has room for half the input, then for the input and half of the output.
  for (const share of [0.5, 1.5]) {
    const size = `size=${Math.round(bytes * share)}`;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', tempFolder], { stdio: 'ignore' });
    } catch {
      return t.skip('mounting is not allowed here');
    }
    try {
      const job = { kind: 'video', init, segments, iv, key: contentKeys.video, systems } as const;
      const full = collect(packageTrack(tools, { ...job, tempFolder }));
      await assert.rejects(full, { name: 'EncodeError', reason: 'disk_full' });
      assert.deepEqual(await readdir(tempFolder), []);
    } finally {
      execFileSync('umount', ['-l', tempFolder]);
    }
  }
});

test('a machine without a packager says so', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 2, [1]);
  const job = {
    kind: 'video',
    init,
    segments: each(segments),
    iv,
    systems,
    key: contentKeys.video,
  } as const;
  const without = packageTrack({ ...tools, packager: null }, job);
  await assert.rejects(collect(without), MediaToolsError);
});
