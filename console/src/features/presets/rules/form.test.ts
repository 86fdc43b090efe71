import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresetInput } from '@kinora/contract/preset-input';
import { isSameForm, toForm, toInput, type VideoTrackForm } from './form.ts';
import { createForm } from './parts.ts';

const form = { ...createForm('model-k', 'Stereo'), name: ' ข่าว ' };

function sent(change: Partial<VideoTrackForm>) {
  const [profile] = form.profiles;
  const [track] = profile?.videoTracks ?? [];
  assert.ok(profile && track);
  const videoTracks = [{ ...track, ...change }];
  const [made] = toInput({ ...form, profiles: [{ ...profile, videoTracks }] }).profiles;
  assert.ok(made?.videoTracks[0]);
  return made.videoTracks[0];
}

const quality = {
  crf: '20',
  targetBitRateKbps: '3000',
  maxBitRateKbps: '5000',
  cq: '24',
  qp: '22',
};
const cleared = {
  crf: null,
  targetBitRateKbps: null,
  maxBitRateKbps: null,
  cq: null,
  qp: null,
};
const optionsOf = (mode: VideoTrackForm['mode']) => {
  const options = sent({ mode, quality }).videoCodecOptions;
  return Object.fromEntries(Object.keys(cleared).map((key) => [key, options[key as 'crf']]));
};

test('a quality mode clears what the specification says, and no more', () => {
  const kept = { crf: 20, maxBitRateKbps: 5000, cq: 24 };
  assert.deepEqual(optionsOf('constrainedEncoding'), { ...cleared, ...kept });
  assert.deepEqual(optionsOf('targetBitrate'), { ...cleared, ...kept, targetBitRateKbps: 3000 });
  assert.deepEqual(optionsOf('constantQuality'), { ...cleared, cq: 24, qp: 22 });
  assert.deepEqual(optionsOf('constantQp'), { ...cleared, cq: 24, qp: 22 });
});

test('a number that its mode hides and that no server would take is not sent', () => {
  const options = sent({ mode: 'targetBitrate', quality: { ...quality, crf: '999' } });
  assert.equal(options.videoCodecOptions.crf, null);
});

test('text becomes numbers and an empty field null', () => {
  assert.equal(sent({ maxFrameRate: ' 29.97 ' }).frameRateControl.maxFrameRate, 29.97);
  assert.equal(sent({ maxFrameRate: '' }).frameRateControl.maxFrameRate, null);
  assert.deepEqual(sent({ resolutionType: 'original', size: '720' }).resolutionControl, {
    type: 'original',
    size: null,
  });
  assert.equal(toInput(form).name, 'ข่าว');
});

test('the H.264 profile is sent with H.264 only', () => {
  assert.equal(sent({ profile: 'main' }).videoCodecOptions.profile, 'main');
  assert.equal(sent({ profile: 'main', codec: 'av1' }).videoCodecOptions.profile, null);
});

test('a key server is sent only with encryption', () => {
  const off = { isEnableVideoEncryption: false, keyServerId: 'k' };
  assert.equal(sent({ encryption: off }).encryption.keyServerId, null);
  const on = { isEnableVideoEncryption: true, keyServerId: 'k' };
  assert.equal(sent({ encryption: on }).encryption.keyServerId, 'k');
});

test('a form that is sent passes the contract and comes back the same', () => {
  const input = toInput(form);
  assert.deepEqual(PresetInput.parse(input), input);
  assert.deepEqual(toInput(toForm(input)), input);
  assert.ok(isSameForm(toForm(input), toForm(input)));
  assert.ok(!isSameForm(toForm(input), toForm({ ...input, name: 'กีฬา' })));
});
