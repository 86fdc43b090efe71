import { generateKeyPairSync } from 'node:crypto';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TUS_PATH } from '@kinora/contract/uploads';
import { sql } from 'kysely';
import pg from 'pg';
import { newId } from './base/ids.ts';
import { openTenantDbs, type Db } from './base/db.ts';
import { NO_TENANT } from './base/tenant.ts';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { logo, overlayForm } from './test-presets.ts';
import { creation } from './test-uploads.ts';

type Team = { id: string; admin: Person; revisionKey: string; uploadPath: string };

let app: TestApp;
let siam: Team;
let lanna: Team;
let isolated: { name: string; column: string }[];

before(async () => {
  app = await startTestApp();
  [siam, lanna] = [await fillTeam('siam'), await fillTeam('lanna')];
  const { rows } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and (a.attname = 'team_id' or (c.relname = 'teams' and a.attname = 'id'))
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(app.context.db);
  isolated = rows;
});
after(() => app.close());

/** A team with at least a row of all that a team has. */
async function fillTeam(namespace: string): Promise<Team> {
  const { admin, scope } = await app.addTeam(namespace);
  const call = async (url: string, body: unknown, headers?: Record<string, string>) => {
    const answer = await app.call('POST', url, { as: admin, body, ...(headers && { headers }) });
    assert.ok(answer.status < 300, `${url}: ${answer.status}`);
    return answer;
  };
  const { body: project } = await call('/api/v1/projects', {
    key: `${namespace}-news`,
    name: 'News',
  });
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const videos = [{ title: 'Clip', source, tags: [namespace] }];
  const { body: made } = await call('/api/v1/videos', { projectKey: project['key'], videos });
  const [key, revisionKey] = [String(made[0]?.['key']), String(made[0]?.['vod']?.['revisionKey'])];
  await call('/api/v1/overlay-presets', overlayForm());
  await call('/api/v1/video-batches', { action: { type: 'delete' }, videos: { keys: ['none'] } });
  await call('/api/v1/page-views', { path: '/' });
  await call('/api/v1/players', { name: 'Ours' });
  await call('/api/v1/key-server', { name: 'Ours' });
  const person = { email: `${namespace}@kinora.test`, role: 'user' };
  const { body: invitation } = await call('/api/v1/team-invitations', person);
  const picture = new FormData();
  picture.append('image', logo());
  await call('/api/v1/player-pictures', picture);
  await addGuards(call, { namespace, teamId: scope.teamId });
  const upload = await call(TUS_PATH, undefined, {
    'tus-resumable': '1.0.0',
    ...creation(key, 10),
  });
  const team_id = scope.teamId;
  const { db } = app.context;
  const own = { id: newId(), team_id };
  const piece = { ...own, revision_key: revisionKey, kind: 'audio', state: 'blocked' } as const;
  const place = { first_segment: 1, last_segment: 1, position: 0, due_at: new Date() };
  const flags = { is_express: false, is_background: false, rendition_ids: ['a-1'] };
  await db
    .insertInto('pieces')
    .values({ ...piece, ...place, ...flags })
    .execute();
  await fillRevision(db, revisionKey);
  await db
    .insertInto('team_features')
    .values({ team_id, key: 'bumper', is_enabled: true })
    .execute();
  await db
    .insertInto('project_invitations')
    .values({
      team_id,
      project_id: String(project['id']),
      invitation_id: String(invitation['id']),
      role: 'viewer',
    })
    .execute();
  return { id: team_id, admin, revisionKey, uploadPath: String(upload.headers['location']) };
}

/** A playback channel with a domain of its own and a key. */
async function addGuards(
  call: (url: string, body: unknown) => Promise<{ body: { [name: string]: unknown } }>,
  { namespace, teamId }: { namespace: string; teamId: string },
): Promise<void> {
  const channels = '/api/v1/playback-channels';
  const { body: channel } = await call(channels, { name: `${namespace}_2` });
  const at = `${channels}/${String(channel['id'])}`;
  await call(`${at}/playback-domains/add`, { domains: [`${namespace}.example.com`] });
  const licenseUrl = 'https://licences.example.com/rights';
  await call(`/api/v1/drm-configs/${teamId}/playready`, { serviceName: 'A', licenseUrl });
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  await call(`/api/v1/drm-configs/${teamId}/jwtKeys`, { name: 'A', publicKey: pem });
  const { body: key } = await call('/api/v1/url-signing-keys', {});
  await call(`${at}/signed-url/url-signing-keys`, { urlSigningKeyIds: [key['id']] });
}

/** Tables that no policy binds, and why. */
const UNWALLED: Readonly<Record<string, string>> = {
  accounts: 'people, who may be in many teams',
  domain_owners: 'says over all teams whose a domain is, which none of them reads',
  encoders: 'builds of the encoder that workers run',
  known_browsers: 'of an account',
  one_time_tokens: 'of an account',
  personal_tokens: 'of an account',
  publications: 'keys and versions of documents; they outlive what they name',
  published_changes: 'the same keys in the order of their publication',
  quota_uses: 'of an account',
  schema_migrations: 'of the installation',
  sessions: 'of an account',
  sign_in_failures: 'of an address or a network',
  workers: 'of the machines',
};
/** Their rows are of a revision, and so of its team. */
const OF_REVISIONS = ['outputs', 'revision_keys', 'stored_inits', 'stored_segments', 'stream_keys'];

/** A row of each of them. */
async function fillRevision(db: Db, revision_key: string): Promise<void> {
  const rendition = { revision_key, rendition_id: 'v-1' };
  const key = Buffer.alloc(16, 1);
  const output = { type: 'video', position: 0, name: '360p', codec: 'avc1' } as const;
  await db
    .insertInto('outputs')
    .values({ ...rendition, ...output })
    .execute();
  const segment = { number: 1, size_bytes: 1, ticks: 1, key_frames: '[]' };
  await db
    .insertInto('stored_segments')
    .values({ ...rendition, ...segment })
    .execute();
  await db
    .insertInto('stored_inits')
    .values({ ...rendition, sha256: 'a', codec: 'avc1' })
    .execute();
  await db.insertInto('revision_keys').values({ revision_key, sealed_key: key }).execute();
  const ofStream = { packaging: 1, kind: 'audio', key_id: key, sealed_key: key } as const;
  await db
    .insertInto('stream_keys')
    .values({ revision_key, ...ofStream })
    .execute();
}

async function countRows(db: Db, { name, column }: { name: string; column: string }) {
  const { rows } = await sql<{ team: string; count: number }>`
    select ${sql.ref(column)} as team, count(*) as count from ${sql.table(name)}
    group by 1`.execute(db);
  return new Map(rows.map(({ team, count }) => [team, count]));
}

const refused = { code: '42501' };

test('every table with a team has the policy, which binds its owner too', async () => {
  const { rows } = await sql<{ name: string; policy: string }>`
    select c.relname as name, concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity, a.attnotnull,
      p.permissive, p.cmd, p.qual, p.with_check) as policy
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid
      and a.attname = case c.relname when 'teams' then 'id' else 'team_id' end
    left join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname
    where c.relname = any(${isolated.map(({ name }) => name)})
      and c.relnamespace = 'public'::regnamespace`.execute(app.context.db);
  const policy =
    /^t t t PERMISSIVE ALL \(NULLIF\(COALESCE\(\((team_)?id = \( SELECT visible_team\(\) AS visible_team\)\), true\), false\) IS NOT NULL\)$/;
  const bare = rows.filter((row) => !policy.test(row.policy.replaceAll(/\s+/g, ' ')));
  assert.deepEqual(bare, [], 'select isolate_by_team(…) in the migration that makes the table');
  assert.ok(rows.length >= 17);
});

test('every table has a policy, or a reason why it has none', async () => {
  const { rows } = await sql<{ name: string; isIsolated: boolean }>`
    select relname as name, relrowsecurity and relforcerowsecurity as "isIsolated" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition`.execute(app.context.db);
  const namesOf = (isIsolated: boolean) =>
    rows
      .filter((row) => row.isIsolated === isIsolated)
      .map(({ name }) => name)
      .toSorted();
  assert.deepEqual(namesOf(false), Object.keys(UNWALLED).toSorted());
  const known = [...isolated.map(({ name }) => name), ...OF_REVISIONS];
  assert.deepEqual(namesOf(true), known.toSorted());
});

test('every partition has the policy of its table', async () => {
  const { rows } = await sql<{ name: string; isIsolated: boolean }>`
    select relname as name, relrowsecurity and relforcerowsecurity
        and exists (select from pg_policy p where p.polrelid = c.oid) as "isIsolated"
    from pg_class c where relnamespace = 'public'::regnamespace and relispartition
      and relkind = 'r'`.execute(app.context.db);
  assert.ok(rows.length >= 4);
  assert.deepEqual(
    rows.filter(({ isIsolated }) => !isIsolated),
    [],
  );
});

test('nothing of another team’s revisions is read, written, moved or deleted', async () => {
  const db = app.context.tenantDb({ team: siam.id });
  for (const name of OF_REVISIONS) {
    const table = sql.table(name);
    const all = async () =>
      (await sql`select * from ${table} order by revision_key`.execute(app.context.db)).rows;
    const stored = await all();
    assert.equal(stored.length, 2, name);
    const { rows: seen } = await sql<{ revision_key: string }>`
      select revision_key from ${table}`.execute(db);
    assert.deepEqual(seen, [{ revision_key: siam.revisionKey }], name);
    const nobody = app.context.tenantDb({ team: NO_TENANT });
    assert.equal((await sql`select from ${table}`.execute(nobody)).rows.length, 0, name);
    const toLanna = sql`update ${table} set revision_key = ${lanna.revisionKey}`;
    await assert.rejects(toLanna.execute(db), refused, name);
    const insert = sql`insert into ${table}
      select (jsonb_populate_record(null::${table},
        to_jsonb(t) || jsonb_build_object('revision_key', ${lanna.revisionKey}::text))).*
      from ${table} t`;
    await assert.rejects(insert.execute(db), refused, name);
    const theirs = sql`where revision_key = ${lanna.revisionKey}`;
    const changed = await sql`update ${table} set revision_key = revision_key ${theirs}`.execute(
      db,
    );
    const deleted = await sql`delete from ${table} ${theirs}`.execute(db);
    assert.deepEqual([changed.numAffectedRows, deleted.numAffectedRows], [0n, 0n], name);
    assert.deepEqual(await all(), stored, name);
  }
});

test('nothing of another team is read, written, moved or deleted', async () => {
  const db = app.context.tenantDb({ team: siam.id });
  let filled = 0;
  for (const table of isolated) {
    const all = await countRows(app.context.db, table);
    assert.ok(
      all.has(siam.id),
      `${table.name}: fillTeam() has to add a row, that it may be refused`,
    );
    if (all.has(lanna.id)) filled += 1;
    // Acts like a query that forgets its `where team_id`.
    const seen = await countRows(db, table);
    const own = [...all].filter(([team]) => team === siam.id);
    assert.deepEqual([...seen], own, table.name);
    const [name, column] = [sql.table(table.name), sql.ref(table.column)];
    await assert.rejects(
      sql`insert into ${name} (${column}) values (${lanna.id})`.execute(db),
      refused,
      table.name,
    );
    await assert.rejects(
      sql`update ${name} set ${column} = ${lanna.id}`.execute(db),
      refused,
      table.name,
    );
    const changed = await sql`update ${name} set ${column} = ${column}
      where ${column} = ${lanna.id}`.execute(db);
    const deleted = await sql`delete from ${name} where ${column} = ${lanna.id}`.execute(db);
    assert.deepEqual([changed.numAffectedRows, deleted.numAffectedRows], [0n, 0n], table.name);
    assert.deepEqual(await countRows(app.context.db, table), all, table.name);
  }
  assert.ok(filled >= 19, `only ${filled} tables have rows of both teams`);
});

test('a view shows what its reader may see, as its reader and not its owner asks', async () => {
  const { rows: views } = await sql<{ name: string; options: string[] | null }>`
    select relname as name, reloptions as options from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
    order by relname`.execute(app.context.db);
  assert.ok(views.length >= 5, 'there are views');
  const db = app.context.tenantDb({ team: siam.id });
  const nobody = app.context.tenantDb({ team: NO_TENANT });
  for (const { name, options } of views) {
    assert.deepEqual(options, ['security_invoker=true'], name);
    // People may be in many teams.
    if (name === 'people') continue;
    const view = { name, column: name === 'team_names' ? 'id' : 'team_id' };
    const all = await countRows(app.context.db, view);
    assert.ok(all.has(siam.id) && all.has(lanna.id), `${name} has rows of both teams`);
    assert.deepEqual([...(await countRows(db, view)).keys()], [siam.id], name);
    assert.equal((await countRows(nobody, view)).size, 0, name);
  }
});

test('before a team is proven there is nothing, and a build that names no team goes on', async () => {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  const db = app.context.tenantDb({ team: NO_TENANT });
  for (const table of isolated) {
    assert.equal((await countRows(db, table)).size, 0, table.name);
    const { rows } = await client.query(`select from ${table.name}`);
    const all = await countRows(app.context.db, table);
    assert.equal(
      rows.length,
      [...all.values()].reduce((sum, count) => sum + count, 0),
      table.name,
    );
  }
  await client.end();
});

test('a connection that teams take in turn shows each its own, whatever became of the last', async () => {
  const { tenantDb: open, close } = openTenantDbs(app.databaseUrl, {
    max: 1,
    log: app.context.log,
  });
  const [a, b] = [open({ team: siam.id }), open({ team: lanna.id })];
  const teamsOf = async (db: Db) =>
    (await db.selectFrom('projects').select('team_id').execute()).map((row) => row.team_id);
  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual(await teamsOf(a), [siam.id]);
    const broken = b.transaction().execute(async (tx) => {
      assert.equal((await tx.selectFrom('projects').select('id').execute()).length, 1);
      await sql`select 1 / 0`.execute(tx);
    });
    await assert.rejects(broken, { code: '22012' });
    const aborted = a.transaction().execute(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await assert.rejects(aborted, { name: 'AbortedTransactionError' });
    assert.deepEqual(await teamsOf(b), [lanna.id]);
  }
  await close();
});

test('requests of one team cost no statement more than without the policies', async ({ mock }) => {
  const spy = mock.method(pg.Client.prototype, 'query');
  const sentFor = async (team: Team, method = 'GET', path = '/api/v1/videos') => {
    spy.mock.resetCalls();
    const headers = { 'tus-resumable': '1.0.0' };
    const { status } = await app.call(method, path, { as: team.admin, headers });
    assert.equal(status, 200);
    return spy.mock.calls.map(({ arguments: [sent] }) => {
      const isSetting = JSON.stringify(sent).includes('set_config');
      return isSetting ? 'setting' : 'statement';
    });
  };
  const settings = (sent: readonly string[]) => sent.filter((one) => one === 'setting').length;
  // The calls come one after the other, so the pools hand out the same connections again.
  await sentFor(siam);
  assert.equal(settings(await sentFor(siam)), 0);
  const moved = await sentFor(lanna);
  assert.deepEqual([moved.slice(0, 2), settings(moved)], [['statement', 'setting'], 1]);
  assert.equal(settings(await sentFor(lanna)), 0);
  const ofUpload = (team: Team) => sentFor(team, 'HEAD', team.uploadPath);
  assert.deepEqual(await ofUpload(siam), ['statement', 'setting', 'statement']);
  assert.deepEqual(await ofUpload(siam), ['statement', 'statement']);
});

test('a request is shown its team, and of others only which of them it belongs to', async () => {
  const { rows } = await sql<{ name: string }>`
    select namespace as name from teams`.execute(app.context.db);
  assert.equal(rows.length, 2);
  const me = await app.call('GET', '/api/v1/me', { as: siam.admin });
  assert.deepEqual(
    [...(me.body['teams'] ?? [])].map((team) => String(team['namespace'])),
    ['siam'],
  );
});
