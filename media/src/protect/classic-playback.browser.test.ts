import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { encryptSegment } from './aes-128.ts';
import { prepareProgressive } from '../mp4/progressive.ts';
import { testFolder } from '../test-clips.ts';
import { type Files, noBrowser, openPage, play, serve } from '../test-player.ts';
import { makeTrack } from '../test-tracks.ts';

const folder = await testFolder();
const SECONDS = 6;

/** RFC 8216 with one rendition: the init segment is clear, so that its MAP comes before the KEY. */
async function lockedPlaylist(key: Buffer, served: Buffer): Promise<Files> {
  const { init, segments } = await makeTrack(folder, 'h264', SECONDS, [2]);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXT-X-KEY:METHOD=AES-128,URI="key"',
    ...segments.flatMap((_, n) => ['#EXTINF:2.000,', `${n + 1}.m4s`]),
    '#EXT-X-ENDLIST',
  ];
  return new Map([
    ['/stream.m3u8', { type: 'application/vnd.apple.mpegurl', body: lines.join('\n') }],
    ['/key', { type: 'application/octet-stream', body: served }],
    ['/init.mp4', { type: 'video/mp4', body: init }],
    ...segments.map(
      (bytes, n) =>
        [`/${n + 1}.m4s`, { type: 'video/mp4', body: encryptSegment(key, n + 1, bytes) }] as const,
    ),
  ]);
}

test('segments by AES-128 play from first to last in Chromium', { skip: noBrowser }, async () => {
  const key = randomBytes(16);
  const page = await openPage(await serve(await lockedPlaylist(key, key)));
  const { error, time, frames } = await play(page, '/stream.m3u8');
  assert.equal(error, null);
  assert(Math.abs(time - SECONDS) < 0.1, `ended at ${time}`);
  assert(frames > 50, `${frames} frames`);
  await page.close();
});

test('with another key they do not', { skip: noBrowser }, async () => {
  const files = await lockedPlaylist(randomBytes(16), randomBytes(16));
  const page = await openPage(await serve(files));
  assert.notEqual((await play(page, '/stream.m3u8')).error, null);
  await page.close();
});

test('a progressive file plays from first to last in Chromium', { skip: noBrowser }, async () => {
  const video = await makeTrack(folder, 'h264', SECONDS, [2]);
  const audio = await makeTrack(folder, 'aac', SECONDS, [1]);
  const file = await prepareProgressive(
    [
      { kind: 'video' as const, ...video },
      { kind: 'audio' as const, ...audio },
    ].map(({ kind, init, segments }) => ({
      kind,
      init,
      segmentCount: segments.length,
      segment: async (number) => segments[number - 1] ?? Buffer.alloc(0),
    })),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const page = await openPage(await serve(new Map([['/file.mp4', { type: 'video/mp4', body }]])));
  const { error, time, frames } = await play(page, '/file.mp4');
  assert.equal(error, null);
  assert(Math.abs(time - SECONDS) < 0.1, `ended at ${time}`);
  assert(frames > 50, `${frames} frames`);
  await page.close();
});
