// The build before reads and writes `stream` beside this one, which reads and writes its parts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { StreamDescription } from '@kinora/contract/stream';
import { parseStored } from '../../base/stored-json.ts';
import { startTestApp, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { getStream, plannedRevision } from '../encoding/test-revisions.ts';
import { forgetPlan } from '../encoding/actions/forget-plan.ts';
import { recordStreamKey } from '../encoding/actions/stream-key.ts';
import { changeRevision, moveRevision } from './actions.ts';
import { getParts } from './queries.ts';
import { testStreams } from './test-streams.ts';

let app: TestApp;
let owner: TestOwner;
let videoKey: string;
let key: string;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());
beforeEach(async () => {
  ({ revisionKey: key, videoKey } = await plannedRevision(app, owner, { seconds: 24, pieces: [] }));
});

/** As the build before reads it. */
async function readBefore(): Promise<StreamDescription | null> {
  const { stream } = await app.context.db
    .selectFrom('revisions')
    .select('stream')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return stream === null ? null : parseStored(StreamDescription, stream);
}

const writeBefore = (stream: StreamDescription | null) =>
  sql`update revisions set stream = ${stream && JSON.stringify(stream)}::jsonb,
    duration_ms = ${stream?.durationMs ?? null}, updated_at = now() where key = ${key}`.execute(
    app.context.db,
  );

/** Both builds publish the same bytes. */
async function assertInStep(): Promise<StreamDescription> {
  const stream = await getStream(app.context.db, key);
  assert.equal(JSON.stringify(stream), JSON.stringify(await readBefore()));
  return stream;
}

const change = (columns: Parameters<typeof changeRevision>[2]) =>
  app.context.db.transaction().execute((tx) => changeRevision(tx, key, columns));
const noteUri = (uri: string) =>
  app.context.db.transaction().execute((tx) =>
    recordStreamKey(tx, app.context.config.secrets.secretKey, key, {
      key: Buffer.alloc(16),
      uri,
    }),
  );

test('a stream that the build before writes stands in the parts, and is published as it was', async () => {
  for (const [name, stream] of Object.entries(testStreams({ videoKey, revisionKey: key }))) {
    await writeBefore(stream);
    assert.deepEqual(await assertInStep(), stream, name);
  }
  await writeBefore(null);
  await assert.rejects(getParts(app.context.db, key));
  const row = await app.context.db
    .selectFrom('revisions')
    .select(['renditions', 'folder', 'delivery_model', 'key_uri'])
    .select(['pictures', 'files', 'protection'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  assert.deepEqual(new Set(Object.values(row)), new Set([null]));
});

test('a member that the build before adds to a stream in one statement stands in its part', async () => {
  const { db } = app.context;
  const encryption = { method: 'aes-128', keyUri: 'https://keys.example/1' };
  await sql`update revisions set stream = stream || ${JSON.stringify({ encryption })}::jsonb
    where key = ${key} and stream ->> 'encryption' is null`.execute(db);
  assert.deepEqual((await assertInStep()).encryption, encryption);
  assert.equal((await getParts(db, key)).keyUri, encryption.keyUri);
  const packaged = {
    encryption: testStreams({ videoKey, revisionKey: key })['protected']?.encryption,
  };
  await sql`update revisions set stream = stream || ${JSON.stringify(packaged)}::jsonb
    where key = ${key}`.execute(db);
  assert.deepEqual((await getParts(db, key)).protection, packaged);
  assert.deepEqual((await assertInStep()).encryption, packaged.encryption);
});

test('each part that this build writes is in the stream that the build before reads', async () => {
  const { db } = app.context;
  const streams = testStreams({ videoKey, revisionKey: key });
  const { renditions } = await getParts(db, key);
  const open = { renditions: { ...renditions, open: true } };
  await db.transaction().execute((tx) => moveRevision(tx, key, 'partiallyCompleted', open));
  assert.equal((await assertInStep()).open, true);
  for (const { coverWidths, storyboard, progressive, encryption } of Object.values(streams)) {
    await change({ pictures: { coverWidths, storyboard } });
    await change({ files: { progressive } });
    await change({ protection: encryption && { encryption } });
    const { open: isOpen, ...now } = await assertInStep();
    assert.deepEqual([isOpen, now.encryption], [true, encryption]);
    assert.deepEqual([now.coverWidths, now.storyboard], [coverWidths, storyboard]);
    assert.deepEqual(now.progressive, progressive);
  }
  await change({ protection: null });
  await noteUri('https://keys.example/1');
  await noteUri('https://keys.example/2');
  const whole = { keyUri: 'https://keys.example/1', method: 'aes-128' };
  assert.deepEqual((await assertInStep()).encryption, whole);
});

test('builds that write in turn lose nothing of each other', async () => {
  const { whole, files } = testStreams({ videoKey, revisionKey: key });
  assert.ok(whole && files);
  await change({ pictures: { coverWidths: [320], storyboard: null } });
  const seen = await readBefore();
  assert.ok(seen);
  await writeBefore({ ...seen, open: true });
  await change({ files: { progressive: files.progressive } });
  const again = await readBefore();
  assert.ok(again);
  await writeBefore({ ...again, storyboard: whole.storyboard });
  // Writing what stands there already changes nothing.
  await writeBefore(await readBefore());
  const { open, coverWidths, storyboard, progressive } = await assertInStep();
  assert.deepEqual([open, coverWidths], [true, [320]]);
  assert.deepEqual([storyboard, progressive], [whole.storyboard, files.progressive]);
});

test('nothing is left of a plan that is forgotten, and a key that comes late is not kept', async () => {
  const { db } = app.context;
  await change({ pictures: { coverWidths: [320], storyboard: null } });
  await noteUri('https://keys.example/1');
  await db.transaction().execute((tx) => forgetPlan(tx, key));
  await noteUri('https://keys.example/1');
  const row = await db
    .selectFrom('revisions')
    .select(['stream', 'renditions', 'pictures', 'files', 'protection'])
    .select(['folder', 'delivery_model', 'key_uri', 'duration_ms'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  assert.deepEqual(new Set(Object.values(row)), new Set([null]));
});
