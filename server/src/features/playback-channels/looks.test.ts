import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type Json, type Person, type TestApp } from '../../test-app.ts';
import {
  addProvenDomains,
  checkDomain,
  startTestDomains,
  type TestDomains,
} from '../../test-domains.ts';
import { giveDomain } from './actions/prove-domain.ts';
import { proveDomainWork, sweepDomainsWork } from './work.ts';

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
const run = { signal: new AbortController().signal, token: { id: '', retryCount: 0 } };

async function prove(name: string, domain: string): Promise<string> {
  const { body } = await app.call('POST', PATH, { as: siam, body: { name } });
  const channelId = String(body['id']);
  await addProvenDomains(app, domains, { as: siam, channelId, added: [domain] });
  return channelId;
}

async function read(channelId: string): Promise<Json> {
  const { body } = await app.call('GET', `${PATH}/${channelId}`, { as: siam });
  const own = body['ownDomains']?.[0];
  return own ?? assert.fail('no domain');
}

/** So many days pass; name servers are asked as the queue has it, and answer or not. */
async function passDays(domain: string, days: number, context = app.context): Promise<void> {
  const { db } = app.context;
  for (let day = 0; day < days; day += 1) {
    await sql`update playback_domains set proven_at = proven_at - interval '25 hours',
      looked_at = looked_at - interval '25 hours', missing_since = missing_since - interval '25 hours'
      where host = ${domain}`.execute(db);
    await sql`delete from pgboss.job where name in ('prove-domain', 'sweep-domains')`.execute(db);
    await sweepDomainsWork.handle(app.context, {}, run);
    const { rows } = await sql<{ data: { claimId: string } }>`
      select data from pgboss.job where name = 'prove-domain' and state = 'created'`.execute(db);
    for (const { data } of rows) await proveDomainWork.handle(context, data, run);
  }
}

test('a proven domain is looked at each day, and proven no more after a week without records', async () => {
  const domain = 'gone.example.com';
  const channelId = await prove('gone', domain);
  await passDays(domain, 2);
  assert.equal((await read(channelId))['provenUntil'], null);

  domains.setText(domain, null);
  await passDays(domain, 1);
  const until = new Date(String((await read(channelId))['provenUntil'])).getTime();
  assert.ok(Math.abs(until - Date.now() - 7 * 24 * 3_600_000) < 60_000);
  await passDays(domain, 5);
  assert.equal(String((await read(channelId))['provenBy']), 'txt');
  // A record that is back restores everything.
  domains.setText(domain, channelId);
  await passDays(domain, 1);
  assert.equal((await read(channelId))['provenUntil'], null);

  domains.setText(domain, null);
  await passDays(domain, 8);
  const lost = await read(channelId);
  assert.deepEqual(
    [lost['provenBy'], lost['provenUntil'], String(lost['lastCheck']?.['result'])],
    [null, null, 'unproven'],
  );
  const { body } = await app.call('GET', `${PATH}/${channelId}`, { as: siam });
  assert.deepEqual(body['playbackDomains'], []);
  // The domain is reserved as a removed one: another team's CNAME does not get it yet.
  const other = await app.call('POST', PATH, { as: lanna, body: { name: 'other' } });
  const id = String(other.body['id']);
  const added = { as: lanna, body: { domains: [domain] } };
  assert.equal((await app.call('POST', `${PATH}/${id}/playback-domains/add`, added)).status, 200);
  domains.aliases[domain] = String(other.body['defaultPlaybackDomain']).replace(/:\d+$/, '');
  assert.equal((await checkDomain(app, lanna, { channelId: id, domain })).result, 'kept');
});

test('name servers that don’t answer take nothing away', async () => {
  const domain = 'silent.example.com';
  const channelId = await prove('silent', domain);
  domains.setText(domain, null);
  const config = { ...app.context.config, dnsServers: ['127.0.0.1:1'] };
  await passDays(domain, 9, { ...app.context, config });
  const { provenBy, provenUntil } = (await read(channelId)) as unknown as Record<string, unknown>;
  assert.deepEqual([provenBy, provenUntil], ['txt', null]);
  // The domain had its check today, so it comes after those of tomorrow.
  const { looked_at } = await app.context.db
    .selectFrom('playback_domains')
    .select('looked_at')
    .where('host', '=', domain)
    .executeTakeFirstOrThrow();
  assert.ok(looked_at && Date.now() - looked_at.getTime() < 60_000);
});

test('a few answers are no week, and a week of two answers is not enough', async () => {
  const domain = 'rare.example.com';
  const channelId = await prove('rare', domain);
  domains.setText(domain, null);
  for (let n = 0; n < 6; n += 1) await checkDomain(app, siam, { channelId, domain });
  assert.equal(String((await read(channelId))['provenBy']), 'txt');

  const seldom = 'seldom.example.com';
  const other = await prove('seldom', seldom);
  domains.setText(seldom, null);
  await checkDomain(app, siam, { channelId: other, domain: seldom });
  await sql`update playback_domains set missing_since = now() - interval '30 days'
    where host = ${seldom}`.execute(app.context.db);
  await checkDomain(app, siam, { channelId: other, domain: seldom });
  assert.equal(String((await read(other))['provenBy']), 'txt');
});

test('what an operator gave needs no record', async () => {
  const domain = 'given.example.com';
  const channelId = await prove('given', domain);
  const give = { host: domain, namespace: 'siam' };
  await app.context.db.transaction().execute((tx) => giveDomain(tx, give));
  domains.setText(domain, null);
  await passDays(domain, 9);
  assert.equal(String((await read(channelId))['provenBy']), 'operator');
});
