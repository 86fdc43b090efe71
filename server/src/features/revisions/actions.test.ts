import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ProcessingState } from '@kinora/contract/videos/summary';
import { listeners } from '../../app-events.ts';
import { type Announced, onEvery, setListeners } from '../../base/events.ts';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { plannedRevision } from '../encoding/test-revisions.ts';
import { changeRevision, type Guard, moveRevision } from './actions.ts';
import { mayBecome } from './rules.ts';

let app: TestApp;
let owner: TestOwner;
let key: string;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'revisions');
  key = (await plannedRevision(app, owner, { seconds: 12, pieces: [] })).revisionKey;
});
after(() => app.close());

const put = (state: ProcessingState) =>
  sql`update revisions set state = ${state}, progress_percent = 1 where key = ${key}`.execute(
    app.context.db,
  );
const row = async () =>
  app.context.db
    .selectFrom('revisions')
    .select(['state', 'progress_percent as percent'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
const move = (to: ProcessingState, guard = {}) =>
  app.context.db
    .transaction()
    .execute((tx) => moveRevision(tx, key, to, { progress_percent: 2 }, guard));

test('a revision moves along the table of states, and a move that is not in it changes nothing', async () => {
  for (const from of ProcessingState.options) {
    for (const to of ProcessingState.options) {
      await put(from);
      const moved = await move(to);
      assert.equal(moved?.state ?? null, mayBecome(from, to) ? to : null, `${from} → ${to}`);
      const expected = moved ? { state: to, percent: 2 } : { state: from, percent: 1 };
      assert.deepEqual(await row(), expected);
    }
  }
});

test('a guard only narrows what the table allows', async () => {
  await put('processing');
  assert.equal(await move('completed', { from: ['partiallyCompleted'] }), null);
  assert.equal(await move('completed', { where: sql<boolean>`plan is null` }), null);
  assert.equal(
    await move('completed', { token: { id: crypto.randomUUID(), retryCount: 0 } }),
    null,
  );
  assert.deepEqual(await row(), { state: 'processing', percent: 1 });
  assert.equal((await move('completed', { from: ['processing'] }))?.key, key);
  // Nothing leads there from its state, whatever the guard says.
  assert.equal(await move('failed', { from: ['completed'] }), null);
});

test('a change leaves the state as it is', async () => {
  await put('failed');
  const change = (of: string, guard: Guard = {}) =>
    app.context.db.transaction().execute((tx) => changeRevision(tx, of, { failures: 3 }, guard));
  assert.equal(await change(key, { from: ['completed'] }), null);
  const changed = await change(key);
  assert.deepEqual([changed?.state, changed?.failures], ['failed', 3]);
  assert.equal(await change('none'), null);
});

test('every move says what becomes of the video, by the table of states', async () => {
  const heard: Announced[] = [];
  setListeners([...listeners, onEvery(async (_tx, events) => void heard.push(...events))]);
  const said = async (from: ProcessingState, to: ProcessingState) => {
    await put(from);
    heard.length = 0;
    await move(to);
    return heard.map(({ kind }) => kind.name).filter((name) => name.startsWith('video.'));
  };
  try {
    assert.deepEqual(await said('sourceWaiting', 'sourceIngression'), ['video.stateChanged']);
    assert.deepEqual(heard[1]?.facts.changes, { state: ['sourceWaiting', 'sourceIngression'] });
    for (const to of ['partiallyCompleted', 'completed'] as const) {
      assert.deepEqual(await said('processing', to), ['video.stateChanged', 'video.ready']);
    }
    assert.deepEqual(await said('partiallyCompleted', 'completed'), ['video.stateChanged']);
    assert.deepEqual(await said('processing', 'failed'), ['video.stateChanged', 'video.failed']);
    assert.deepEqual(await said('completed', 'completed'), []);
    assert.deepEqual(await said('failed', 'completed'), []);
    await put('sourceIngression');
    heard.length = 0;
    const problem = { probe_error_type: 'probeError', probe_error_reason: 'no_tracks' } as const;
    await app.context.db.transaction().execute((tx) => changeRevision(tx, key, problem));
    const failed = heard.find(({ kind }) => kind.name === 'video.failed');
    assert.deepEqual(failed?.facts, {
      teamId: failed?.facts.teamId,
      projectId: failed?.facts.projectId,
      key: failed?.facts.key,
      name: failed?.facts.name,
      revisionKey: key,
      creatorId: owner.admin.id,
      reason: 'no_tracks',
    });
  } finally {
    setListeners(listeners);
  }
});
