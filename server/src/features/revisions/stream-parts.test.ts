import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { StreamDescription } from '@kinora/contract/stream';
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

const change = (columns: Parameters<typeof changeRevision>[2]) =>
  app.context.db.transaction().execute((tx) => changeRevision(tx, key, columns));
const noteUri = (uri: string) =>
  app.context.db.transaction().execute((tx) =>
    recordStreamKey(tx, app.context.config.secrets.secretKey, key, {
      key: Buffer.alloc(16),
      uri,
    }),
  );

/** Writes each part of a stream through the action that owns it. */
async function writeParts(stream: StreamDescription): Promise<void> {
  const { deliveryModel, folder, durationMs, coverWidths, storyboard, progressive } = stream;
  const { encryption, videoSegments, video, audio, open, firstMediaSequence } = stream;
  const { firstRenditionId } = stream;
  const isWhole = encryption?.method === 'aes-128';
  await change({
    renditions: { videoSegments, video, audio, open, firstMediaSequence, firstRenditionId },
    folder: folder ?? null,
    delivery_model: deliveryModel,
    duration_ms: durationMs,
    key_uri: isWhole ? encryption.keyUri : null,
  });
  await change({ images: { coverWidths, storyboard } });
  await change({ downloads: { progressive } });
  await change({ protection: encryption && !isWhole ? { encryption } : null });
}

test('a stream that is written in its parts is described whole', async () => {
  for (const [name, stream] of Object.entries(testStreams({ videoKey, revisionKey: key }))) {
    await writeParts(stream);
    assert.deepEqual(await getStream(app.context.db, key), stream, name);
  }
});

test('what is written of one part leaves the others, and a first key is kept', async () => {
  const { db } = app.context;
  const { whole } = testStreams({ videoKey, revisionKey: key });
  assert.ok(whole);
  await writeParts(whole);
  const { renditions } = await getParts(db, key);
  const open = { renditions: { ...renditions, open: true } };
  await db.transaction().execute((tx) => moveRevision(tx, key, 'partiallyCompleted', open));
  await noteUri('https://keys.example/1');
  await noteUri('https://keys.example/2');
  const encryption = { keyUri: 'https://keys.example/1', method: 'aes-128' };
  assert.deepEqual(await getStream(db, key), { ...whole, open: true, encryption });
});

test('nothing is left of a plan that is forgotten, and a key that comes late is not kept', async () => {
  const { db } = app.context;
  await change({ images: { coverWidths: [320], storyboard: null } });
  await noteUri('https://keys.example/1');
  await db.transaction().execute((tx) => forgetPlan(tx, key));
  await noteUri('https://keys.example/1');
  await assert.rejects(getParts(db, key));
  const row = await db
    .selectFrom('revisions')
    .select(['renditions', 'images', 'downloads', 'protection'])
    .select(['folder', 'delivery_model', 'key_uri', 'duration_ms'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  assert.deepEqual(new Set(Object.values(row)), new Set([null]));
});
