import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type Json, type TestApp } from '../../test-app.ts';
import { setUpMultiDrm } from '../../test-drm.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { finishWork } from '../../base/long-work/test-turns.ts';
import { changeVideosWork } from '../video-batches/work.ts';

// No change to projects, channels or videos may leave a multi-DRM video that no viewer can watch.

let app: TestApp;
let owner: TestOwner;
let first: string;
/** A channel that gives licences, in the project alone. */
let second: string;
/** A project that plays on a channel without licences. */
let elsewhere: string;
let key: string;
let plain: string;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
  first = String((await get(`projects/${owner.projectKey}`))['primaryPlaybackChannelId']);
  const made = await send('POST', 'playback-channels', { name: 'Cinema' });
  second = String(made.body['id']);
  await setUpMultiDrm(app, owner.admin);
  await send('POST', 'playback-channels/drm-configs/deactivate', { playbackChannelIds: [first] });
  elsewhere = String((await send('POST', 'projects', { key: 'news', name: 'News' })).body['key']);
});
after(() => app.close());

beforeEach(async () => {
  await ofProject('add', second);
  const video = await addTestVideo(app, owner);
  key = video.videoKey;
  ({ videoKey: plain } = await addTestVideo(app, owner));
  await app.context.db.updateTable('revisions').set({ drm_model: 'none' }).execute();
  await app.context.db
    .updateTable('revisions')
    .set({ drm_model: 'multiDrm' })
    .where('key', '=', video.revisionKey)
    .execute();
});

const send = (method: string, path: string, body?: object) =>
  app.call(method, `/api/v1/${path}`, { as: owner.admin, body });
const get = async (path: string) => (await send('GET', path)).body;
const ofProject = (act: 'add' | 'remove', id: string, project = owner.projectKey) =>
  send('POST', `projects/${project}/playback-channels/${act}`, { playbackChannelIds: [id] });
const projectOf = async (video: string) => {
  const { body } = await send('GET', `videos/${video}`);
  return String((body['project'] as Json)['key']);
};

async function run(path: string, body: object): Promise<Json> {
  const { status, body: batch } = await send('POST', `video-batches${path}`, body);
  assert.equal(status, 202, JSON.stringify(batch));
  await finishWork(app.context, changeVideosWork, String(batch['id']));
  return get(`video-batches/${String(batch['id'])}`);
}
const move = (keys: string[], projectKey: string) =>
  run('', { action: { type: 'move', projectKey }, videos: { keys } });
const undo = (batch: Json) => run('/undo', { batchId: batch['id'] });
const outcome = ({ done, failures }: Json) => [
  Number(done),
  failures?.map((one: Json) => `${String(one['key'])} ${String(one['code'])}`),
];
const IN_USE = [409, 'drm_in_use', 1];
const facts = ({ status, body }: { status: number; body: Json }) =>
  [status, body['code'], body['videoCount']] as unknown[];

test('a project keeps the last channel with licences that its multi-DRM videos need', async () => {
  assert.deepEqual(facts(await ofProject('remove', second)), IN_USE);
  const { playbackChannelIds } = await get(`projects/${owner.projectKey}`);
  assert.ok((playbackChannelIds as unknown as string[]).includes(second));
  // Another one that gives licences is as good.
  const third = String((await send('POST', 'playback-channels', { name: 'Third' })).body['id']);
  await send('POST', 'playback-channels/drm-configs/activate', { playbackChannelIds: [third] });
  await ofProject('add', third);
  assert.equal((await ofProject('remove', second)).status, 200);
  assert.deepEqual(facts(await ofProject('remove', third)), IN_USE);
  await ofProject('add', second);
  assert.equal((await ofProject('remove', third)).status, 200);
});

test('another project, without such a video, leaves the channel as before', async () => {
  await ofProject('add', second, elsewhere);
  assert.equal((await ofProject('remove', second, elsewhere)).status, 200);
});

test('a channel that a project plays on is neither ended nor deleted, and another primary one ends nothing', async () => {
  const ended = await send('POST', 'playback-channels/drm-configs/deactivate', {
    playbackChannelIds: [second],
  });
  assert.deepEqual(facts(ended), IN_USE);
  const deleted = await send('DELETE', `playback-channels/${second}`);
  assert.deepEqual([deleted.status, deleted.body['code']], [409, 'playback_channel_in_use']);
  for (const playbackChannelId of [second, first]) {
    const path = `projects/${owner.projectKey}/playback-channels/primary`;
    assert.equal((await send('POST', path, { playbackChannelId })).status, 200);
    assert.equal((await ofProject('remove', second)).status, 409);
  }
});

test('a video stays where it plays, and others of the batch are moved', async () => {
  const batch = await move([key, plain], elsewhere);
  assert.deepEqual(outcome(batch), [1, [`${key} drm_not_set_up`]]);
  assert.deepEqual([await projectOf(key), await projectOf(plain)], [owner.projectKey, elsewhere]);
  await ofProject('add', second, elsewhere);
  const moved = await move([key], elsewhere);
  assert.deepEqual([outcome(moved), await projectOf(key)], [[1, []], elsewhere]);
  await undo(moved);
  assert.equal((await ofProject('remove', second, elsewhere)).status, 200);
});

test('an undo leaves a video where it plays, when its project no longer can', async () => {
  await ofProject('add', second, elsewhere);
  const batch = await move([key, plain], elsewhere);
  assert.equal((await ofProject('remove', second)).status, 200);
  assert.deepEqual(outcome(await undo(batch)), [1, [`${key} drm_not_set_up`]]);
  assert.deepEqual([await projectOf(key), await projectOf(plain)], [elsewhere, owner.projectKey]);
  assert.deepEqual(facts(await ofProject('remove', second, elsewhere)), IN_USE);
});

test('a deleted video keeps no channel, and comes back whatever became of it', async () => {
  const batch = await run('', { action: { type: 'delete' }, videos: { keys: [key] } });
  assert.equal((await ofProject('remove', second)).status, 200);
  assert.equal((await send('PUT', `deleted-videos/restore/${key}`)).status, 200);
  assert.equal((await send('GET', `videos/${key}`)).status, 200);
  // The undo of a batch finds it restored already; one that is deleted again comes back by it.
  assert.deepEqual(outcome(await undo(batch)), [0, [`${key} changed_since`]]);
  const again = await run('', { action: { type: 'delete' }, videos: { keys: [key] } });
  assert.deepEqual(outcome(await undo(again)), [1, []]);
  assert.equal(await projectOf(key), owner.projectKey);
});
