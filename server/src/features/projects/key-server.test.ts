import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, type Person, startTestApp, type TestApp } from '../../test-app.ts';
import { addKeyServer, startTestKeyServer, type TestKeyServer } from '../../test-key-server.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';

let app: TestApp;
let owner: TestOwner;
let server: TestKeyServer;
let serverId: string;
/** Changes the project, and is a user of the team. */
let manager: Person;
let at: string;

before(async () => {
  app = await startTestApp({ ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
  owner = await addTestOwner(app, 'siam');
  server = await startTestKeyServer();
  serverId = await addKeyServer(app, owner.admin, server, 'ของเรา');
  manager = await app.addPerson(owner.scope, 'user');
  await app.addToProject(owner.projectKey, manager, 'project-manager');
  at = `projects/${owner.projectKey}`;
});
after(async () => {
  await server.close();
  await app.close();
});

const ask = (method: string, path: string, body?: object, as = owner.admin) =>
  app.call(method, `/api/v1/${path}`, { as, body });
const choose = (keyServerId: string | null, as = owner.admin) =>
  ask('PUT', at, { keyServerId }, as);
const chosen = async (as = owner.admin) => {
  const { keyServerId, keyServer } = (await ask('GET', at, undefined, as)).body;
  return [keyServerId, keyServer] as unknown[];
};
const codeOf = ({ status, body }: { status: number; body: Json }) => {
  const [first] = (body['errors'] ?? []) as unknown as { path: string; code: string }[];
  return [status, first?.path, first?.code];
};

test('who may change a project chooses one of the active servers, and none again', async () => {
  await ask('POST', 'key-server', { name: 'Never tested' });
  const offered = await ask('GET', `${at}/key-servers`, undefined, manager);
  assert.deepEqual([offered.status, offered.body.data], [
    200,
    [{ id: serverId, name: 'ของเรา' }],
  ] as unknown[]);
  assert.deepEqual(await chosen(), [null, null]);
  assert.equal((await choose(serverId, manager)).status, 200);
  const named = [serverId, { id: serverId, name: 'ของเรา', status: 'active' }];
  assert.deepEqual(await chosen(), named);
  // A change leaves fields that it does not name as they are.
  await ask('PUT', at, { name: 'News' });
  const viewer = await app.addPerson(owner.scope, 'user');
  await app.addToProject(owner.projectKey, viewer, 'viewer');
  assert.deepEqual(await chosen(viewer), named);
  assert.equal((await choose(null, viewer)).status, 403);
  assert.equal((await ask('GET', `${at}/key-servers`, undefined, viewer)).status, 403);
  assert.equal((await choose(null, manager)).status, 200);
  assert.deepEqual(await chosen(), [null, null]);
});

test('a server of another team, one that is not there and one that is inactive can’t be chosen', async () => {
  const lanna = await addTestOwner(app, 'lanna');
  const theirs = await addKeyServer(app, lanna.admin, server);
  for (const id of [theirs, 'nothing', crypto.randomUUID()]) {
    assert.deepEqual(codeOf(await choose(id)), [422, 'keyServerId', 'key_server_not_found']);
  }
  const idle = String((await ask('POST', 'key-server', { name: 'Idle' })).body['id']);
  assert.deepEqual(codeOf(await choose(idle)), [422, 'keyServerId', 'key_server_inactive']);
});

test('a project keeps a server that a change of it has made inactive', async () => {
  await choose(serverId);
  await ask('PUT', `key-server/${serverId}`, { secretHeaderName: 'X-Other' });
  assert.deepEqual(await chosen(), [
    serverId,
    { id: serverId, name: 'ของเรา', status: 'inactive' },
  ]);
  assert.equal((await choose(serverId)).status, 200);
  assert.deepEqual((await ask('GET', `${at}/key-servers`)).body.data, []);
  await ask('PUT', `key-server/${serverId}`, { secretHeaderName: 'X-Key-Server-Secret' });
  await ask('POST', `key-server/${serverId}/test`);
  assert.equal((await ask('PUT', `key-server/${serverId}/active`)).status, 200);
});

test('a server that a project chose is neither stopped nor deleted, and names the projects that one may see', async () => {
  await choose(serverId);
  const toUses = (named: object[]) => [
    { kind: 'preset', named: [], count: 0 },
    { kind: 'project', named, count: 1 },
  ];
  const all = toUses([{ key: owner.projectKey, name: 'News' }]);
  const shown = (await ask('GET', `key-server/${serverId}`)).body;
  const noVideo = { kind: 'video', named: [], count: 0 };
  assert.deepEqual(shown['uses'], [...all, noVideo]);
  const outsider = await app.addPerson(owner.scope, 'manager');
  for (const [method, path] of [
    ['DELETE', `key-server/${serverId}`],
    ['PUT', `key-server/${serverId}/inactive`],
  ] as const) {
    for (const [as, seen] of [
      [owner.admin, all],
      [outsider, toUses([])],
    ] as const) {
      const { status, body } = await ask(method, path, undefined, as);
      assert.deepEqual([status, body['code']] as unknown[], [409, 'key_server_in_use']);
      assert.deepEqual(body['uses'], method === 'DELETE' ? [...seen, noVideo] : seen);
    }
  }
});

test('a server that encrypts videos of a project can be stopped, and goes with none of them', async () => {
  await choose(serverId);
  const { videoKey } = await addTestVideo(app, owner);
  await choose(null);
  const shown = (await ask('GET', `key-server/${serverId}`)).body;
  assert.partialDeepStrictEqual(shown, { uses: [{}, {}, { kind: 'video', count: 1 }] });
  const ended = () => ask('DELETE', `key-server/${serverId}`);
  const facts = async () => {
    const { status, body } = await ended();
    const uses = (body['uses'] ?? []) as unknown as { kind: string; count: number }[];
    return [status, body['code'], uses.find(({ kind }) => kind === 'video')?.count] as unknown[];
  };
  assert.deepEqual(await facts(), [409, 'key_server_in_use', 1]);
  // A deleted video may be restored, so it still counts.
  await ask('DELETE', `videos/${videoKey}`);
  assert.deepEqual(await facts(), [409, 'key_server_in_use', 1]);
  assert.equal((await ask('PUT', `key-server/${serverId}/inactive`)).status, 200);
  await app.context.db.deleteFrom('videos').where('key', '=', videoKey).execute();
  assert.equal((await ended()).status, 204);
});
