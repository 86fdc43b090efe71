import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { countStatements } from '../../test-statements.ts';
import { proveProject, type ProjectScope } from '../projects/policy.ts';
import { createVideos } from './actions.ts';
import { moveVideos } from './actions/move.ts';
import { deleteVideos, restoreVideos } from './actions/recycle.ts';
import { changeTags } from './actions/tags.ts';

let app: TestApp;
let owner: TestOwner;
let news: ProjectScope;
let food: ProjectScope;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
  const body = { key: 'food', name: 'Food' };
  const { body: made } = await app.call('POST', '/api/v1/projects', { as: owner.admin, body });
  news = prove(owner.projectId);
  food = prove(String(made['id']));
});
after(() => app.close());

function prove(projectId: string): ProjectScope {
  const scope = proveProject(owner.scope, projectId, 'project-manager');
  assert.ok(scope);
  return scope;
}

async function addVideos(count: number): Promise<string[]> {
  const { id: presetId } = await app.context.db
    .selectFrom('presets')
    .select('id')
    .where('team_id', '=', owner.teamId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const videos = Array.from({ length: count }, (_, at) => ({ title: `Clip ${at}`, tags: [] }));
  await sql`delete from quota_uses`.execute(app.context.db);
  const geoblockPolicy = { type: 'none' } as const;
  return app.context.db
    .transaction()
    .execute((tx) => createVideos(tx, news, { presetId, geoblockPolicy, videos }));
}

const count = async (change: Parameters<typeof countStatements>[1]) =>
  (await countStatements(app.context.db, change)).count;

describe('a thousand videos take as many statements as two', () => {
  const costs: Record<'remove' | 'restore' | 'tag' | 'move', number>[] = [];
  let many: string[];

  before(async () => {
    for (const size of [2, 1000]) {
      many = await addVideos(size);
      costs.push({
        remove: await count((tx) => deleteVideos(tx, news, many, new Date())),
        restore: await count((tx) => restoreVideos(tx, news, many)),
        tag: await count((tx) => {
          const change = { add: ['bulk'], remove: [] };
          return changeTags(tx, news, new Map(many.map((key) => [key, change])));
        }),
        move: await count((tx) => moveVideos(tx, news, food, many)),
      });
    }
  });

  for (const change of ['remove', 'restore', 'tag', 'move'] as const) {
    test(change, () => {
      assert.equal(costs[1]?.[change], costs[0]?.[change]);
      assert.ok((costs[0]?.[change] ?? Infinity) <= 12, JSON.stringify(costs));
    });
  }

  test('and each is published by a job of its own, once for two that hear of it', async () => {
    const { rows } = await sql<{ jobs: number; keys: number }>`
      select count(*)::int as jobs, count(distinct data ->> 'key')::int as keys
      from pgboss.job where name = 'publish' and data ->> 'key' = any(${many})
    `.execute(app.context.db);
    // Each video was deleted, restored and moved, with one job each; viewers don't see tags.
    assert.deepEqual(rows, [{ jobs: 3000, keys: 1000 }]);
  });
});
