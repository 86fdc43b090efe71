import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '@kinora/i18n/en/presets' with { type: 'json' };
import th from '@kinora/i18n/th/presets' with { type: 'json' };
import { languages } from './languages.ts';
import {
  listAudioCodecs,
  listAudioTracks,
  listFormats,
  listResolutions,
  listVideoCodecs,
} from './look-ups.ts';

test('resolutions are offered from tall to small with their width at 16:9, then the original', () => {
  const told = listResolutions('en').map(({ name, width, height, label }) => [
    name,
    width,
    height,
    label,
  ]);
  assert.deepEqual(told, [
    ['2160p', 3840, 2160, '2160p (4K Ultra HD)'],
    ['1440p', 2560, 1440, '1440p (Quad HD)'],
    ['1080p', 1920, 1080, '1080p (Full HD)'],
    ['720p', 1280, 720, '720p (HD)'],
    ['540p', 960, 540, '540p'],
    ['480p', 854, 480, '480p'],
    ['360p', 640, 360, '360p'],
    ['240p', 426, 240, '240p'],
    ['144p', 256, 144, '144p'],
    ['original', null, null, en.choices.original],
  ]);
  const sizes = listResolutions('th');
  assert.equal(sizes.at(-1)?.label, th.choices.original);
  assert.deepEqual(
    [...new Set(sizes.map(({ type, size }) => `${type} ${typeof size}`))],
    ['shortestSide number', 'original object'],
  );
});

test('audio tracks are offered by codec, rate and channels', () => {
  const tracks = listAudioTracks('en');
  assert.deepEqual(
    tracks.map(({ key, codec, bitRateKbps, channels }) => [key, codec, bitRateKbps, channels]),
    [
      ['stereo', 'aac', 128, 2],
      ['stereo-high', 'aac', 192, 2],
      ['stereo-best', 'aac', 256, 2],
      ['stereo-small', 'aac', 64, 2],
      ['mono', 'aac', 64, 1],
      ['opus-stereo', 'opus', 96, 2],
      ['opus-mono', 'opus', 48, 1],
    ],
  );
  assert.ok(tracks.every(({ sampleRate }) => sampleRate === 48_000));
  const words = (text: string) => text.replace('{codec}', 'AAC').replace('{rate}', '64');
  const [small, mono] = listAudioTracks('th').slice(3, 5);
  assert.equal(small?.label, words(th.choices.stereo));
  assert.equal(mono?.label, words(th.choices.mono));
  assert.match(tracks[5]?.label ?? '', /Opus.*96/);
});

test('each codec is offered with the values that the rules let through', () => {
  const codecs = listVideoCodecs();
  const modes = ['constrainedEncoding', 'targetBitrate', 'constantQuality', 'constantQp'];
  assert.deepEqual(
    codecs.map(({ codec, label, crf, profiles }) => [codec, label, crf, profiles]),
    [
      ['h264', 'H.264 / AVC', { least: 1, most: 51 }, ['baseline', 'main', 'high']],
      ['hevc', 'H.265 / HEVC', { least: 1, most: 51 }, []],
      ['av1', 'AV1', { least: 1, most: 63 }, []],
      ['vp9', 'VP9', { least: 1, most: 63 }, []],
    ],
  );
  for (const { crf, cq, qp, qualities, qualityControlModes, bitRateKbps } of codecs) {
    assert.deepEqual([cq, qp], [crf, crf]);
    assert.deepEqual(qualities, [22, 24, 26, 28, 30]);
    assert.deepEqual(qualityControlModes, modes);
    assert.ok(bitRateKbps.least > 0 && bitRateKbps.most > bitRateKbps.least);
  }
  const limits = { bitRateKbps: { least: 16, most: 320 }, channels: { least: 1, most: 2 } };
  assert.deepEqual(listAudioCodecs(), [
    { codec: 'aac', label: 'AAC', ...limits, sampleRates: [44_100, 48_000] },
    { codec: 'opus', label: 'Opus', ...limits, sampleRates: [48_000] },
  ]);
});

test('each format is offered once a model, in the reader’s words', () => {
  const everywhere = { videoCodecs: ['h264'], audioCodecs: ['aac'] };
  const all = { videoCodecs: ['h264', 'hevc', 'av1', 'vp9'], audioCodecs: ['aac', 'opus'] };
  const { hls, mp4, cmaf } = th.choices;
  assert.deepEqual(listFormats('th'), [
    { formatType: 'hls', vodDeliveryModel: 'classic', label: hls, ...everywhere },
    { formatType: 'mp4', vodDeliveryModel: 'classic', label: mp4, ...everywhere },
    { formatType: 'cmaf', vodDeliveryModel: 'model-k', label: cmaf, ...all },
    { formatType: 'cmaf', vodDeliveryModel: 'model-c', label: cmaf, ...all },
  ]);
});

test('languages begin with Thai and English, the others by their name', () => {
  const found = languages('en');
  assert.equal(found.length, 183);
  assert.deepEqual(found[0], { code6392T: 'tha', name: 'Thai', displayName: 'Thai' });
  assert.equal(found[1]?.code6392T, 'eng');
  const others = found.slice(2).map(({ displayName }) => displayName);
  assert.deepEqual(others, others.toSorted(new Intl.Collator('en').compare));
  assert.ok(found.every(({ code6392T }) => code6392T.length === 3));
  const thai = languages('th').find(({ code6392T }) => code6392T === 'deu');
  assert.deepEqual(thai, { code6392T: 'deu', name: 'German', displayName: 'เยอรมัน' });
});
