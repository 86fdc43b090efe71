import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPresetIssues } from './issues.ts';
import {
  contentOf,
  given,
  track,
  withOptions,
  withTracks,
  type GivenOptions,
  type GivenTrack,
} from './test-presets.ts';

const cleared: [mode: string, input: Partial<GivenOptions>, kept: object][] = [
  [
    'constrainedEncoding clears qp and targetBitRateKbps',
    { qualityControlMode: 'constrainedEncoding' },
    { crf: 21, targetBitRateKbps: null, maxBitRateKbps: 3000, qp: null, cq: 26 },
  ],
  [
    'targetBitrate clears qp alone',
    { qualityControlMode: 'targetBitrate' },
    { crf: 21, targetBitRateKbps: 2000, maxBitRateKbps: 3000, qp: null, cq: 26 },
  ],
  [
    'constantQuality clears crf and the bit rates',
    { qualityControlMode: 'constantQuality' },
    { crf: null, targetBitRateKbps: null, maxBitRateKbps: null, qp: 30, cq: 26 },
  ],
  [
    'constantQp clears crf and the bit rates',
    { qualityControlMode: 'constantQp' },
    { crf: null, targetBitRateKbps: null, maxBitRateKbps: null, qp: 30, cq: 26 },
  ],
];
for (const [name, mode, kept] of cleared) {
  test(`${name}; text becomes numbers`, () => {
    const all = {
      crf: '21',
      targetBitRateKbps: '2000',
      maxBitRateKbps: '3000',
      qp: '30',
      cq: '26',
    };
    const content = contentOf(withOptions({ ...all, ...mode }));
    const saved = content.profiles[0]?.videoTracks[0]?.videoCodecOptions;
    assert.deepEqual(saved, { ...kept, ...mode, profile: 'high', speed: 'fast' });
    assert.deepEqual(listPresetIssues(content, null), []);
  });
}

test('a picture plays with its profile’s first sound unless it says otherwise', () => {
  const { audioTrackKey: _, ...unsaid } = track;
  const soundOf = (one: Partial<GivenTrack>): unknown =>
    contentOf(withTracks(one as GivenTrack)).profiles[0]?.videoTracks[0]?.audioTrackKey;
  assert.equal(soundOf(unsaid), 'stereo');
  assert.equal(soundOf({ ...track, audioTrackKey: null }), null);
});

test('empty text becomes null', () => {
  const content = contentOf(withOptions({ crf: '', maxBitRateKbps: ' ' }));
  const saved = content.profiles[0]?.videoTracks[0]?.videoCodecOptions;
  assert.deepEqual([saved?.crf, saved?.maxBitRateKbps], [null, null]);
});

test('encryption keeps its flag and id alone, and no id while it is off', () => {
  const off = { isEnableVideoEncryption: false, keyServerId: 'x', keyServer: { name: 'n' } };
  const content = contentOf(withTracks({ ...track, encryption: off }));
  assert.deepEqual(content.profiles[0]?.videoTracks[0]?.encryption, {
    isEnableVideoEncryption: false,
    keyServerId: null,
  });
});

test('a resolution has the name of the look-up that it is, else it is a custom one', () => {
  const cases: [GivenTrack['resolutionControl'], string, string][] = [
    [{ type: 'shortestSide', size: 720 }, '720p', '720p'],
    [{ type: 'shortestSide', size: 700 }, '720p', 'custom'],
    [{ type: 'width', size: 720 }, '720p', 'custom'],
    [{ type: 'original', size: 720 }, '720p', 'original'],
    [{ type: 'height', size: 720 }, 'original', 'custom'],
  ];
  for (const [resolutionControl, resolutionType, name] of cases) {
    const content = contentOf(withTracks({ ...track, resolutionControl, resolutionType }));
    const saved = content.profiles[0]?.videoTracks[0];
    assert.equal(saved?.resolutionType, name);
    if (name === 'original') assert.equal(saved?.resolutionControl.size, null);
  }
});

test('a duration condition of nothing is none, and only model-c keeps what it does when idle', () => {
  const condition = { minimumSeconds: '', maximumSeconds: null };
  const content = contentOf({
    ...withTracks({ ...track, videoDurationCondition: condition }),
    backgroundCompletion: 'never',
  });
  assert.equal(content.profiles[0]?.videoTracks[0]?.videoDurationCondition, null);
  assert.equal(content.backgroundCompletion, 'whenIdle');
  const onDemand = contentOf(given({ vodDeliveryModel: 'model-c', backgroundCompletion: 'never' }));
  assert.equal(onDemand.backgroundCompletion, 'never');
});
