import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getPublishedChannelKey, PublishedChannel } from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { listeners } from '../../app-events.ts';
import { setListeners } from '../../base/events.ts';
import { startWorker } from '../../base/worker.ts';
import { publishingWork } from '../../app-short-work.ts';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import { checkDomain, startTestDomains, type TestDomains } from '../../test-domains.ts';
import { publishNamed } from '../publishing/test-publishing.ts';
import { giveDomain } from './actions/prove-domain.ts';
import { proveDomainWork } from './work.ts';

let app: TestApp;
let domains: TestDomains;
let siam: Person;
let lanna: Person;

before(async () => {
  domains = await startTestDomains();
  app = await startTestApp(domains.env);
  [siam, lanna] = [(await app.addTeam('siam')).admin, (await app.addTeam('lanna')).admin];
});
after(async () => {
  await app.close();
  domains.close();
});

const PATH = '/api/v1/playback-channels';
let made = 0;

async function newChannel(as: Person): Promise<{ id: string; host: string }> {
  const { body } = await app.call('POST', PATH, { as, body: { name: `ch_${(made += 1)}` } });
  const host = String(body['defaultPlaybackDomain']).replace(/:\d+$/, '');
  return { id: String(body['id']), host };
}

const change = (as: Person, id: string, verb: 'add' | 'remove', domain: string) =>
  app.call('POST', `${PATH}/${id}/playback-domains/${verb}`, { as, body: { domains: [domain] } });

async function claim(as: Person, domain: string): Promise<{ id: string; host: string }> {
  const channel = await newChannel(as);
  assert.equal((await change(as, channel.id, 'add', domain)).status, 200);
  return channel;
}

const read = async (as: Person, id: string): Promise<Json> =>
  (await app.call('GET', `${PATH}/${id}`, { as })).body;
const check = async (as: Person, channelId: string, domain: string) =>
  (await checkDomain(app, as, { channelId, domain })).result;
const provenOf = async (as: Person, id: string) =>
  (await read(as, id))['playbackDomains'] as unknown as string[];

test('a domain takes effect when a TXT record names its channel, and what was found is told', async () => {
  const domain = 'text.example.com';
  const { id } = await claim(siam, domain);
  const [own] = (await read(siam, id))['ownDomains'] as unknown as Json[];
  assert.deepEqual(own?.['proofs']?.[0], {
    type: 'TXT',
    name: `_kinora.${domain}`,
    value: `kinora-channel=${id}`,
  });
  assert.deepEqual([own['provenBy'], own['lastCheck'], await provenOf(siam, id)] as unknown[], [
    null,
    null,
    [],
  ]);

  const { id: elsewhere } = await newChannel(siam);
  domains.setText(domain, elsewhere);
  const { result, found } = await checkDomain(app, siam, { channelId: id, domain });
  const wrong = { type: 'TXT', name: `_kinora.${domain}`, value: `kinora-channel=${elsewhere}` };
  assert.deepEqual([result, found], ['unproven', [wrong]]);
  const [open] = (await read(siam, id))['ownDomains'] as unknown as Json[];
  assert.deepEqual([open?.['lastCheck']?.['result'], open?.['lastCheck']?.['found']] as unknown[], [
    'unproven',
    [wrong],
  ]);

  domains.setText(domain, id);
  assert.equal(await check(siam, id, domain), 'proven');
  const [proven] = (await read(siam, id))['ownDomains'] as unknown as Json[];
  assert.deepEqual([proven?.['provenBy'], await provenOf(siam, id)] as unknown[], [
    'txt',
    [domain],
  ]);
  // From then on a check calls it, and its records may go.
  domains.setText(domain, null);
  assert.equal(await check(siam, id, domain), 'unresolved');
  assert.deepEqual(await provenOf(siam, id), [domain]);
});

test('a CNAME to the channel’s own default domain proves as well, and to another one does not', async () => {
  const domain = 'alias.example.com';
  const { id, host } = await claim(siam, domain);
  const { host: elsewhere } = await newChannel(siam);
  domains.aliases[domain] = elsewhere;
  assert.equal(await check(siam, id, domain), 'unproven');
  domains.aliases[domain] = host.toUpperCase();
  assert.equal(await check(siam, id, domain), 'proven');
});

test('a domain is published at the edge when it is proven, and not before', async () => {
  const { storage } = app.context;
  const domain = 'edge.example.com';
  const documentOf = async (host: string) => {
    const bytes = await storage.read(getPublishedChannelKey(host));
    return bytes && PublishedChannel.parse(JSON.parse(bytes.toString())).channelId;
  };
  const worker = await startWorker([...publishingWork, proveDomainWork], app.context);
  try {
    const { id, host } = await claim(lanna, domain);
    const checkedAt = async () =>
      ((await read(lanna, id))['ownDomains'] as unknown as Json[])[0]?.['lastCheck'];
    await until('the first check by itself', checkedAt);
    await app.call('PUT', `${PATH}/${id}`, { as: lanna, body: { name: 'renamed' } });
    await until('the default domain', async () => (await documentOf(`${host}:8081`)) === id);
    // Publishing it again for another reason must not change that.
    await publishNamed(app.context, { kind: 'host', key: domain });
    assert.equal(await documentOf(domain), null);
    domains.setText(domain, id);
    // As if its next minute had come.
    await sql`update pgboss.job set start_after = now()
      where name = 'prove-domain' and state = 'created'`.execute(app.context.db);
    await until('the domain', async () => (await documentOf(domain)) === id);
    assert.deepEqual(await provenOf(lanna, id), [domain]);
    await change(lanna, id, 'remove', domain);
    await until('its end', async () => (await documentOf(domain)) === null);
  } finally {
    await worker.stop(1000);
  }
});

test('the first team to prove a domain gets it, whichever claimed it first', async () => {
  const domain = 'first.example.com';
  const [early, late] = [await claim(lanna, domain), await claim(siam, domain)];
  domains.setText(domain, late.id);
  assert.equal(await check(siam, late.id, domain), 'proven');
  domains.setText(domain, early.id);
  assert.equal(await check(lanna, early.id, domain), 'provenElsewhere');
  assert.deepEqual(
    [await provenOf(siam, late.id), await provenOf(lanna, early.id)],
    [[domain], []],
  );
  // A team has it in one channel.
  const { id } = await newChannel(siam);
  const twice = await change(siam, id, 'add', domain);
  assert.equal(twice.body['errors']?.[0]?.['code'], 'domain_taken');
});

test('of two teams that prove a domain at once one gets it', async () => {
  const domain = 'race.example.com';
  const [one, other] = [await claim(siam, domain), await claim(lanna, domain)];
  domains.setText(domain, one.id);
  domains.aliases[domain] = other.host;
  const results = await Promise.all([check(siam, one.id, domain), check(lanna, other.id, domain)]);
  assert.deepEqual(results.toSorted(), ['proven', 'provenElsewhere']);
});

test('the label of a deleted channel is another team’s after 30 days, and its own team’s at once', async () => {
  const create = (as: Person) => app.call('POST', PATH, { as, body: { name: 'left' } });
  const remove = async (as: Person, { body }: { body: Json }) =>
    assert.equal((await app.call('DELETE', `${PATH}/${String(body['id'])}`, { as })).status, 204);
  await remove(siam, await create(siam));
  const again = await create(siam);
  assert.equal(again.status, 201);
  await remove(siam, again);
  const early = await create(lanna);
  assert.deepEqual([early.status, early.body['errors']?.[0]?.['code']], [422, 'taken']);
  await sql`update domain_owners set released_at = now() - interval '31 days'
    where host = ${String(again.body['defaultPlaybackDomain'])}`.execute(app.context.db);
  assert.equal((await create(lanna)).status, 201);
});

test('a domain that was let go is another team’s only by a TXT record, for 30 days', async () => {
  const { db } = app.context;
  const domain = 'left.example.com';
  const first = await claim(siam, domain);
  domains.aliases[domain] = first.host;
  assert.equal(await check(siam, first.id, domain), 'proven');
  // However it goes: here with its channel.
  assert.equal((await app.call('DELETE', `${PATH}/${first.id}`, { as: siam })).status, 204);
  const next = await claim(lanna, domain);
  domains.aliases[domain] = next.host;
  assert.equal(await check(lanna, next.id, domain), 'kept');
  // The team that had it may have it again.
  const again = await claim(siam, domain);
  domains.aliases[domain] = again.host;
  assert.equal(await check(siam, again.id, domain), 'proven');
  assert.equal((await change(siam, again.id, 'remove', domain)).status, 200);
  domains.aliases[domain] = next.host;
  assert.equal(await check(lanna, next.id, domain), 'kept');
  domains.setText(domain, next.id);
  assert.equal(await check(lanna, next.id, domain), 'proven');

  assert.equal((await change(lanna, next.id, 'remove', domain)).status, 200);
  domains.setText(domain, null);
  const last = await claim(siam, domain);
  domains.aliases[domain] = last.host;
  assert.equal(await check(siam, last.id, domain), 'kept');
  await sql`update domain_owners set released_at = released_at - interval '30 days'
    where host = ${domain}`.execute(db);
  assert.equal(await check(siam, last.id, domain), 'proven');
});

test('domains of a team that is gone are kept as well', async () => {
  const { admin, scope } = await app.addTeam('gone');
  const domain = 'orphan.example.com';
  const channel = await claim(admin, domain);
  domains.aliases[domain] = channel.host;
  assert.equal(await check(admin, channel.id, domain), 'proven');
  const { db } = app.context;
  await db.deleteFrom('teams').where('id', '=', scope.teamId).execute();
  const next = await claim(siam, domain);
  domains.aliases[domain] = next.host;
  assert.equal(await check(siam, next.id, domain), 'kept');
});

test('an operator gives a domain to a team that claims it, whichever team has it', async () => {
  setListeners(listeners);
  const domain = 'forced.example.com';
  const [had, gets] = [await claim(lanna, domain), await claim(siam, domain)];
  domains.setText(domain, had.id);
  assert.equal(await check(lanna, had.id, domain), 'proven');
  const give = (namespace: string, host = domain) =>
    app.context.db.transaction().execute((tx) => giveDomain(tx, { host, namespace }));
  assert.deepEqual([await give('nobody'), await give('siam', 'other.example.com')], [false, false]);
  assert.equal(await give('siam'), true);
  assert.deepEqual([await provenOf(siam, gets.id), await provenOf(lanna, had.id)], [[domain], []]);
  const [lost] = (await read(lanna, had.id))['ownDomains'] as unknown as Json[];
  assert.equal(String(lost?.['lastCheck']?.['result']), 'provenElsewhere');
  assert.equal(await check(lanna, had.id, domain), 'provenElsewhere');
  // A second attempt gives the same, and so does a domain that no team had.
  assert.equal(await give('siam'), true);
});

test('a domain that no team can own alone can’t be claimed', async () => {
  const { id } = await newChannel(siam);
  for (const domain of ['co.th', 'com.au', 'github.io']) {
    const { status, body } = await change(siam, id, 'add', domain);
    const [error] = body['errors'] ?? [];
    const seen = [status, error?.['path'], error?.['code']] as unknown[];
    assert.deepEqual(seen, [422, 'domains.0', 'public_suffix'], domain);
  }
});

test('a name server that is away proves nothing and is told', async () => {
  const lost = await startTestApp({ DNS_SERVERS: '127.0.0.1:1' });
  const { admin } = await lost.addTeam('lost');
  const channel = await lost.call('POST', PATH, { as: admin, body: { name: 'a' } });
  const channelId = String(channel.body['id']);
  const domain = 'lost.example.com';
  await lost.call('POST', `${PATH}/${channelId}/playback-domains/add`, {
    as: admin,
    body: { domains: [domain] },
  });
  const { result, found } = await checkDomain(lost, admin, { channelId, domain });
  assert.deepEqual([result, found], ['noNameServer', []]);
  await lost.close();
});

test('a check that comes after a domain was taken back changes nothing', async () => {
  const domain = 'late.example.com';
  const { id } = await claim(siam, domain);
  const { db } = app.context;
  const { claim_id: claimId } = await db
    .selectFrom('playback_domains')
    .select('claim_id')
    .where('host', '=', domain)
    .executeTakeFirstOrThrow();
  await change(siam, id, 'remove', domain);
  domains.setText(domain, id);
  const run = { signal: new AbortController().signal, token: { id: '', retryCount: 0 } };
  await proveDomainWork.handle(app.context, { claimId }, run);
  assert.deepEqual(await provenOf(siam, id), []);
});
