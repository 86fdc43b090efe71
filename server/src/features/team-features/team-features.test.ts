import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TEAM_FEATURES, type TeamFeatureKey } from '@kinora/contract/bounds';
import { type Call, calls, getCall } from '../../base/calls.ts';
import { readyCalls, type Ready } from '../../test-calls.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';

let app: TestApp;
let ready: Ready;
let admin: Person;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('films'));
  ready = await readyCalls(app, admin);
});
after(() => app.close());

const setFeature = (key: string, enabled: boolean) =>
  app.call('PUT', `/api/v1/team-features/${key}`, { as: admin, body: { enabled } });

async function make(call: Call) {
  const { method, url, body } = await ready.request(call);
  return app.call(method, url, { as: admin, team: 'films', body });
}

test('features are off until an administrator switches them on', async () => {
  const list = () => app.call('GET', '/api/v1/team-features', { as: admin });
  const all = (on: TeamFeatureKey | null) =>
    TEAM_FEATURES.map((key) => ({ key, enabled: key === on }));
  assert.deepEqual((await list()).body['features'], all(null));
  const [key] = TEAM_FEATURES;
  assert.deepEqual((await setFeature(key, true)).body, { key, enabled: true });
  assert.deepEqual((await setFeature(key, true)).status, 200);
  assert.deepEqual((await list()).body['features'], all(key));
  await setFeature(key, false);
  assert.deepEqual((await list()).body['features'], all(null));
  assert.equal((await setFeature('flying', true)).status, 422);
});

/** Features that nothing belongs to yet; the line goes when its first call comes. */
const UNBUILT: readonly TeamFeatureKey[] = ['bumper', 'auto-generate-caption', 'file-export'];

test('each feature refuses all of its calls while it is off, and none when it is on', async () => {
  const unused = TEAM_FEATURES.filter((key) => !calls.some(({ feature }) => feature === key));
  assert.deepEqual(unused, UNBUILT);
  // A call that stands stands in for those of a feature, so that the border is tried before there is any.
  const standIn = getCall('players.list');
  standIn.feature = 'bumper';
  try {
    const ofFeatures = calls.filter(({ feature }) => feature !== undefined);
    for (const call of ofFeatures) {
      const refused = await make(call);
      assert.deepEqual([refused.status, refused.body['code']], [403, 'feature_disabled'], call.id);
    }
    for (const key of TEAM_FEATURES) await setFeature(key, true);
    for (const call of ofFeatures) {
      assert.notEqual((await make(call)).body['code'], 'feature_disabled', call.id);
    }
  } finally {
    delete standIn.feature;
  }
});
