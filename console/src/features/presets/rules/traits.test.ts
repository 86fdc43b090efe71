import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '@kinora/contract/preset-rules/codecs';
import type { PresetProfile } from '@kinora/contract/preset-tracks';
import { DELIVERY_MODELS } from './models.ts';
import { findRecommended, listModelTraits, listPresetTraits } from './traits.ts';

const profile = (formatType: PresetProfile['formatType'], enabled = true): PresetProfile => ({
  name: 'P',
  enabled,
  formatType,
  videoTracks: [],
  audioTracks: [],
  audioVariants: [],
});
const names = (formatType: PresetProfile['formatType'], enabled?: boolean) =>
  listPresetTraits({
    vodDeliveryModel: 'classic',
    profiles: [profile('hls'), profile(formatType, enabled)],
  }).map(({ name }) => name);

test('each model has three traits, and files to download only where its formats have them', () => {
  for (const model of DELIVERY_MODELS) {
    const traits = listModelTraits(model);
    assert.equal(traits.length, 3);
    const hasMp4 = FORMATS.mp4.models.includes(model);
    assert.equal(
      traits.some(({ name }) => name === 'noMp4'),
      !hasMp4,
      model,
    );
  }
});

test('a preset has files to download only while that profile is on', () => {
  assert.ok(names('mp4').includes('mp4'));
  assert.ok(names('mp4', false).includes('mp4Own'));
  assert.ok(names('hls').includes('mp4Own'));
});

test('the first built-in preset of the classic model is recommended', () => {
  const presets = [
    { name: 'own', isSystem: false, vodDeliveryModel: 'classic' as const },
    { name: 'adaptive', isSystem: true, vodDeliveryModel: 'model-k' as const },
    { name: 'standard', isSystem: true, vodDeliveryModel: 'classic' as const },
    { name: 'compact', isSystem: true, vodDeliveryModel: 'classic' as const },
  ];
  assert.equal(findRecommended(presets)?.name, 'standard');
  assert.equal(findRecommended(presets.slice(0, 2)), undefined);
});
