import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type Json, type TestApp } from '../../../test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from '../../../test-owner.ts';
import { findOverlay } from '../../overlay-presets/queries.ts';
import { addRevisions } from '../../revisions/actions.ts';
import { findEncodingTask } from './task.ts';

let app: TestApp;
let owner: TestOwner;
before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
});
after(() => app.close());

test('each revision of a video is made as its own preset says', async () => {
  const { db } = app.context;
  const presets = await app.call('GET', '/api/v1/presets', { as: owner.admin });
  const idOf = (model: string) =>
    String(
      presets.body.data.find((one: Json) => String(one['vodDeliveryModel']) === model)?.['id'],
    );
  const [first, second] = [idOf('classic'), idOf('model-k')];
  const { videoKey, revisionKey } = await addTestVideo(app, owner, { presetId: first });
  await db.transaction().execute((tx) =>
    addRevisions(tx, [
      {
        key: 'another',
        role: 'preparing',
        team_id: owner.scope.teamId,
        video_key: videoKey,
        source_file_name: 'a.mp4',
        source_type: 'video/mp4',
        source_size_bytes: 1,
        preset_id: second,
      },
    ]),
  );
  const models = await Promise.all(
    [revisionKey, 'another'].map(async (key) => (await findEncodingTask(db, key))?.deliveryModel),
  );
  assert.deepEqual(models, ['classic', 'model-k']);
  assert.equal(await findOverlay(db, 'another'), null);
  const answers = await app.call('GET', '/api/v1/presets', { as: owner.admin });
  const used = answers.body.data.filter((one: Json) => one['isInUse']);
  const ids = used.map((one: Json) => String(one['id']));
  assert.deepEqual(new Set(ids), new Set([first, second]));
});
