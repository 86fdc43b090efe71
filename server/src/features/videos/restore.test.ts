import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, addUploadedVideo, type TestOwner } from '../../test-owner.ts';
import { planJob } from '../encoding/jobs.ts';
import { published, withWorker } from '../publishing/test-publishing.ts';

let app: TestApp;
let owner: TestOwner;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

const remove = (key: string) => app.call('DELETE', `/api/v1/videos/${key}`, { as: owner.admin });
const restore = (key: string, as: Person = owner.admin) =>
  app.call('PUT', `/api/v1/deleted-videos/restore/${key}`, { as });

test('a deleted video is restored whole, is counted again, and viewers get it again', async () => {
  const { videoKey } = await addTestVideo(app, owner, { title: 'Back again' });
  await withWorker(app.context, async () => {
    const state = async () => (await published(app.context.storage, videoKey))?.state;
    await remove(videoKey);
    await until('the deletion', async () => (await state()) === 'deleted');
    const answer = await restore(videoKey);
    assert.deepEqual([answer.status, answer.body['title']], [200, 'Back again']);
    await until('the video', async () => (await state()) === 'notReady');
  });
  const list = await app.call('GET', '/api/v1/videos', { as: owner.admin });
  assert.equal(list.body['total'], 1);
  assert.equal(list.body.data[0]?.['key'], videoKey);
});

test('what is not in the recycle bin, or was for more than 30 days, is not restored', async () => {
  const { videoKey } = await addTestVideo(app, owner);
  assert.equal((await restore(videoKey)).status, 404);
  assert.equal((await restore('nothing')).status, 404);
  await remove(videoKey);
  const deletedDaysAgo = (days: number) =>
    app.context.db
      .updateTable('videos')
      .set({ deleted_at: sql<Date>`now() - ${days} * interval '1 day'` })
      .where('key', '=', videoKey)
      .execute();
  await deletedDaysAgo(31);
  assert.equal((await restore(videoKey)).status, 404);
  await deletedDaysAgo(29);
  assert.equal((await restore(videoKey)).status, 200);
  assert.equal((await restore(videoKey)).status, 404);
});

test('what was being made of it goes on: a check that found it deleted, and pieces that were blocked', async () => {
  const { videoKey, revisionKey } = await addUploadedVideo(app, owner, Buffer.from('no video'));
  const checks = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
      where name = ${planJob.name} and data ->> 'revisionKey' = ${revisionKey}`.execute(
      app.context.db,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await checks();
  await remove(videoKey);
  const piece = { team_id: owner.teamId, revision_key: revisionKey, kind: 'video' } as const;
  const place = { first_segment: 0, last_segment: 1, position: 0, due_at: new Date() };
  const flags = { is_express: false, is_background: false, rendition_ids: ['v-1'] };
  const id = '0190a3f0-0000-7000-8000-000000000001';
  await app.context.db
    .insertInto('pieces')
    .values({ id, state: 'blocked', ...piece, ...place, ...flags })
    .execute();
  await restore(videoKey);
  const row = await app.context.db
    .selectFrom('pieces')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  assert.equal(row?.state, 'waiting');
  assert.equal(await checks(), before + 1);
});
