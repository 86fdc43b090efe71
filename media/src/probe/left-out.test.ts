import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { encodeClip, makeClip, testFolder, testVideo, tone, X264 } from '../test-clips.ts';
import { rung } from '../test-ladder.ts';
import { probeSource } from './probe.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const V = testVideo('128x96', '25', 1);
const audio = [
  { codec: 'aac', name: '', bitrateKbps: 96, channels: 2, sampleRate: 48_000 } as const,
];
const ladder = { video: [rung(96)], audio, audioVariants: [] };

await makeClip(folder, 'cover.gif', `${testVideo('64x64', '1', 1)} -frames:v 1`);
await makeClip(folder, 'cover.tiff', `${testVideo('64x64', '1', 1)} -frames:v 1`);
const GIF = '-attach cover.gif -metadata:s:t mimetype=image/gif -metadata:s:t filename=cover.gif';
const TWO = `${V} ${tone(1)} -map 0 -map 1 -map 1 ${X264}`;

for (const [name, args, type, codec] of [
  ['wavpack.mkv', `${TWO} -c:a:0 wavpack -c:a:1 aac`, 'audio', 'wavpack'],
  ['tta.mkv', `${TWO} -c:a:0 aac -c:a:1 tta`, 'audio', 'tta'],
  ['gif.mkv', `${V} ${tone(1)} ${X264} -c:a aac ${GIF}`, 'picture', 'gif'],
  [
    'tiff.flac',
    `${tone(1)} -i cover.tiff -map 0 -map 1 -c:a flac -c:v copy -disposition:v attached_pic`,
    'picture',
    'tiff',
  ],
  [
    'flash.mkv',
    `${V} ${V} ${tone(1)} -map 0 -map 1 -map 2 -c:v:0 libx264 -c:v:1 flashsv -pix_fmt:v:0 yuv420p -c:a aac`,
    'video',
    'flashsv',
  ],
] as const)
  test(`${name} is taken without its ${codec}, and says so`, async () => {
    const { probe, written } = await encodeClip(tools, await makeClip(folder, name, args), ladder);
    assert.deepEqual(probe.leftOut, [{ type, codec, reason: 'unsupported' }]);
    assert.deepEqual(
      [...written.keys()].toSorted(),
      name.endsWith('.flac') ? ['a1'] : ['a1', 'v96'],
    );
  });

test('a film whose audio can’t be decoded says that it is left out', async () => {
  const clip = await makeClip(folder, 'plain.mov', `${V} ${tone(1)} ${X264} -c:a aac`);
  const bytes = await readFile(clip);
  const entry = bytes.indexOf('mp4a', bytes.lastIndexOf('stsd'));
  bytes.write('apac', entry, 'latin1');
  bytes.write('dxxx', bytes.indexOf('esds', entry), 'latin1');
  const path = join(folder, 'unknown.mov');
  await writeFile(path, bytes);
  const { audio: tracks, leftOut } = await probeSource(tools, path);
  assert.deepEqual(tracks, []);
  assert.deepEqual(leftOut, [{ type: 'audio', codec: 'apac', reason: 'unknown' }]);
});

test('a film whose pictures alone can’t be decoded is refused', async () => {
  const clip = await makeClip(folder, 'f.mkv', `${V} ${tone(1)} -c:v flashsv -c:a aac`);
  await assert.rejects(probeSource(tools, clip), { reason: 'unsupported_codec' });
});

test('a preview of one frame in front, enabled as it is, is not the video', async () => {
  const still = await makeClip(folder, 'still.jpg', `${testVideo('64x64', '1', 1)} -frames:v 1`);
  const both = `-i ${still} ${V} ${tone(1)} -map 0 -map 1 -map 2 -c:v:0 copy`;
  const args = `${both} -c:v:1 libx264 -pix_fmt:v:1 yuv420p -c:a aac`;
  const { video } = await probeSource(tools, await makeClip(folder, 'preview.mp4', args));
  assert.deepEqual([video?.codec, video?.frames.ticks.length], ['h264', 25]);
});
