// A migration of the next version while processes of this one run, each with its statements kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Db } from './base/db.ts';
import { newId } from './base/ids.ts';
import { claimPiece } from './features/pieces/actions/claim.ts';
import { startTestApp, type Person, type TestApp } from './test-app.ts';

let app: TestApp;
let admin: Person;
let teamId: string;
before(async () => {
  app = await startTestApp();
  const team = await app.addTeam('siam');
  ({ admin } = team);
  ({ teamId } = team.scope);
});
after(() => app.close());

async function ask(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v1/${path}`, { as: admin, body });
  assert.ok(answer.status < 300, `${path}: ${answer.status}`);
  return answer.body;
}

async function keptOn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select regexp_replace(name, '_[0-9]+$', '') as name from pg_prepared_statements
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

test('a running process does not notice a column that is added to every table', async () => {
  const project = await ask('POST', 'projects', { key: 'news', name: 'News' });
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const videos = [{ title: 'Clip', source }];
  const made = await ask('POST', 'videos', { projectKey: project['key'], videos });
  const everything = async () => {
    await ask('GET', 'videos');
    await ask('GET', `videos/${String(made[0]?.['key'])}`);
    await ask('PUT', `videos/${String(made[0]?.['key'])}`, { title: 'Clip' });
    await ask('GET', 'projects');
    await ask('GET', `projects/${String(project['key'])}`);
    assert.equal(await claimPiece(app.context.db, newId(), 'any'), null);
  };
  await everything();
  const tenantDb = app.context.tenantDb({ team: teamId });
  const kept = [...(await keptOn(app.context.db)), ...(await keptOn(tenantDb))];
  for (const name of ['claim_piece', 'token_caller', 'video_page', 'videos', 'project_page']) {
    assert.ok(kept.includes(name), `${name} is not among ${kept.join()}`);
  }
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and not exists (select from pg_inherits where inhrelid = quote_ident(tablename)::regclass)`.execute(
    app.context.db,
  );
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} add column added_later text default 'x'`.execute(
      app.context.db,
    );
  }
  await everything();
});
