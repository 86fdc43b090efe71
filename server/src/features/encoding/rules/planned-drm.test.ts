import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePlannedModel } from './planned-drm.ts';

test('the channel chooses the model of an adaptive stream once, and people from then on', () => {
  const task = {
    deliveryModel: 'model-k' as const,
    isDrmRequired: null,
    drmTarget: null,
    encrypts: false,
    defaultDrmModel: 'clearKey' as const,
  };
  assert.equal(choosePlannedModel(task), 'clearKey');
  assert.equal(choosePlannedModel({ ...task, deliveryModel: 'model-c' }), 'clearKey');
  assert.equal(choosePlannedModel({ ...task, deliveryModel: 'classic' }), 'none');
  assert.equal(choosePlannedModel({ ...task, encrypts: true }), 'none');
  assert.equal(choosePlannedModel({ ...task, isDrmRequired: false }), 'none');
  const chosen = { ...task, isDrmRequired: true, drmTarget: 'multiDrm' as const };
  assert.equal(choosePlannedModel({ ...chosen, defaultDrmModel: 'none' }), 'multiDrm');
});
