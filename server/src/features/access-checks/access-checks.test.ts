import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type AccessCheck, AccessRule } from '@kinora/contract/access-checks';
import { until } from '@kinora/contract/test-until';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../test-owner.ts';
import { publish, withWorker } from '../publishing/test-publishing.ts';
import { sealRefusal } from './rules/request-id.ts';

let app: TestApp;
let owner: TestOwner;
let admin: Person;
let other: Person;
let videoKey: string;
let host: string;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
  ({ admin } = owner);
  ({ admin: other } = await addTestOwner(app, 'lanna'));
  ({ videoKey } = await addTestVideo(app, owner));
  const channels = await ask('GET', '/api/v1/playback-channels');
  // The document exists from the first byte of the file on.
  await publish(app.context, videoKey);
  host = String(channels.body.data[0]?.['defaultPlaybackDomain']);
});
after(() => app.close());

const ask = (method: string, path: string, body?: object, as = admin) =>
  app.call(method, path, { as, ...(body ? { body } : {}) });

async function check(input: object, as = admin) {
  const { status, body } = await ask('POST', '/api/v1/access-checks', input, as);
  return { status, body, check: body as unknown as AccessCheck };
}

/** Says what each rule said that had a part in it. */
const verdictsOf = ({ rules }: AccessCheck) =>
  Object.fromEntries(
    rules.flatMap(({ rule, verdict, detail }) =>
      verdict === 'notApplicable'
        ? []
        : [[rule, detail === null ? verdict : `${verdict} ${detail}`]],
    ),
  );

const codeOf = ({ status, body }: Awaited<ReturnType<typeof check>>) => [
  status,
  body['errors']?.map(({ path, code }) => [String(path), String(code)]),
];

/** Publishes recent changes, as an edge then finds them. */
async function publishAll(): Promise<void> {
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
}

test('each rule says what it found, by the documents that an edge has', async () => {
  await publishAll();
  const url = `http://${host}/watch/${videoKey}`;
  const first = await check({ url });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.deepEqual(
    [first.check.isAllowed, first.check.status, first.check.reason],
    [false, 404, 'video_not_ready'],
  );
  assert.deepEqual(verdictsOf(first.check), {
    found: 'allowed',
    onChannel: 'allowed',
    notDeleted: 'allowed',
    ready: 'refused',
  });
  const none = await check({ url: `http://${host}/streams/none/playlist.m3u8` });
  assert.deepEqual([none.check.status, none.check.reason], [404, 'video_not_found']);
});

test('countries are told from an address, or given', async () => {
  const rule = await ask('POST', '/api/v1/geoblock-rules', { name: 'TH', allowCountryCodes: 'TH' });
  const project = `/api/v1/projects/${owner.projectKey}`;
  const { body } = await ask('GET', project);
  await ask('PUT', project, { geoblockRuleId: rule.body['id'] });
  await publishAll();
  const url = `http://${host}/embed/${videoKey}`;
  const fromUs = await check({ url, ip: '8.8.8.8' });
  assert.deepEqual([fromUs.check.status, fromUs.check.reason], [451, 'country_blocked']);
  assert.equal(verdictsOf(fromUs.check)['country'], 'refused US');
  const fromHouse = await check({ url, ip: '192.168.1.7' });
  assert.equal(fromHouse.check.reason, 'country_unknown');
  const fromThailand = await check({ url, ip: '8.8.8.8', country: 'th' });
  assert.equal(verdictsOf(fromThailand.check)['country'], 'allowed TH');
  assert.equal(verdictsOf((await check({ url })).check)['country'], 'refused', 'it can’t be told');
  await ask('PUT', project, { geoblockRuleId: body['geoblockRuleId'] });
});

test('websites and signatures are judged as at the edge, at any time', async () => {
  const channels = await ask('GET', '/api/v1/playback-channels');
  const at = `/api/v1/playback-channels/${String(channels.body.data[0]?.['id'])}`;
  const key = await ask('POST', '/api/v1/url-signing-keys', {});
  await ask('POST', `${at}/signed-url/url-signing-keys`, { urlSigningKeyIds: [key.body['id']] });
  await ask('PUT', `${at}/signed-url`, { required: true });
  await ask('PUT', `${at}/allow-access`, { policy: 'allowSome', allowDomains: ['*.school.th'] });
  await publishAll();
  const path = `/embed/${videoKey}`;
  const bare = await check({ url: `http://${host}${path}` });
  assert.deepEqual([bare.check.status, bare.check.reason], [403, 'signature_missing']);
  const expires = Math.floor(Date.now() / 1000) + 600;
  const text = ['GET', host, path, String(expires)].join('\n');
  const secret = String(key.body['keySecret']);
  const signature = createHmac('sha256', secret).update(text).digest('base64url');
  const query = `x_key_id=${String(key.body['keyId'])}&x_expires=${expires}`;
  const url = `http://${host}${path}?${query}&x_signature=${signature}`;
  const ends = new Date(expires * 1000).toISOString();
  const seen = await check({ url, referrer: 'https://a.school.th/lesson' });
  const { signature: signed, website } = verdictsOf(seen.check);
  assert.deepEqual([signed, website], [`allowed ${ends}`, 'allowed a.school.th']);
  const named = await check({ url, referrer: 'b.school.th' });
  assert.equal(verdictsOf(named.check)['website'], 'allowed b.school.th');
  const elsewhere = await check({ url, referrer: 'https://evil.example' });
  assert.equal(elsewhere.check.reason, 'website_blocked');
  const later = await check({ url, at: new Date((expires + 1) * 1000).toISOString() });
  assert.deepEqual([later.check.status, later.check.reason], [410, 'signature_expired']);
  const forged = await check({ url: url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  assert.equal(forged.check.reason, 'signature_invalid');
  await ask('PUT', `${at}/signed-url`, { required: false });
  await ask('PUT', `${at}/allow-access`, { policy: 'allowAll' });
});

test('a video that plays on other channels says where', async () => {
  const channel = await ask('POST', '/api/v1/playback-channels', { name: 'aside' });
  await publishAll();
  const aside = String(channel.body['defaultPlaybackDomain']);
  const { check: elsewhere } = await check({ url: `http://${aside}/watch/${videoKey}` });
  assert.equal(elsewhere.reason, 'video_not_found');
  assert.equal(verdictsOf(elsewhere)['onChannel'], `refused ${host}`);
});

/** The id that an edge gives to a request from Germany that it refuses for its website. */
function createId(more: { atMs?: number; teamId?: string; host?: string } = {}): string {
  const { secretKey } = app.context.config.secrets;
  const sealed = sealRefusal(secretKey, {
    atMs: Date.now() - 60_000,
    status: 403,
    reason: 'website_blocked',
    isOfTeam: false,
    teamId: owner.scope.teamId,
    host,
    path: `/embed/${videoKey}`,
    query: 'x_key_id=k1',
    address: '5.1.83.1',
    country: 'DE',
    referrer: 'https://evil.example',
    verdicts: AccessRule.options.map((rule) => {
      if (rule === 'website') return { rule, verdict: 'refused', reason: 'website_blocked' };
      return { rule, verdict: 'allowed', reason: null };
    }),
    ...more,
  });
  return `K7QM2X9DPT4A.${sealed ?? assert.fail('too long')}`;
}

test('a refusal’s id tells what was asked, what was said, and what the rules say now', async () => {
  const channels = await ask('GET', '/api/v1/playback-channels');
  const at = `/api/v1/playback-channels/${String(channels.body.data[0]?.['id'])}`;
  await ask('PUT', `${at}/allow-access`, { policy: 'blockSome', denyDomains: ['evil.example'] });
  await publishAll();
  const atMs = Date.now() - 60_000;
  const requestId = createId({ atMs });
  const { status, check: seen } = await check({ requestId });
  assert.equal(status, 200);
  assert.deepEqual([seen.status, seen.reason], [403, 'website_blocked']);
  assert.equal(verdictsOf(seen)['website'], 'refused evil.example');
  const { rules, ...refusal } = seen.refusal ?? { rules: [] };
  assert.deepEqual(refusal, {
    at: new Date(atMs).toISOString(),
    status: 403,
    reason: 'website_blocked',
    url: `http://${host}/embed/${videoKey}?x_key_id=k1`,
    ip: '5.1.83.1',
    country: 'DE',
    referrer: 'https://evil.example',
  });
  assert.equal(verdictsOf({ ...seen, rules })['website'], 'refused evil.example');
  await ask('PUT', `${at}/allow-access`, { policy: 'allowAll' });
  await publishAll();
  const later = await check({ requestId });
  assert.equal(later.check.reason, 'video_not_ready');
  assert.equal(later.check.refusal?.reason, 'website_blocked');
});

test('ids of others, old ones and made-up ones are all unknown', async () => {
  const theirs = createId();
  const inTheirs = await check({ requestId: theirs }, other);
  const answers = [
    inTheirs,
    await check({ requestId: createId({ atMs: Date.now() - 8 * 86_400_000 }) }),
    await check({ requestId: theirs.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }),
    await check({ requestId: 'made-up' }),
    await check({ requestId: 'รหัสคำขอ' }),
  ];
  for (const { status, body } of answers) {
    assert.deepEqual(
      [status, body['code'], body['title']],
      [404, 'not_found', 'Request ID not found'],
    );
  }
  const both = await check({ requestId: theirs, url: `http://${host}/watch/${videoKey}` });
  assert.deepEqual(codeOf(both), [422, [['requestId', 'stands_alone']]]);
  assert.deepEqual(codeOf(await check({})), [422, [['url', 'required']]]);
  const member = await app.addPerson(owner.scope, 'user');
  assert.equal((await check({ requestId: theirs }, member)).status, 403);
});

test('a host that went to another team tells nothing of its rules now', async () => {
  const theirs = await ask('GET', '/api/v1/playback-channels', undefined, other);
  const domain = String(theirs.body.data[0]?.['defaultPlaybackDomain']);
  const { check: seen } = await check({ requestId: createId({ host: domain }) });
  assert.equal(seen.reason, 'video_not_found');
  assert.equal(seen.refusal?.reason, 'website_blocked');
});

test('hosts of others and made-up ones get one answer, and only managers ask', async () => {
  await publishAll();
  const theirs = await ask('GET', '/api/v1/playback-channels', undefined, other);
  const domain = String(theirs.body.data[0]?.['defaultPlaybackDomain']);
  for (const name of [domain, 'made-up.example'])
    assert.deepEqual(codeOf(await check({ url: `http://${name}/watch/${videoKey}` })), [
      422,
      [['url', 'unknown']],
    ]);
  // On one's own host, another team's video looks like one that does not exist.
  const foreign = await check({ url: `http://${domain}/watch/${videoKey}` }, other);
  assert.equal(foreign.check.reason, 'video_not_found');
  assert.deepEqual(codeOf(await check({ url: `http://${host}/about` })), [
    422,
    [['url', 'not_an_address']],
  ]);
  const member = await app.addPerson(owner.scope, 'user');
  assert.equal((await check({ url: `http://${host}/watch/a` }, member)).status, 403);
});
