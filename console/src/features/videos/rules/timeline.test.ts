import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VideoJob } from '@kinora/contract/jobs';
import type { Output } from '@kinora/contract/videos/outputs';
import { listRanges, toOutputLines } from './timeline.ts';

let nextId = 0;
function piece(given: Partial<VideoJob>): VideoJob {
  nextId += 1;
  return {
    id: `p${nextId}`,
    type: 'video',
    state: 'waiting',
    outputs: ['360p'],
    startSeconds: null,
    endSeconds: null,
    attempts: 0,
    failureReason: null,
    startedAt: null,
    completedAt: null,
    ...given,
  };
}

function output(name: string, given: Partial<Output> = {}): Output {
  return {
    id: name,
    type: 'video',
    name,
    codec: 'avc1',
    width: 640,
    height: 360,
    languageCode: null,
    bitRate: null,
    maxBitRate: null,
    fileSize: null,
    completed: false,
    ...given,
  };
}

const part = (from: number, to: number, state: VideoJob['state'], outputs = ['360p']) =>
  piece({ startSeconds: from, endSeconds: to, state, outputs });

test('neighbours in the same state are one stretch, whatever their order in the answer', () => {
  const jobs = [
    part(20, 30, 'running'),
    part(30, 40, 'waiting'),
    part(0, 10, 'completed'),
    part(10, 20, 'completed'),
  ];
  const [line] = toOutputLines(jobs, [output('360p')], 40);
  assert.deepEqual(line?.stretches, [
    { from: 0, to: 20, state: 'completed' },
    { from: 20, to: 30, state: 'running' },
    { from: 30, to: 40, state: 'waiting' },
  ]);
  assert.equal(line.state, 'running');
});

test('what is made of a running piece is done, and its share is counted by segments', () => {
  const jobs = [part(0, 12, 'running'), part(12, 40, 'waiting')];
  const [line] = toOutputLines(jobs, [output('360p')], 40, [
    {
      id: '360p',
      segmentsCompleted: 3,
      segmentsTotal: 10,
      made: [
        { startSeconds: 0, endSeconds: 8 },
        { startSeconds: 16, endSeconds: 20 },
      ],
    },
  ]);
  assert.deepEqual(line?.stretches, [
    { from: 0, to: 8, state: 'completed' },
    { from: 8, to: 12, state: 'running' },
    { from: 12, to: 16, state: 'waiting' },
    { from: 16, to: 20, state: 'completed' },
    { from: 20, to: 40, state: 'waiting' },
  ]);
  assert.equal(line.done, 0.3);
});

test('an output is drawn only with the pieces that make it', () => {
  const jobs = [
    part(0, 12, 'completed', ['360p']),
    part(0, 12, 'failed', ['1080p', '720p']),
    piece({ type: 'audio', outputs: ['Main'], state: 'running' }),
    piece({ type: 'images', outputs: [], state: 'waiting' }),
  ];
  const lines = toOutputLines(jobs, [output('1080p'), output('360p'), output('Main')], 12);
  assert.deepEqual(
    lines.map(({ state, stretches }) => [state, stretches]),
    [
      ['failed', [{ from: 0, to: 12, state: 'failed' }]],
      ['completed', [{ from: 0, to: 12, state: 'completed' }]],
      ['running', [{ from: 0, to: 12, state: 'running' }]],
    ],
  );
});

test('an output that is complete is done from end to end, without a look at its pieces', () => {
  const [line] = toOutputLines([], [output('360p', { completed: true })], 12);
  assert.deepEqual(line?.stretches, [{ from: 0, to: 12, state: 'completed' }]);
  assert.equal(line.done, 1);
});

test('rounded borders leave no slivers, and the last stretch reaches the end', () => {
  const jobs = [part(0, 4.1, 'completed'), part(4.2, 9.9, 'completed')];
  const [line] = toOutputLines(jobs, [output('360p')], 10.04);
  assert.deepEqual(line?.stretches, [{ from: 0, to: 10.04, state: 'completed' }]);
});

test('before the length is known there is nothing to draw', () => {
  const [line] = toOutputLines([piece({ type: 'check', outputs: [] })], [output('360p')], null);
  assert.deepEqual(line, { output: line?.output, stretches: [], done: 0, state: 'waiting' });
});

test('in a list that was cut, the time before the listed pieces is done', () => {
  const jobs = [
    piece({ type: 'check', outputs: [], state: 'completed' }),
    ...Array.from({ length: 500 }, (_, n) => part(1000 + n, 1001 + n, 'waiting')),
  ];
  const [line] = toOutputLines(jobs, [output('360p')], 2000);
  assert.deepEqual(line?.stretches, [
    { from: 0, to: 1000, state: 'completed' },
    { from: 1000, to: 2000, state: 'waiting' },
  ]);
});

test('the ranges of one state are listed for people who don’t see the strip', () => {
  const jobs = [part(0, 10, 'completed'), part(10, 20, 'running'), part(20, 30, 'completed')];
  const [line] = toOutputLines(jobs, [output('360p')], 30);
  assert.ok(line);
  assert.deepEqual(listRanges(line, 'completed'), [
    [0, 10],
    [20, 30],
  ]);
  assert.deepEqual(listRanges(line, 'failed'), []);
});
