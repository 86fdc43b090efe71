import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestVideo } from '../../test-owner.ts';
import { deleteVideos } from '../videos/actions/recycle.ts';
import { findVideoScope } from '../projects/queries/visible-videos.ts';
import { listenTo, readUpdates, type Listening, type Message } from './test-listening.ts';

let app: TestApp;
let admin: Person;
let viewer: Person;
let stranger: Person;
let scope: Awaited<ReturnType<TestApp['addTeam']>>['scope'];
before(async () => {
  app = await startTestApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ admin, scope } = await app.addTeam('siam'));
  ({ admin: stranger } = await app.addTeam('isan'));
  viewer = await app.addPerson(scope, 'user');
});
after(() => app.close());

const listen = (as: Person, team: string, position?: string): Promise<Listening> =>
  listenTo(app, as, team, position);

/** Begins to listen, and resolves when the database is listened to. */
async function listenFrom(as: Person, team: string): Promise<Listening> {
  const listening = await listen(as, team);
  await until('the first message', () => listening.messages.length > 0);
  return listening;
}

const hears = (listening: Listening, subject: string, key: string) =>
  listening.messages.flat().some((change) => change.subject === subject && change.key === key);

async function newProject(as: Person, key: string): Promise<string> {
  const created = await app.call('POST', '/api/v1/projects', { as, body: { key, name: key } });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return String(created.body['key']);
}

const newVideo = async (admin: Person, projectKey: string) =>
  (await addTestVideo(app, { admin, projectKey })).videoKey;

const rename = (as: Person, key: string) =>
  app.call('PUT', `/api/v1/videos/${key}`, { as, body: { title: 'B' } });

test('a listener hears of changes in the projects that he sees, and of nothing else', async () => {
  const [open, closed] = [await newProject(admin, 'open'), await newProject(admin, 'closed')];
  await app.addToProject(open, viewer, 'viewer');
  const far = await newVideo(stranger, await newProject(stranger, 'far'));
  const seen = await newVideo(admin, open);
  const unseen = await newVideo(admin, closed);
  const [boss, guest] = [await listenFrom(admin, 'siam'), await listenFrom(viewer, 'siam')];
  assert.equal(guest.status, 200);

  for (const key of [far, unseen]) await rename(key === far ? stranger : admin, key);
  await rename(admin, seen);
  await until('the change', () => hears(guest, 'video', seen));
  await until('both changes', () => hears(boss, 'video', seen) && hears(boss, 'video', unseen));

  const heard = (listening: Listening) => listening.messages.flat().map(({ key }) => key);
  assert.deepEqual([heard(guest).includes(unseen), heard(guest).includes(far)], [false, false]);
  assert.equal(heard(boss).includes(far), false);
  for (const one of [boss, guest]) one.leave();
});

test('a change that was rolled back is not heard, and one that was committed is', async () => {
  const project = await newProject(admin, 'kept');
  const [kept, gone] = [await newVideo(admin, project), await newVideo(admin, project)];
  const listening = await listenFrom(admin, 'siam');
  const { db } = app.context;
  const remove = (key: string, isLost: boolean) =>
    db.transaction().execute(async (tx) => {
      const found = await findVideoScope(tx, scope, key);
      assert.ok(found);
      await deleteVideos(tx, found, [key], new Date());
      if (isLost) throw new Error('on purpose');
    });
  await assert.rejects(remove(kept, true), /on purpose/);
  await remove(gone, false);
  await until('the deletion', () => hears(listening, 'video', gone));
  assert.equal(hears(listening, 'video', kept), false);
  listening.leave();
});

test('a listener that reconnects is told of the changes since, and of nothing else', async () => {
  const key = await newVideo(admin, await newProject(admin, 'gap'));
  const other = await newVideo(stranger, await newProject(stranger, 'gap'));
  const before = await listenFrom(admin, 'siam');
  let { id, resumed } = before.events.at(-1) ?? {};
  assert.equal(resumed, undefined);
  before.leave();
  await before.ended;

  // Changes from above may be heard late; then there is nothing more.
  await until('an answer that names nothing', async () => {
    const quiet = await listen(admin, 'siam', id);
    await until('an answer', () => quiet.events.length > 0);
    quiet.leave();
    const changes = quiet.events[0]?.changes ?? [];
    ({ id, resumed } = quiet.events[0] ?? {});
    assert.equal(resumed, true);
    return changes.length === 0;
  });

  await rename(stranger, other);
  await rename(admin, key);
  const watching = await listenFrom(admin, 'siam');
  await rename(admin, key);
  await until('the changes to be heard', () => hears(watching, 'video', key));
  const back = await listen(admin, 'siam', id);
  await until('what was missed', () => back.events.length > 0);
  const [first] = back.events;
  assert.equal(first?.resumed, true);
  assert.deepEqual(first.changes, [{ subject: 'video', key }]);
  assert.notEqual(first.id, id);
  for (const one of [watching, back]) one.leave();
});

test('a position of another process, or of an earlier run, has all asked for again', async () => {
  const there = await startTestApp();
  const { admin: other } = await there.addTeam('else');
  await there.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = there.http.server.address() as AddressInfo;
  const leaving = new AbortController();
  const elsewhere = await fetch(`http://127.0.0.1:${port}/api/v1/live-updates`, {
    headers: { authorization: `Bearer ${other.token}`, 'x-team': 'else' },
    signal: leaving.signal,
  });
  const events: Message[] = [];
  void readUpdates(elsewhere, [], events).catch(() => undefined);
  await until('a position', () => events.length > 0);
  leaving.abort();
  await there.close();

  const listening = await listen(admin, 'siam', events[0]?.id);
  await until('the first message', () => listening.events.length > 0);
  assert.deepEqual([listening.events[0]?.changes, listening.events[0]?.resumed], [[], undefined]);
  listening.leave();
});

test('an account has so many streams at once, and one that left makes room', async () => {
  const person = await app.addPerson(scope, 'user');
  const streams = await Promise.all(Array.from({ length: 20 }, () => listenFrom(person, 'siam')));
  assert.equal((await listen(person, 'siam')).status, 429);
  assert.equal((await listen(viewer, 'siam')).status, 200);
  streams[0]?.leave();
  await until('room', async () => (await listen(person, 'siam')).status === 200);
  for (const { leave } of streams) leave();
});

test('where the database passes no notices on, the console has to poll', async () => {
  const pooled = await startTestApp({ DATABASE_POOLING: 'transaction' });
  const { admin: other } = await pooled.addTeam('pool');
  const answer = await pooled.call('GET', '/api/v1/live-updates', { as: other, team: 'pool' });
  assert.equal(answer.status, 503);
  await pooled.close();
});

test('an API that ends ends its streams, and does not wait for listeners', async () => {
  const ending = await startTestApp();
  const { admin: other } = await ending.addTeam('end');
  await ending.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = ending.http.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/live-updates`, {
    headers: { authorization: `Bearer ${other.token}`, 'x-team': 'end' },
  });
  const all = response.text();
  await ending.close();
  assert.doesNotMatch(await all, /event: error/);
});
