import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ladder } from '../plan/ladder.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { listPieces } from '../plan/pieces.ts';
import { planStream } from '../plan/plan.ts';
import { probeSource } from '../probe/probe.ts';
import { X264, encodePieces, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { noBrowser, openPage, serve } from '../test-player.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

type Buffered = { start: number; end: number; ranges: number };
type Seen = { error: string | null; buffered: Buffered[]; frames: number };

/** Appends whole tracks to a media element, plays them fast to their end, and returns what was played. */
const PLAY = `(async (tracks) => {
  const video = document.querySelector('video');
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
  const buffers = tracks.map(({ type }) => source.addSourceBuffer(type));
  const next = (buffer) => new Promise((resolve, reject) => {
    buffer.addEventListener('updateend', resolve, { once: true });
    buffer.addEventListener('error', () => reject(new Error('append')), { once: true });
  });
  try {
    for (const [n, { files }] of tracks.entries())
      for (const file of files) {
        const bytes = await (await fetch(file)).arrayBuffer();
        buffers[n].appendBuffer(bytes);
        await next(buffers[n]);
      }
    const buffered = buffers.map(({ buffered: told }) =>
      ({ start: told.start(0), end: told.end(told.length - 1), ranges: told.length }));
    source.endOfStream();
    video.playbackRate = 4;
    const ended = new Promise((resolve, reject) => {
      video.addEventListener('ended', resolve);
      video.addEventListener('error', () => reject(new Error('code ' + video.error.code)));
    });
    await video.play();
    await ended;
    return { error: null, buffered, frames: video.getVideoPlaybackQuality().totalVideoFrames };
  } catch (error) {
    return { error: String(error) + ' ' + (video.error?.message ?? ''), buffered: [], frames: 0 };
  }
})`;

for (const [codec, audioCodec] of [
  ['h264', 'opus'],
  ['vp9', 'opus'],
  ['av1', 'aac'],
] as const)
  test(
    `${codec} with ${audioCodec}, made in pieces, plays from its first to its last moment in one stretch`,
    { skip: noBrowser },
    async () => {
      const args = `${testVideo('160x90', '30000/1001', 13)} ${tone(13)} ${X264} -c:a aac`;
      const path = await makeClip(folder, 'source.mp4', args);
      const [first] = DEFAULT_LADDER.video;
      const [audio] = DEFAULT_LADDER.audio;
      assert(first && audio);
      const profile = codec === 'h264' ? ('high' as const) : null;
      const ladder: Ladder = {
        ...DEFAULT_LADDER,
        video: [{ ...first, codec, profile, speed: 'fastest' }],
        audio: [{ ...audio, codec: audioCodec }],
      };
      const plan = planStream(await probeSource(tools, path), ladder);
      const pieces = listPieces(plan, { deliveryModel: 'model-c' });
      const written = await encodePieces(tools, plan, pieces, path);
      const tracks = [...written].map(([id, { init, segments, codec: told }]) => {
        const type = `${id.startsWith('v') ? 'video' : 'audio'}/mp4`;
        const bodies = [init, ...segments];
        return {
          type: `${type};codecs="${told}"`,
          files: bodies.map((body, n) => ({ id, n, body })),
        };
      });
      const files = tracks.flatMap((track) =>
        track.files.map(({ id, n, body }) => [`/${id}/${n}`, { type: 'video/mp4', body }] as const),
      );
      const page = await openPage(await serve(new Map(files)));
      const addresses = tracks.map(({ type, files: list }) => ({
        type,
        files: list.map(({ id, n }) => `/${id}/${n}`),
      }));
      const seen: Seen = await page.evaluate(`${PLAY}(${JSON.stringify(addresses)})`);
      assert.equal(seen.error, null);
      for (const { start, end, ranges } of seen.buffered) {
        assert.equal(ranges, 1, 'there is no hole');
        assert(Math.abs(start) < 0.001, `begins at ${start}`);
        assert(Math.abs(end - plan.durationMs / 1000) < 0.04, `ends at ${end}`);
      }
      assert(seen.frames > 200, `${seen.frames} frames were shown or dropped`);
    },
  );
