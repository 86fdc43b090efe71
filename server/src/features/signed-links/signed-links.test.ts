import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AccessCheck } from '@kinora/contract/access-checks';
import { until } from '@kinora/contract/test-until';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { publish, withWorker } from '../publishing/test-publishing.ts';

const DAY_MS = 24 * 3600 * 1000;

let app: TestApp;
let owner: TestOwner;
let other: Person;
let videoKey: string;
let channelPath: string;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
  ({ admin: other } = await addTestOwner(app, 'lanna'));
  ({ videoKey } = await addTestVideo(app, owner));
  const channels = await ask('GET', '/api/v1/playback-channels');
  channelPath = `/api/v1/playback-channels/${String(channels.body.data[0]?.['id'])}`;
});
after(() => app.close());

const ask = (method: string, path: string, body?: object, as = owner.admin) =>
  app.call(method, path, { as, ...(body ? { body } : {}) });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const sign = (body: object, as = owner.admin) =>
  ask('POST', `/api/v1/videos/${videoKey}/signed-links`, body, as);
const getVideo = async () => (await ask('GET', `/api/v1/videos/${videoKey}`)).body;
const codesOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  body['errors']?.map(({ path, code }: Json) => [path, code]);

async function addKey(): Promise<{ id: string; keyId: string }> {
  const { body } = await ask('POST', '/api/v1/url-signing-keys', {});
  const urlSigningKeyIds = [body['id']];
  await ask('POST', `${channelPath}/signed-url/url-signing-keys`, { urlSigningKeyIds });
  return { id: String(body['id']), keyId: String(body['keyId']) };
}

/** The verdict of the edge's rule of signatures on an address, by the published documents. */
async function judgeSignature(url: string, at?: string): Promise<string | undefined> {
  await publish(app.context, videoKey);
  await withWorker(app.context, () =>
    until('everything is published', async () => {
      const waiting = await app.context.db
        .selectFrom('publications')
        .select('key')
        .whereRef('published_version', '<', 'version')
        .execute();
      return waiting.length === 0;
    }),
  );
  const { body } = await ask('POST', '/api/v1/access-checks', { url, ...(at && { at }) });
  const { rules } = body as unknown as AccessCheck;
  return rules.find(({ rule }) => rule === 'signature')?.verdict;
}

test('a channel without a key signs nothing', async () => {
  const refused = await sign({ expiresAt: inMs(DAY_MS) });
  assert.deepEqual([refused.status, refused.body['code']], [409, 'url_signing_key_missing']);
  assert.equal((await getVideo())['requiresSignedUrl'], false);
});

test('a signed link opens what the channel keeps shut, until it ends', async () => {
  const first = await addKey();
  await addKey();
  await ask('PUT', `${channelPath}/signed-url`, { required: true });
  const video = await getVideo();
  assert.equal(video['requiresSignedUrl'], true);
  const [listed] = (await ask('GET', '/api/v1/videos')).body.data;
  assert.equal(listed?.['requiresSignedUrl'], true);
  const expiresAt = inMs(DAY_MS);
  const { status, body } = await sign({ expiresAt });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body['urlSigningKeyId'], first.id, 'the oldest signs');
  assert.equal(body['expiresAt'], `${expiresAt.slice(0, 19)}.000Z`);
  assert.equal(body['playbackUrls'], null, 'it is not playable yet');
  assert.equal(await judgeSignature(String(video['watchUrl'])), 'refused');
  assert.equal(await judgeSignature(String(body['watchUrl'])), 'allowed');
  const withStart = `${String(body['watchUrl'])}&t=90&player=p1`;
  assert.equal(await judgeSignature(withStart), 'allowed', 'the rest of the query is free');
  assert.equal(await judgeSignature(String(body['watchUrl']), inMs(2 * DAY_MS)), 'refused');
});

test('the key is chosen by either of its ids, among those of the channel', async () => {
  const second = await addKey();
  for (const urlSigningKeyId of [second.id, second.keyId]) {
    const { body } = await sign({ expiresAt: inMs(DAY_MS), urlSigningKeyId });
    assert.equal(body['urlSigningKeyId'], second.id);
    assert.equal(new URL(String(body['watchUrl'])).searchParams.get('x_key_id'), second.keyId);
  }
  const { body: unused } = await ask('POST', '/api/v1/url-signing-keys', {});
  const refused = await sign({ expiresAt: inMs(DAY_MS), urlSigningKeyId: unused['id'] });
  assert.deepEqual([refused.status, codesOf(refused)], [422, [['urlSigningKeyId', 'unknown']]]);
});

test('a link ends within a year', async () => {
  const past = await sign({ expiresAt: inMs(-1000) });
  assert.deepEqual([past.status, codesOf(past)], [422, [['expiresAt', 'in_the_past']]]);
  const late = await sign({ expiresAt: inMs(367 * DAY_MS) });
  assert.deepEqual([late.status, codesOf(late)], [422, [['expiresAt', 'too_late']]]);
  assert.equal((await sign({ expiresAt: inMs(365 * DAY_MS) })).status, 200);
});

test('who may not change a video signs no link of it', async () => {
  assert.equal((await sign({ expiresAt: inMs(DAY_MS) }, other)).status, 404);
  const viewer = await app.addPerson(owner.scope, 'user');
  await app.addToProject(owner.projectKey, viewer, 'viewer');
  assert.equal((await sign({ expiresAt: inMs(DAY_MS) }, viewer)).status, 403);
});

test('a deleted video has no links', async () => {
  await ask('DELETE', `/api/v1/videos/${videoKey}`);
  assert.equal((await sign({ expiresAt: inMs(DAY_MS) })).status, 404);
});
