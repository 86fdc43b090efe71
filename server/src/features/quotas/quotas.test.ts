import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { creation, startTestUploads, type TestUploads } from '../../test-uploads.ts';
import { isWithinQuota, MAX_AN_HOUR, type QuotaKind } from './rules.ts';

let uploads: TestUploads;
before(async () => {
  uploads = await startTestUploads();
  // In the hour that the tests write down they must end too.
  const leftMs = 3_600_000 - (Date.now() % 3_600_000);
  if (leftMs < 30_000) await sleep(leftMs + 100);
});
after(() => uploads.close());

/** As if the account had used this much, this many hours ago. */
async function use(kind: QuotaKind, amount: number, hoursAgo = 0): Promise<void> {
  await sql`insert into quota_uses (account_id, kind, hour, amount)
    values (${uploads.admin.id}, ${kind},
      date_trunc('hour', now()) - ${hoursAgo} * interval '1 hour', ${amount})
    on conflict (account_id, kind) do update set hour = excluded.hour, amount = excluded.amount`.execute(
    uploads.app.context.db,
  );
}

async function usedOf(kind: QuotaKind): Promise<number> {
  const row = await uploads.app.context.db
    .selectFrom('quota_uses')
    .select('amount')
    .where('account_id', '=', uploads.admin.id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

function createVideos(count: number) {
  const source = { type: 'video/mp4', size: 1000, fileName: 'a.mp4' };
  const videos = Array.from({ length: count }, () => ({ title: 'A', source }));
  const body = { projectKey: uploads.projectKey, videos };
  return uploads.app.call('POST', '/api/v1/videos', { as: uploads.admin, body });
}

const viewPage = () =>
  uploads.app.call('POST', '/api/v1/page-views', { as: uploads.admin, body: { path: '/films' } });

async function createUpload(sizeBytes: number) {
  const videoKey = await uploads.addVideo(sizeBytes);
  return uploads.call('POST', { headers: creation(videoKey, sizeBytes) });
}

test('the last of an hour is taken, one more is a 429 that says when to come back', async () => {
  await use('videos', MAX_AN_HOUR.videos - 2);
  assert.equal((await createVideos(3)).status, 429);
  assert.equal((await createVideos(2)).status, 201);
  const refused = await createVideos(1);
  assert.deepEqual([refused.status, refused.body['code']], [429, 'quota_reached']);
  const wait = Number(refused.headers['retry-after']);
  assert.ok(wait > 0 && wait <= 3600, `${wait} s`);
  // A refused video was not made, and does not count.
  assert.equal(await usedOf('videos'), MAX_AN_HOUR.videos);
  await use('videos', 0);
});

test('page views are bounded too', async () => {
  await use('pageViews', MAX_AN_HOUR.pageViews - 1);
  assert.equal((await viewPage()).status, 204);
  assert.equal((await viewPage()).status, 429);
});

test('uploads are bounded by the bytes that they are begun for', async () => {
  await use('uploadBytes', MAX_AN_HOUR.uploadBytes - 100);
  const refused = await createUpload(101);
  assert.deepEqual([refused.status, refused.body?.['code']], [429, 'quota_reached']);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await createUpload(100)).status, 201);
  assert.equal(await usedOf('uploadBytes'), MAX_AN_HOUR.uploadBytes);
});

test('each hour begins with nothing used, and leaves no other row', async () => {
  await use('videos', MAX_AN_HOUR.videos, 1);
  assert.equal((await createVideos(2)).status, 201);
  assert.equal(await usedOf('videos'), 2);
});

test('another account has a quota of its own', async () => {
  await use('pageViews', MAX_AN_HOUR.pageViews);
  const { admin } = await uploads.app.addTeam('other');
  const body = { path: '/other' };
  const answer = await uploads.app.call('POST', '/api/v1/page-views', { as: admin, body });
  assert.equal(answer.status, 204);
});

test('calls at the same time are counted one by one', async () => {
  await use('pageViews', MAX_AN_HOUR.pageViews - 3);
  const answers = await Promise.all(Array.from({ length: 8 }, viewPage));
  assert.equal(answers.filter(({ status }) => status === 204).length, 3);
  assert.equal(answers.filter(({ status }) => status === 429).length, 5);
});

test('a file that is larger than the quota of an hour is the first of its hour', () => {
  assert.ok(isWithinQuota('uploadBytes', 0, MAX_AN_HOUR.uploadBytes + 1));
  assert.ok(!isWithinQuota('uploadBytes', 1, MAX_AN_HOUR.uploadBytes));
});
