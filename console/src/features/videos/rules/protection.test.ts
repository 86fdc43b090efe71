import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrmService } from '@kinora/contract/drm-outputs';
import type { Video } from '@kinora/contract/videos/video';
import { findFixedReason, findLicensing } from './protection.ts';

type Given = {
  model?: Video['vod']['deliveryModel'];
  state?: Video['vod']['processingInfo']['state'];
  change?: Video['vod']['drmModelChange'];
  completed?: boolean;
  mayUpdate?: boolean;
  previewUrl?: string;
};

function fixed(given: Given) {
  return findFixedReason({
    actions: { updateVideo: given.mayUpdate ?? true },
    previewUrl: given.previewUrl ?? null,
    vod: {
      deliveryModel: given.model ?? 'model-k',
      drmModel: 'none',
      processingInfo: { state: given.state ?? 'completed' },
      drmModelChange: given.change ?? null,
      outputs: [{ completed: true }, { completed: given.completed ?? true }],
    } as Video['vod'],
  });
}

test('the protection of a whole adaptive stream can be changed', () => {
  assert.equal(fixed({}), undefined);
  assert.equal(fixed({ model: 'model-c' }), undefined);
});

test('the classic model is never protected, whatever else stands in the way', () => {
  assert.equal(fixed({ model: 'classic', state: 'processing', mayUpdate: false }), 'classic');
});

test('a stream with a key server’s key has no DRM beside it, whatever its model', () => {
  const previewUrl = 'https://play.example/embed/abc';
  for (const model of ['classic', 'model-k', 'model-c'] as const)
    assert.equal(fixed({ model, previewUrl }), 'keyServer');
});

test('a change waits for the last output and for a running change, and needs the right to make it', () => {
  assert.equal(fixed({ state: 'partiallyCompleted' }), 'notReady');
  assert.equal(fixed({ model: 'model-c', completed: false }), 'notReady');
  assert.equal(fixed({ change: { drmModel: 'clearKey', state: 'running' } }), 'changing');
  assert.equal(fixed({ mayUpdate: false }), 'role');
});

test('a change that failed may be tried again', () => {
  assert.equal(fixed({ change: { drmModel: 'clearKey', state: 'failed' } }), undefined);
});

test('multi-DRM plays on devices whose service is on a channel of the project', () => {
  const on = (drmServices: DrmService[], ...keys: string[]) => ({
    drmServices,
    hasJwtKeys: true,
    projects: keys.map((key) => ({ key, name: key })),
  });
  const channels = [
    on(['fairplay', 'widevine'], 'news'),
    on(['fairplay', 'widevine'], 'news', 'drama'),
    on([], 'sport'),
  ];
  const services = (key: string) => findLicensing(channels, key).services;
  assert.deepEqual(services('news'), ['fairplay', 'widevine']);
  assert.deepEqual(services('drama'), ['fairplay', 'widevine']);
  assert.deepEqual(services('sport'), []);
  assert.deepEqual(services('none'), []);
});

test('without a key for tokens the team alone can watch what is protected', () => {
  const channel = { drmServices: [], projects: [{ key: 'news', name: 'News' }] };
  const isOfTeamAlone = (hasJwtKeys: boolean) =>
    findLicensing([{ ...channel, hasJwtKeys }], 'news').isOfTeamAlone;
  assert.deepEqual([isOfTeamAlone(true), isOfTeamAlone(false)], [false, true]);
});
