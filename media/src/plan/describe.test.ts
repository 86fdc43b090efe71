import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StreamDescription } from '@kinora/contract/stream';
import { measureKeyFrames, measureSegments } from './bandwidth.ts';
import { type DescribeOptions, describeStream } from './describe.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from './plan.ts';
import { videoSource } from './test-source.ts';

const size = { codedWidth: 640, codedHeight: 360, displayWidth: 640, displayHeight: 360 };
const probe = videoSource(10, size);

const keys = { videoKey: 'v', revisionKey: 'r' };
const nothing: DescribeOptions = {
  deliveryModel: 'model-k',
  open: true,
  ready: new Set(),
  measured: new Map(),
  coverWidths: [320],
  firstRenditionId: 'v240',
};

test('a stream is described in full before anything of it is encoded', () => {
  const stream = describeStream(keys, planStream(probe, DEFAULT_LADDER), nothing);
  assert.deepEqual(StreamDescription.parse(stream), stream);
  assert.deepEqual(
    stream.video.map(({ id, ready, bandwidth }) => [id, ready, bandwidth.measured]),
    [
      ['v360', false, false],
      ['v240', false, false],
    ],
  );
  assert.deepEqual(
    [stream.open, stream.deliveryModel, stream.firstRenditionId, stream.durationMs],
    [true, 'model-k', 'v240', 10_000],
  );
});

test('measured rates replace planned ones, rendition by rendition', () => {
  const bandwidth = measureSegments(
    [
      { ticks: 540_000, sizeBytes: 600_000 },
      { ticks: 360_000, sizeBytes: 200_000 },
    ],
    90_000,
  );
  assert.deepEqual(bandwidth, { peakBps: 800_000, averageBps: 640_000 });
  const iFrames = measureKeyFrames({ segments: [[[28, 1000, 180_000]], []] }, 90_000);
  assert.deepEqual(iFrames, { peakBps: 4000, averageBps: 4000 });
  const stream = describeStream(keys, planStream(probe, DEFAULT_LADDER), {
    ...nothing,
    ready: new Set(['v240']),
    measured: new Map([['v240', { codec: 'avc1.64000d', bandwidth, iFrames }]]),
  });
  const [planned, measured] = stream.video;
  assert.deepEqual(measured?.bandwidth, { ...bandwidth, measured: true });
  assert.deepEqual(measured?.iFrames, { ...iFrames, measured: true });
  assert.deepEqual([measured?.codec, measured?.ready], ['avc1.64000d', true]);
  assert.deepEqual([planned?.bandwidth.measured, planned?.iFrames], [false, null]);
});

test('a rendition without key frames has no rates of them', () => {
  assert.equal(measureKeyFrames({ segments: [[]] }, 90_000), null);
});
