import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { actingFor, ownActor } from '../../base/actor.ts';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { permitTeamWrites } from '../../base/team-permit.ts';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { logo, overlayForm } from '../../test-presets.ts';
import { assertOwned, collectGarbage } from '../encoding/test-storage.ts';
import { removeImages, removeUnused, storeImage, useImages, writeWithImage } from './actions.ts';
import type { ImageKind } from './rules.ts';

let app: TestApp;
let siam: TestOwner;
let lanna: TestOwner;
before(async () => {
  app = await startTestApp();
  [siam, lanna] = [await addTestOwner(app, 'siam'), await addTestOwner(app, 'lanna')];
});
after(async () => {
  try {
    await assertOwned(app);
  } finally {
    await app.close();
  }
});

const cover: ImageKind = {
  name: 'testCover',
  contentType: 'image/png',
  getStorageKey: (id) => `test-covers/${id}.png`,
  limits: { maxPixels: 100 },
  maxPerTeam: 20,
  tooLarge: { code: 'image_too_large', message: 'Too large' },
  unreadable: { code: 'not_an_image', message: 'No image' },
};
const look: ImageKind = {
  ...cover,
  name: 'testLook',
  getStorageKey: (id) => `test-looks/${id}.png`,
  maxPerTeam: 1,
};

const requestOf = ({ context }: TestApp) => ({ app: context });

const store = (owner = siam, kind = cover) =>
  storeImage(requestOf(app), permitTeamWrites(owner.scope), kind, logo());

function inTx<T>(change: (tx: Tx) => Promise<T>, owner = siam): Promise<T> {
  return actingFor(app.context.db, owner.scope.actor).transaction().execute(change);
}

/** Has a thing use images, as its feature does in a change of it. */
const use = (owner: string, ids: string[], of = siam, kind = cover) =>
  inTx((tx) => useImages(tx, of.scope, { kind, owner, ids }));

const sweep = () =>
  actingFor(app.context.db, ownActor('sweep-images')).transaction().execute(removeUnused);

const isStored = async (id: string, kind = cover) =>
  (await app.context.storage.stat(kind.getStorageKey(id))) !== null;

async function age(...ids: string[]) {
  await sql`update images set created_at = now() - interval '25 hours',
    unused_since = unused_since - interval '25 hours' where id = any(${ids})`.execute(
    app.context.db,
  );
}

test('an image stays until the last of its owners drops it, and a day longer', async () => {
  const { id } = await store();
  assert.deepEqual(await use('one', [id]), { known: new Set([id]), dropped: [] });
  await use('two', [id]);
  await age(id);
  assert.deepEqual(await use('one', []), { known: new Set(), dropped: [id] });
  await inTx((tx) => removeImages(tx, siam.scope, [id]));
  await sweep();
  await use('two', []);
  await sweep();
  await collectGarbage(app);
  assert.equal(await isStored(id), true);
  await age(id);
  await sweep();
  await collectGarbage(app);
  assert.equal(await isStored(id), false);
});

test('an image that one owner takes while another drops it stays used', async () => {
  const { id } = await store();
  await use('first', [id]);
  let dropped: Promise<unknown> = Promise.resolve();
  await inTx(async (tx) => {
    await useImages(tx, siam.scope, { kind: cover, owner: 'second', ids: [id] });
    dropped = use('first', []);
    await until('it waits', () => isWaited());
  });
  await dropped;
  await age(id);
  await sweep();
  await collectGarbage(app);
  assert.equal(await isStored(id), true);
  assert.deepEqual((await use('third', [id])).known, new Set([id]));
});

async function isWaited(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(app.context.db);
  return rows.length > 0;
}

test('another team’s image and one of another kind are unknown', async () => {
  const theirs = await store(lanna);
  const other = await store(siam, look);
  for (const id of [theirs.id, other.id, newId(), 'nonsense']) {
    const { known, dropped } = await use('one', [id]);
    assert.deepEqual([known.size, dropped], [0, []], id);
  }
  const { rows } = await sql`select from image_uses
    where image_id = any(${[theirs.id, other.id]})`.execute(app.context.db);
  assert.equal(rows.length, 0);
  await inTx((tx) => removeImages(tx, siam.scope, [theirs.id]));
  await collectGarbage(app);
  assert.equal(await isStored(theirs.id), true);
});

test('what was replaced goes with its objects, and nothing of it when that is rolled back', async () => {
  const [first, second] = [await store(), await store()];
  await use('one', [first.id]);
  const replace = (tx: Tx) =>
    useImages(tx, siam.scope, { kind: cover, owner: 'one', ids: [second.id] }).then(({ dropped }) =>
      removeImages(tx, siam.scope, dropped),
    );
  const refused = inTx(async (tx) => {
    await replace(tx);
    throw new AppError('not_found');
  });
  await assert.rejects(refused);
  await collectGarbage(app);
  assert.equal(await isStored(first.id), true);
  assert.deepEqual((await use('one', [first.id])).dropped, []);
  await inTx(replace);
  await collectGarbage(app);
  assert.deepEqual([await isStored(first.id), await isStored(second.id)], [false, true]);
});

test('the sweep spares what is used, what is new and what is about to be used', async () => {
  const [used, fresh, chosen, left] = [await store(), await store(), await store(), await store()];
  await use('one', [used.id]);
  await age(used.id, chosen.id, left.id);
  await inTx(async (tx) => {
    await useImages(tx, siam.scope, { kind: cover, owner: 'two', ids: [chosen.id] });
    await sweep();
  });
  await sweep();
  await collectGarbage(app);
  const kept = await Promise.all([used, fresh, chosen, left].map(({ id }) => isStored(id)));
  assert.deepEqual(kept, [true, true, true, false]);
});

test('an image whose use is refused is gone at once', async () => {
  let refused = '';
  const permit = permitTeamWrites(siam.scope);
  const written = writeWithImage(
    requestOf(app),
    permit,
    { kind: cover, file: logo() },
    async (tx, image) => {
      refused = image.id;
      await useImages(tx, siam.scope, { kind: cover, owner: 'never', ids: [image.id] });
      throw new AppError('not_found');
    },
  );
  await assert.rejects(written);
  await collectGarbage(app);
  assert.equal(await isStored(refused), false);
});

test('a team has so many images of a kind at most, and no file is kept above that', async () => {
  const other = await addTestOwner(app, 'isan');
  await store(other, look);
  await assert.rejects(store(other, look), { code: 'limit_reached' });
  await store(other, cover);
});

test('a team goes with its images and what uses them', async () => {
  const { admin, scope } = await app.addTeam('lao');
  const path = '/api/encoding/v1/overlay-presets';
  const made = await app.call('POST', path, { as: admin, body: overlayForm() });
  assert.equal(made.status, 201);
  const { rows } = await sql<{ keys: string[] }>`select storage_keys as keys from images
    where team_id = ${scope.teamId}`.execute(app.context.db);
  for (const key of rows.flatMap(({ keys }) => keys)) await app.context.storage.delete(key);
  await app.context.db.deleteFrom('teams').where('id', '=', scope.teamId).execute();
});
