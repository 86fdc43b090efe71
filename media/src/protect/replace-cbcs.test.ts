import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { testFolder } from '../test-clips.ts';
import { CODECS, collect, each, makeTrack } from '../test-tracks.ts';
import { createContentKey } from './content-key.ts';
import { packageTrack } from './packager.ts';
import { openKeyReplacement } from './replace-cbcs.ts';
import { WrongKeyError } from './replace-key.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const systems = ['widevine', 'playready', 'fairplay', 'clearkey'] as const;
const [before, after] = [createContentKey(), createContentKey()];
const [oldIv, iv] = [randomBytes(16), randomBytes(16)];

for (const [codec, { kind }] of Object.entries(CODECS)) {
  test(`${codec} with its key replaced has the bytes that the packager makes with that key`, async () => {
    const clear = await makeTrack(folder, codec, 6, [2, 1, 3]);
    const job = { kind, init: clear.init, systems };
    const lock = (key: typeof before, its: Buffer) =>
      collect(packageTrack(tools, { ...job, segments: each(clear.segments), iv: its, key }));
    const [old, wanted] = [await lock(before, oldIv), await lock(after, iv)];
    const replacement = openKeyReplacement(old.init, { before, after: { ...after, iv } });
    assert(replacement.init(old.init).equals(wanted.init));
    for (const [n, segment] of old.segments.entries()) {
      replacement.segment(segment);
      assert(segment.equals(wanted.segments[n] ?? Buffer.alloc(0)));
    }
    const other = { before: after, after: { ...before, iv } };
    assert.throws(() => openKeyReplacement(old.init, other), WrongKeyError);
    assert.throws(() => openKeyReplacement(clear.init, other), WrongKeyError);
  });
}

test('what is no whole segment is refused', async () => {
  const { init, segments } = await makeTrack(folder, 'h264', 2, [1]);
  const job = { kind: 'video', init, systems, iv: oldIv, key: before } as const;
  const old = await collect(packageTrack(tools, { ...job, segments: each(segments) }));
  const replacement = openKeyReplacement(old.init, { before, after: { ...after, iv } });
  const [segment = Buffer.alloc(0)] = old.segments;
  assert.throws(() => replacement.segment(segment.subarray(0, -5)), RangeError);
  const mdat = segment.indexOf('mdat') - 4;
  assert.throws(() => replacement.segment(segment.subarray(0, mdat)), RangeError);
});
