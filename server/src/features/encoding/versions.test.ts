import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { getPublishedVideoKey } from '@kinora/contract/published';
import { makeClip, testVideo, testFolder, tone } from '@kinora/media/test-clips';
import { setUpMultiDrm } from '../../test-drm.ts';
import { startTestVideos, stateOf, type TestVideos, withAppWorker } from '../../test-videos.ts';
import { planWork } from './work/plan.ts';
import { getStream } from './test-revisions.ts';
import { assertOwned } from './test-storage.ts';

// Another build knows of these, and this one doesn't.

const videos: TestVideos = await startTestVideos({ NODE_ENV: 'test' });
await setUpMultiDrm(videos.app, videos.admin);
after(() => videos.close());
const { db, storage } = videos.app.context;
const later = { since: 'a later build' };

/** Adds a member to every object of a document. */
function planted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(planted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, planted(one)]);
  return { ...Object.fromEntries(members), later };
}

/** Paths of the objects of a document that lack it. */
function bare(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || value === later) return [];
  const members = Object.entries(value).filter(([name]) => name !== 'later');
  const inside = members.flatMap(([name, one]) => bare(one, `${path}/${name}`));
  return Array.isArray(value) || 'later' in value ? inside : [path, ...inside];
}

const documentsOf = async (revisionKey: string) =>
  await db
    .selectFrom('revisions')
    .select(['renditions', 'images', 'protection', 'plan'])
    .where('key', '=', revisionKey)
    .executeTakeFirstOrThrow();

test('members that a later build has put into parts, plan and jobs outlive all that this one does', async () => {
  const made = `${testVideo('256x144', '10', 8)} ${tone(8)} -c:v mpeg4 -c:a aac -shortest`;
  const clip = await readFile(await makeClip(await testFolder(), 'foreign.mkv', made));
  const key = await videos.upload(clip, { presetId: await videos.presetOf('model-k') });
  const vod = (await videos.video(key))['vod'];
  const revisionKey = String(vod?.['revisionKey']);
  const run = { signal: AbortSignal.timeout(120_000), token: { id: randomUUID(), retryCount: 0 } };
  await planWork.handle(videos.app.context, { revisionKey }, run);
  const before = await documentsOf(revisionKey);
  const changed = {
    renditions: planted(before.renditions),
    images: planted({ coverWidths: [], storyboard: null }),
    plan: planted(before.plan),
  };
  await db
    .updateTable('revisions')
    .set({ renditions: JSON.stringify(changed.renditions), plan: JSON.stringify(changed.plan) })
    .set({ images: JSON.stringify(changed.images) })
    .where('key', '=', revisionKey)
    .execute();
  await sql`update pgboss.job set data = data || ${JSON.stringify({ later })}::jsonb
    where state = 'created'`.execute(db);
  await withAppWorker(videos.app.context, async () => {
    await videos.until(key, (one) => stateOf(one) === 'completed', 240);
    // Its last pictures come beside it.
    const { stream } = await videos.untilPublished(
      key,
      (document) => document.stream?.storyboard !== null && !document.stream?.open,
    );
    assert.ok(stream && stream.coverWidths.length > 0);
    for (const drmModel of ['clearKey', 'multiDrm', 'none']) {
      const url = `/api/v1/videos/${key}/vods/${String(vod?.['id'])}/drm-model`;
      await videos.app.call('PUT', url, { as: videos.admin, body: { drmModel } });
      await videos.until(key, (one) => String(one['vod']?.['drmModel']) === drmModel);
      const now = await documentsOf(revisionKey);
      // Made by this build since.
      const own =
        /^\/(earlier\/\d+(\/encryption|$)|storyboard|(earlier\/\d+\/)?video\/\d+\/iFrames)/;
      const lacking = [...bare(now.renditions), ...bare(now.images)];
      assert.deepEqual(
        lacking.filter((path) => !own.test(path)),
        [],
        drmModel,
      );
      assert.deepEqual(now.plan, changed.plan);
      await videos.untilPublished(key, ({ stream: told }) =>
        drmModel === 'none' ? told?.encryption === null : told?.encryption?.method === 'cbcs',
      );
    }
  });
  await assertOwned(videos.app);
  const published = JSON.parse(String(await storage.read(getPublishedVideoKey(key)))) as {
    stream: unknown;
  };
  const stream = await getStream(db, revisionKey);
  assert.deepEqual(published.stream, stream);
  assert.ok('later' in stream);
});
