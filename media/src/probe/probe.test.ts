import assert from 'node:assert/strict';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ProbeError, type ProbeReason } from '../cage/errors.ts';
import { boxes } from '../hostile/test-boxes.ts';
import { openWorkshop } from '../hostile/test-workshop.ts';
import { probeSource } from './probe.ts';
import { X264, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const clip = await makeClip(
  folder,
  'clip.mp4',
  `${testVideo('128x96', '25', 2)} ${tone(2)} ${X264} -c:a aac`,
);
const CANARY = 'canary-7f3a-never-read';

async function rejectsWith(path: string, ...reasons: ProbeReason[]): Promise<ProbeError> {
  const error: unknown = await probeSource(tools, path).then(
    () => null,
    (failure: unknown) => failure,
  );
  assert(error instanceof ProbeError, `${path} is refused`);
  assert(reasons.includes(error.reason), `${error.reason}: ${error.detail}`);
  assert(!error.detail.includes(folder), 'no path is told');
  assert(!error.detail.includes(CANARY), 'nothing of another file is told');
  assert(error.detail.length <= 600);
  return error;
}

test('playlists, scripts, archives and text under a media name are refused unread', async () => {
  const canary = join(folder, 'canary.txt');
  await writeFile(canary, `${CANARY}\n`.repeat(50));
  const disguises = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${canary}\n#EXTINF:2,\n${clip}\n`,
    `ffconcat version 1.0\nfile '${clip}'\nfile '${canary}'\n`,
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    `<?xml version="1.0"?><MPD type="static"><Period><BaseURL>file://${clip}</BaseURL></Period></MPD>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="file://${canary}"/></svg>`,
    'PK\u0003\u0004 an archive, or so it says',
    'Only words.',
  ];
  for (const text of disguises) {
    const path = join(folder, 'disguise.mp4');
    await writeFile(path, text);
    const error = await rejectsWith(path, 'not_media');
    assert.equal(error.type, 'file');
  }
});

test('a playlist behind the first bytes of a real container is not followed either', async () => {
  const playlist = `\n#EXTM3U\n#EXTINF:10,\nfile://${join(folder, 'canary.txt')}\n`;
  const heads = [
    (await readFile(clip)).subarray(0, 32),
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3]),
    Buffer.from('RIFF\x40\0\0\0AVI LIST', 'latin1'),
    Buffer.from('ID3\x04\0\0\0\0\0\x05', 'latin1'),
    Buffer.from('OggS\0\x02', 'latin1'),
  ];
  for (const head of heads) {
    const path = join(folder, 'both.mp4');
    await writeFile(path, Buffer.concat([head, Buffer.from(playlist.repeat(40))]));
    await rejectsWith(path, 'damaged', 'truncated', 'no_streams', 'no_frames', 'unsupported_codec');
  }
});

test('no bytes, no file and no index are different errors', async () => {
  const path = join(folder, 'cut.mp4');
  await writeFile(path, '');
  assert.equal((await rejectsWith(path, 'empty')).type, 'file');
  assert.equal((await rejectsWith(join(folder, 'nothing-here'), 'unreadable')).type, 'general');
  await writeFile(path, await readFile(clip));
  await truncate(path, 20_000);
  assert.equal((await rejectsWith(path, 'truncated')).type, 'file');
});

test('a file cut off behind its index is probed for what is there', async () => {
  const whole = await makeClip(
    folder,
    'index-first.mp4',
    '-i clip.mp4 -c copy -movflags faststart',
  );
  await truncate(whole, Math.round((await readFile(whole)).length / 2));
  const probe = await probeSource(tools, whole);
  assert.equal(probe.truncated, true);
  assert(probe.durationMs > 200 && probe.durationMs < 1800, `${probe.durationMs}`);
  assert.equal((await probeSource(tools, clip)).truncated, false);
});

test('a file of only a cover picture has nothing to play', async () => {
  await makeClip(folder, 'cover.jpg', '-f lavfi -i color=red:s=64x64 -frames:v 1');
  const only = await makeClip(
    folder,
    'only.m4a',
    '-i cover.jpg -c copy -disposition:v attached_pic',
  );
  await rejectsWith(only, 'no_streams');
});

test('video that can’t be decoded is reported before anything is encoded', async () => {
  const bytes = await readFile(clip);
  const mdat = bytes.indexOf('mdat');
  const moov = bytes.indexOf('moov');
  assert(mdat < moov);
  const path = join(folder, 'noise.mp4');
  await writeFile(path, Buffer.from(bytes).fill(0xa5, mdat + 8, moov - 8));
  await rejectsWith(path, 'no_frames');
});

test('a codec outside the list is refused as such', async () => {
  const path = await makeClip(folder, 'rare.avi', `${testVideo('64x64', '25', 1)} -c:v zmbv`);
  await rejectsWith(path, 'unsupported_codec');
});

test('frames beyond 8192 × 8192 are refused', async () => {
  const size = '16400x4100';
  const path = await makeClip(folder, 'wide.avi', `${testVideo(size, '25', 0.04)} -c:v mjpeg`);
  await rejectsWith(path, 'too_large');
});

test('bytes changed at random end in a probe or a ProbeError, never in anything else', async () => {
  const bytes = await readFile(clip);
  let seed = 11;
  const next = (): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8;
  for (let round = 0; round < 8; round++) {
    const mutated = Buffer.from(bytes);
    for (let n = 0; n < 40; n++) mutated[next() % mutated.length] = next() & 0xff;
    const path = join(folder, 'mutated.mp4');
    await writeFile(path, mutated);
    await probeSource(tools, path).catch((error: unknown) => assert(error instanceof ProbeError));
  }
});

test('subtitles beside the video are no obstacle', async () => {
  await writeFile(join(folder, 'words.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
  for (const [name, codec] of [
    ['titled.mkv', 'subrip'],
    ['titled-ass.mkv', 'ass'],
    ['titled.mp4', 'mov_text'],
  ] as const) {
    const path = await makeClip(folder, name, `-i clip.mp4 -i words.srt -c copy -c:s ${codec}`);
    const probe = await probeSource(tools, path);
    assert.equal(probe.video?.frameRate.numerator, 25);
    assert.equal(probe.audio.length, 1);
  }
});

test('an aborted probe ends with the reason of its signal', async () => {
  const stop = new AbortController();
  const probing = probeSource(tools, clip, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await assert.rejects(probing, /enough/);
});

test('languages, titles and the default track are read, whatever characters they hold', async () => {
  const path = await makeClip(
    folder,
    'tracks.mkv',
    `${testVideo('64x64', '25', 1)} ${tone(1)} ${tone(1)} -map 0 -map 1 -map 2 ${X264} -c:a aac ` +
      '-metadata:s:a:0 language=tha -metadata:s:a:1 language=eng "-metadata:s:a:1" "title=a|b=c\\d ไทย" ' +
      `-metadata:s:a:0 title=${'x'.repeat(1000)} ` +
      '-disposition:a:0 0 -disposition:a:1 default',
  );
  const { audio } = await probeSource(tools, path);
  assert.deepEqual(
    audio.map(({ language, title, isDefault }) => [language, title, isDefault]),
    [
      // Long titles are cut, as every player receives them.
      ['tha', 'x'.repeat(200), false],
      ['eng', 'a|b=c\\d ไทย', true],
    ],
  );
});

test('frames that last for hours are refused, also where the file shows a moment of one', async () => {
  await using workshop = await openWorkshop();
  const path = join(folder, 'absurd');
  for (const [name, reason] of [
    ['frames in order: 2^31-1 ticks for 10 of 30 frames, cut by an edit', 'damaged'],
    ['frames in order: ten hours each for 10 of 30 frames, cut by an edit', 'damaged'],
    ['stts of 2^31 ticks', 'too_long'],
  ] as const) {
    const recipe = boxes.find((one) => one.name === name);
    assert(recipe, name);
    await writeFile(path, await recipe.make(workshop));
    await rejectsWith(path, reason);
  }
  const one = await makeClip(folder, 'one.avi', `${testVideo('96x64', '10', 0.1)} -c:v mpeg4`);
  const bytes = await readFile(one);
  // Its scale and rate (AVIStreamHeader): ten hours a frame.
  const header = bytes.indexOf('strh') + 8;
  bytes.writeUInt32LE(36_000, header + 20);
  bytes.writeUInt32LE(1, header + 24);
  await writeFile(path, bytes);
  await rejectsWith(path, 'damaged');
});
