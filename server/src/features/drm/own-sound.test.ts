import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { PresetProfile } from '@kinora/contract/preset-tracks';
import type { StreamDescription } from '@kinora/contract/stream';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';

let videos: TestVideos;
const folder = await testFolder();
before(async () => {
  videos = await startTestVideos({ NODE_ENV: 'test' });
});
after(() => videos.close());

/** The default preset, with a thinner sound for its smallest picture. */
async function presetWithTwoSounds(): Promise<string> {
  const { db } = videos.app.context;
  const presetId = await videos.presetOf('model-k');
  const { profiles } = await db
    .selectFrom('presets')
    .select(sql<PresetProfile[]>`profiles`.as('profiles'))
    .where('id', '=', presetId)
    .executeTakeFirstOrThrow();
  const [profile] = profiles;
  const [audio] = profile?.audioTracks ?? [];
  const smallest = profile?.videoTracks.find(({ resolutionControl: { size } }) => size === 240);
  assert(profile && audio && smallest);
  profile.audioTracks = [audio, { ...audio, key: 'thin', bitRateKbps: 48 }];
  smallest.audioTrackKey = 'thin';
  await sql`update presets set profiles = ${JSON.stringify(profiles)}::jsonb
    where id = ${presetId}`.execute(db);
  return presetId;
}

const soundsOf = (stream: StreamDescription | null) =>
  stream?.video.map(({ id, audioIds }) => [id, audioIds]);

test('each video plays with the audio that its preset names, also when it is protected', async () => {
  const presetId = await presetWithTwoSounds();
  const args = `${testVideo('640x360', '25', 3)} ${tone(3)} ${X264} -c:a aac -shortest`;
  const clip = await readFile(await makeClip(folder, 'clip.mp4', args));
  await withAppWorker(videos.app.context, async () => {
    const key = await videos.upload(clip, { presetId });
    await videos.until(key, (now) => stateOf(now) === 'completed');
    const clear = await videos.untilPublished(key, ({ stream }) => stream?.open === false);
    assert.deepEqual(soundsOf(clear.stream), [
      ['v360', ['a1-1']],
      ['v240', ['a1-2']],
    ]);
    const vodId = String((await videos.video(key))['vod']?.['id']);
    const url = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
    await videos.app.call('PUT', url, { as: videos.admin, body: { drmModel: 'clearKey' } });
    const closed = await videos.untilPublished(key, ({ stream }) => Boolean(stream?.encryption));
    assert.deepEqual(soundsOf(closed.stream), [
      ['v360-p1', ['a1-1-p1']],
      ['v240-p1', ['a1-2-p1']],
    ]);
    assert.deepEqual(
      closed.stream?.audio.map(({ id }) => id),
      ['a1-1-p1', 'a1-2-p1'],
    );
  });
});
