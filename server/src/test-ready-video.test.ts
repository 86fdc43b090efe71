import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { makeClip, testFolder, testVideo, tone, X264 } from '@kinora/media/test-clips';
import { assertOwned } from './features/encoding/test-storage.ts';
import type { Json } from './test-app.ts';
import { addReadyVideo } from './test-ready-video.ts';
import { startTestVideos } from './test-videos.ts';

const videos = await startTestVideos({ NODE_ENV: 'test' });
after(() => videos.close());

/** Leaves out owners, times and signatures, which differ between copies. */
function toText(value: unknown, { key, vod }: Json): string {
  return JSON.stringify(value)
    .replaceAll(String(key), 'KEY')
    .replaceAll(String(vod?.['revisionKey']), 'REVISION')
    .replaceAll(/"[\d-]{10}T[\d:.]+Z"/g, '"TIME"')
    .replaceAll(/(x_signature=)[\w-]+/g, '$1SIGNATURE');
}

test('the copy of a ready video is as workers made the first', async () => {
  // A length of its own: no other test file has encoded it.
  const args = `${testVideo('320x180', '25', 3.2)} ${tone(3.2)} ${X264} -c:a aac -shortest`;
  const clip = await readFile(await makeClip(await testFolder(), 'clip.mp4', args));
  const presetId = await videos.presetOf('model-k');
  const seen: string[][] = [];
  for (const _ of ['the first', 'a copy', 'another']) {
    const key = await addReadyVideo(videos, clip, presetId);
    const video = await videos.video(key);
    const document = await videos.untilPublished(key, () => true);
    seen.push([toText(video, video), toText(document, video)]);
  }
  assert.deepEqual(seen[1], seen[0]);
  assert.deepEqual(seen[2], seen[0]);
  await assertOwned(videos.app);
});
