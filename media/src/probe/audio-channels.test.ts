import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMediaTools } from '../cage/tools.ts';
import { decode, encodeClip, makeClip, testFolder, testVideo, X264 } from '../test-clips.ts';
import { rung } from '../test-ladder.ts';
import { probeSource } from './probe.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const V = testVideo('128x96', '25', 1);
const intent = { codec: 'aac', name: '', bitrateKbps: 192, sampleRate: 48_000 } as const;
const toLadder = (channels: 2 | 6) => ({
  video: [rung(96)],
  audio: [{ ...intent, channels }],
  audioVariants: [],
});

/** Makes an input with a tone of n × 200 Hz in its n-th channel, and as many outputs of a filter. */
const tones = (layout: string, count: number): string => {
  const parts = Array.from({ length: count }, (_, n) => `0.2*sin(2*PI*${200 * (n + 1)}*t)`);
  return `-f lavfi -i "aevalsrc=${parts.join('|')}:c=${layout}:s=48000:d=1"`;
};
const split = (layout: string, count: number): string => {
  const labels = Array.from({ length: count }, (_, n) => `[c${n}]`);
  const maps = labels.map((label) => `-map "${label}"`);
  return `-filter_complex "[1:a]channelsplit=channel_layout=${layout}${labels.join('')}" -map 0:v ${maps.join(' ')}`;
};

/** Measures the tone of n × 200 Hz in each channel, as shares of the loudest. */
async function hearTones(samples: Buffer, channels: number, n: number): Promise<number[]> {
  const frames = samples.length / 2 / channels;
  const [from, until] = [Math.floor(frames * 0.3), Math.floor(frames * 0.7)];
  return Array.from({ length: channels }, (_, channel) => {
    let [re, im] = [0, 0];
    for (let at = from; at < until; at++) {
      const value = samples.readInt16LE(2 * (at * channels + channel)) / 32768;
      const angle = (2 * Math.PI * 200 * n * at) / 48_000;
      re += value * Math.cos(angle);
      im += value * Math.sin(angle);
    }
    return (2 * Math.hypot(re, im)) / (until - from);
  });
}

for (const [name, args] of [
  ['labelled.mov', `${V} ${tones('stereo', 2)} ${split('stereo', 2)} ${X264} -c:a pcm_s16le`],
  [
    'pairs.mxf',
    `${V} ${tones('stereo', 2)} -filter_complex "[1:a]pan=mono|c0=c0,asplit[a][c];[1:a]pan=mono|c0=c1,asplit[b][d]" -map 0:v -map "[a]" -map "[b]" -map "[c]" -map "[d]" -c:v mpeg2video -c:a pcm_s16le`,
  ],
] as const)
  test(`left and right of ${name} are heard each on its side`, async () => {
    const { probe, plan, written } = await encodeClip(
      tools,
      await makeClip(folder, name, args),
      toLadder(2),
    );
    assert.deepEqual(
      probe.audio.map(({ channels, channelStreams }) => [channels, channelStreams]),
      name === 'pairs.mxf'
        ? [
            [2, [1, 2]],
            [2, [3, 4]],
          ]
        : [[2, [1, 2]]],
    );
    assert.equal(plan.audio.length, 1);
    const samples = await decode(folder, written.get('a1') ?? assert.fail(), '-f s16le -');
    const [left, right] = [await hearTones(samples, 2, 1), await hearTones(samples, 2, 2)];
    assert((left[0] ?? 0) > 0.15 && (left[1] ?? 1) < 0.02, `200 Hz: ${left.join(' ')}`);
    assert((right[1] ?? 0) > 0.15 && (right[0] ?? 1) < 0.02, `400 Hz: ${right.join(' ')}`);
  });

test('six labelled tracks are 5.1', async () => {
  const args = `${V} ${tones('5.1', 6)} ${split('5.1', 6)} ${X264} -c:a pcm_s16le`;
  const clip = await makeClip(folder, 'six.mov', args);
  const { written } = await encodeClip(tools, clip, toLadder(6));
  const samples = await decode(folder, written.get('a1') ?? assert.fail(), '-f s16le -');
  for (const n of [1, 2, 3, 5, 6]) {
    const heard = await hearTones(samples, 6, n);
    const loudest = heard.indexOf(Math.max(...heard));
    assert.equal(loudest, n - 1, `${n}: ${heard.join(' ')}`);
  }
});

test('two tracks in two languages stay two', async () => {
  const langs = '-metadata:s:a:0 language=tha -metadata:s:a:1 language=eng';
  const mono =
    '-filter_complex "[1:a]pan=mono|c0=c0[a];[1:a]pan=mono|c0=c1[b]" -map 0:v -map "[a]" -map "[b]"';
  const args = `${V} ${tones('stereo', 2)} ${mono} ${X264} -c:a aac ${langs}`;
  const { audio } = await probeSource(tools, await makeClip(folder, 'two.mp4', args));
  assert.deepEqual(
    audio.map(({ channels, language }) => [channels, language]),
    [
      [1, 'tha'],
      [1, 'eng'],
    ],
  );
});

for (const [channels, centre] of [
  [6, 3],
  [8, 3],
] as const)
  test(`the centre of ${channels} channels without a layout is heard in stereo`, async () => {
    const layout = channels === 6 ? '5.1' : '7.1';
    const args = `${V} ${tones(layout, channels)} -af aformat=channel_layouts=${channels}c -map 0 -map 1 ${X264} -c:a pcm_s16le`;
    const clip = await makeClip(folder, `bare-${channels}.mkv`, args);
    const { probe, written } = await encodeClip(tools, clip, toLadder(2));
    assert.equal(probe.audio[0]?.channelLayout, null);
    const samples = await decode(folder, written.get('a1') ?? assert.fail(), '-f s16le -');
    const heard = await hearTones(samples, 2, centre);
    assert(Math.min(...heard) > 0.03, heard.join(' '));
  });
