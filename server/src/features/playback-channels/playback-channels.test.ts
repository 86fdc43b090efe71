import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { getPublishedChannelKey, PublishedChannel } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo } from '../../test-owner.ts';
import { withWorker } from '../publishing/test-publishing.ts';
import { addProvenDomains, startTestDomains, type TestDomains } from '../../test-domains.ts';
import { callDomain } from './adapter.ts';

let app: TestApp;
let names: TestDomains;
let admin: Person;
let other: Person;
let projectKey: string;

before(async () => {
  names = await startTestDomains();
  app = await startTestApp(names.env);
  ({ admin, projectKey } = await addTestOwner(app, 'siam'));
  ({ admin: other } = await addTestOwner(app, 'lanna'));
});
after(async () => {
  await app.close();
  names.close();
});

const PATH = '/api/v1/playback-channels';
const ask = (method: string, path: string, body?: object, as = admin) =>
  app.call(method, path, { as, ...(body ? { body } : {}) });
const create = async (name: string, as = admin) => {
  const { status, body } = await ask('POST', PATH, { name }, as);
  assert.equal(status, 201);
  const id = String(body['id']);
  return { id, body, at: `${PATH}/${id}` };
};
const fieldsOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  (answer.body['errors'] as unknown as { path: string; code: string }[]).map(({ path, code }) => [
    path,
    code,
  ]);

test('a channel gets a domain below the edge’s, of its name', async () => {
  const channel = await create('My_News');
  assert.equal(channel.body['defaultPlaybackDomain'], 'my-news.localhost:8081');
  assert.equal(channel.body['isDefault'], false);
  assert.deepEqual(fieldsOf(await ask('POST', PATH, { name: 'my_news' })), [['name', 'taken']]);
  const ofOthers = await ask('POST', PATH, { name: 'my_NEWS' }, other);
  assert.deepEqual(fieldsOf(ofOthers), [['name', 'taken']]);
  for (const name of ['ข่าว', 'a b', 'a-b', '', '___', 'x'.repeat(64)])
    assert.equal((await ask('POST', PATH, { name })).status, 422, name);
  const renamed = await ask('PUT', channel.at, { name: 'News_2' });
  assert.equal(renamed.body['name'], 'News_2');
  assert.equal(renamed.body['defaultPlaybackDomain'], 'my-news.localhost:8081');
});

test('a team names a domain for one channel, and other teams may name it too', async () => {
  const [one, second] = [await create('one'), await create('second')];
  const ofOther = await create('theirs', other);
  const add = (at: string, domains: string[], as = admin) =>
    ask('POST', `${at}/playback-domains/add`, { domains }, as);
  const namesOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    [...(body['ownDomains'] ?? [])].map((own) => String(own['domain']));
  const added = await add(one.at, ['Video.Example.com', 'วิดีโอ.example.com']);
  const both = ['video.example.com', 'xn--l3c1bt0ag2f.example.com'];
  assert.deepEqual(namesOf(added), both);
  for (const at of [one.at, second.at]) {
    const taken = await add(at, ['new.example.com', 'video.example.com.']);
    assert.deepEqual(fieldsOf(taken), [['domains.1', 'domain_taken']]);
  }
  assert.equal((await add(ofOther.at, both, other)).status, 200);
  const twice = await add(second.at, ['a.example.com', 'A.example.com']);
  assert.deepEqual(fieldsOf(twice), [['domains.1', 'duplicate_domain']]);
  const wrong = await add(second.at, ['127.0.0.1', 'http://a.example.com', 'ok.example.com']);
  const codes = ['domains.0', 'domains.1'].map((path) => [path, 'invalid_domain']);
  assert.deepEqual(fieldsOf(wrong), codes);
  const many = Array.from({ length: 50 }, (_, n) => `n${n}.example.com`);
  assert.equal((await add(second.at, many)).status, 200);
  assert.equal((await add(second.at, ['more.example.com'])).body['code'], 'limit_reached');
  const removed = await ask('POST', `${one.at}/playback-domains/remove`, {
    domains: ['video.example.com'],
  });
  assert.deepEqual(namesOf(removed), ['xn--l3c1bt0ag2f.example.com']);
});

test('the edge’s own names can’t be taken', async () => {
  const own = await create('own');
  const { edgeUrl, publicUrl } = app.context.config;
  assert.deepEqual([edgeUrl, publicUrl], ['http://localhost:8081', 'http://localhost:8080']);
  const domains = ['a.localhost'];
  const refused = await ask('POST', `${own.at}/playback-domains/add`, { domains });
  assert.deepEqual(fieldsOf(refused), [['domains.0', 'domain_taken']]);
});

test('signatures are required only with a key, whose last one stays as long', async () => {
  const channel = await create('signed');
  const set = (body: object) => ask('PUT', `${channel.at}/signed-url`, body);
  assert.deepEqual(fieldsOf(await set({ required: true })), [['required', 'signed_url_needs_key']]);
  const { body: key } = await ask('POST', '/api/v1/url-signing-keys', {});
  const { body: foreign } = await ask('POST', '/api/v1/url-signing-keys', {}, other);
  const keys = `${channel.at}/signed-url/url-signing-keys`;
  const unknown = await ask('POST', keys, { urlSigningKeyIds: [key['id'], foreign['id'], 'x'] });
  const paths = ['urlSigningKeyIds.1', 'urlSigningKeyIds.2'].map((path) => [path, 'unknown']);
  assert.deepEqual(fieldsOf(unknown), paths);
  await ask('POST', keys, { urlSigningKeyIds: [key['id']] });
  const required = await set({ required: true, acceptsArkV2: true });
  const { signedUrl } = required.body as unknown as { signedUrl: Record<string, unknown> };
  assert.deepEqual(
    [signedUrl['required'], signedUrl['acceptsArkV2'], signedUrl['urlSigningKeyIds']],
    [true, true, [key['id']]],
  );
  const last = await ask('DELETE', `${keys}/${String(key['id'])}`);
  assert.deepEqual([last.status, last.body['code']], [409, 'signed-url-required']);
  const kept = await set({ required: false });
  assert.equal((kept.body['signedUrl'] as unknown as { acceptsArkV2: boolean }).acceptsArkV2, true);
  assert.equal((await ask('DELETE', `${keys}/${String(key['id'])}`)).status, 200);
  assert.equal((await ask('DELETE', `${keys}/${String(key['id'])}`)).status, 404);
});

test('a key is taken from a channel by either of its ids, and by no other team’s', async () => {
  const channel = await create('either_id');
  const keys = `${channel.at}/signed-url/url-signing-keys`;
  const { body: key } = await ask('POST', '/api/v1/url-signing-keys', {});
  const { body: unused } = await ask('POST', '/api/v1/url-signing-keys', {});
  for (const by of [key['keyId'], key['id'], String(key['id']).toUpperCase()]) {
    await ask('POST', keys, { urlSigningKeyIds: [key['id']] });
    const at = `${keys}/${String(by)}`;
    assert.equal((await ask('DELETE', at, undefined, other)).status, 404);
    assert.equal((await ask('DELETE', `${keys}/${String(unused['keyId'])}`)).status, 404);
    const removed = await ask('DELETE', at);
    assert.equal(removed.status, 200);
    const { urlSigningKeyIds } = removed.body['signedUrl'] as unknown as {
      urlSigningKeyIds: string[];
    };
    assert.deepEqual(urlSigningKeyIds, []);
    assert.equal((await ask('DELETE', at)).status, 404);
  }
});

test('what viewers get of a channel is published at each of its hosts, and at none that it left', async () => {
  const { storage } = app.context;
  const channel = await create('open_air');
  const read = async (host: string) => {
    const bytes = await storage.read(getPublishedChannelKey(host));
    return bytes && PublishedChannel.parse(JSON.parse(bytes.toString()));
  };
  const { body: key } = await ask('POST', '/api/v1/url-signing-keys', {});
  await withWorker(app.context, async () => {
    const added = ['air.example.com'];
    await addProvenDomains(app, names, { as: admin, channelId: channel.id, added });
    const access = { policy: 'allowSome', allowDomains: ['*.school.th', 'localhost'] };
    await ask('PUT', `${channel.at}/allow-access`, { ...access, denyDomains: ['evil.test'] });
    await ask('POST', `${channel.at}/signed-url/url-signing-keys`, {
      urlSigningKeyIds: [key['id']],
    });
    await ask('PUT', `${channel.at}/signed-url`, { required: true });
    for (const host of ['open-air.localhost:8081', 'air.example.com']) {
      await until(host, async () => (await read(host))?.signedUrl.required === true);
      const document = await read(host);
      assert.deepEqual(document?.website, {
        policy: 'allowSome',
        domains: ['*.school.th', 'localhost'],
        allowNoReferrer: false,
      });
      assert.equal(document.signedUrl.keys[0]?.keyId, key['keyId']);
      assert.ok(!JSON.stringify(document).includes(String(key['keySecret'])));
    }
    await ask('POST', `${channel.at}/playback-domains/remove`, { domains: ['air.example.com'] });
    await until('its end', async () => (await read('air.example.com')) === null);
    assert.notEqual(await read('open-air.localhost:8081'), null);
  });
});

test('a channel goes when no project plays there; the team’s default stays', async () => {
  const channel = await create('leaving');
  const project = `/api/v1/projects/${projectKey}/playback-channels`;
  const { body } = await ask('POST', `${project}/add`, { playbackChannelIds: [channel.id] });
  assert.deepEqual(
    (body['playbackChannels'] as unknown as { name: string }[]).map(({ name }) => name),
    ['siam', 'leaving'],
  );
  const used = await ask('DELETE', channel.at);
  assert.deepEqual([used.status, used.body['code']], [409, 'playback_channel_in_use']);
  const named = [{ key: projectKey, name: 'News' }];
  assert.deepEqual(used.body['uses'], [{ kind: 'project', named, count: 1 }]);
  await ask('POST', `${project}/primary`, { playbackChannelId: channel.id });
  const primary = await ask('POST', `${project}/remove`, { playbackChannelIds: [channel.id] });
  assert.deepEqual([primary.status, primary.body['code']], [409, 'primary_playback_channel']);
  const { data } = (await ask('GET', PATH)).body;
  const standard = data.find((one) => String(one['isDefault']) === 'true');
  await ask('POST', `${project}/primary`, { playbackChannelId: standard?.['id'] });
  await ask('POST', `${project}/remove`, { playbackChannelIds: [channel.id] });
  const unknown = await ask('POST', `${project}/primary`, { playbackChannelId: channel.id });
  assert.deepEqual(fieldsOf(unknown), [['playbackChannelId', 'unknown']]);
  assert.equal((await ask('DELETE', channel.at)).status, 204);
  assert.equal((await ask('GET', channel.at)).status, 404);
  const ofTeam = await ask('DELETE', `${PATH}/${String(standard?.['id'])}`);
  assert.deepEqual([ofTeam.status, ofTeam.body['code']], [409, 'primary_playback_channel']);
});

test('what plays on a channel is counted for its managers', async () => {
  const channel = await create('counted');
  const uses = async (as = admin) => (await ask('GET', `${channel.at}/uses`, undefined, as)).body;
  assert.deepEqual(await uses(), { projectCount: 0, videoCount: 0 });
  const body = { key: 'counted', name: 'Counted' };
  const { key } = (await ask('POST', '/api/v1/projects', body)).body;
  const path = `/api/v1/projects/${String(key)}/playback-channels/add`;
  await ask('POST', path, { playbackChannelIds: [channel.id] });
  const owner = { admin, projectKey: String(key) };
  await addTestVideo(app, owner);
  const { videoKey } = await addTestVideo(app, owner);
  assert.deepEqual(await uses(), { projectCount: 1, videoCount: 2 });
  await ask('DELETE', `/api/v1/videos/${videoKey}`);
  assert.deepEqual(await uses(), { projectCount: 1, videoCount: 1 });
  assert.equal((await ask('GET', `${channel.at}/uses`, undefined, other)).status, 404);
});

test('a project takes channels of its own team alone', async () => {
  const theirs = await create('abroad', other);
  const project = `/api/v1/projects/${projectKey}/playback-channels`;
  const refused = await ask('POST', `${project}/add`, { playbackChannelIds: [theirs.id, 'x'] });
  const paths = ['playbackChannelIds.0', 'playbackChannelIds.1'].map((path) => [path, 'unknown']);
  assert.deepEqual(fieldsOf(refused), paths);
});

test('a check of a domain says where it leads', async (t) => {
  let answer = JSON.stringify({ channelId: 'c1' });
  const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const check = (domain: string, allowPrivateNetworks: string[] = ['127.0.0.0/8']) =>
    callDomain(
      { domain, channelId: 'c1' },
      { edgeUrl: `http://edge.test:${port}`, allowPrivateNetworks },
    );
  assert.equal(await check('127.0.0.1'), 'pointsHere');
  assert.equal(await check('127.0.0.1', []), 'refused');
  for (const [text, result] of [
    [JSON.stringify({ channelId: 'c2' }), 'otherChannel'],
    ['<html>', 'otherServer'],
    ['null', 'otherServer'],
    ['x'.repeat(10_000), 'otherServer'],
  ] as const) {
    answer = text;
    assert.equal(await check('127.0.0.1'), result, text.slice(0, 20));
  }
  server.close();
  server.closeAllConnections();
  assert.equal(await check('127.0.0.1'), 'unreachable');
  assert.equal(await check('nobody.invalid'), 'unresolved');
});

test('only domains of the channel are called', async () => {
  const channel = await create('careful');
  const path = `${channel.at}/playback-domains/check`;
  assert.equal((await ask('POST', path, { domain: 'elsewhere.example.com' })).status, 404);
});
