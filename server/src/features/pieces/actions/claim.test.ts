import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../../../test-app.ts';
import { beat, forgetSilentWorkers } from './claim.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('a worker that was silent for a minute is forgotten, and one that is there is not', async () => {
  const { db } = app.context;
  const [gone, there] = [randomUUID(), randomUUID()];
  for (const id of [gone, there]) await beat(db, { id, slots: 1, pieceIds: [] });
  const silent = sql`update workers set seen_at = now() - interval '61 seconds' where id = ${gone}`;
  await silent.execute(db);
  await db.transaction().execute(forgetSilentWorkers);
  const left = await db.selectFrom('workers').select('id').execute();
  assert.deepEqual(left, [{ id: there }]);
});
