import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExpress } from './pieces.ts';

const hour = 3600_000;

test('pieces that open a stream are in haste, and all of a short video but its small pictures', () => {
  const video = { kind: 'video', firstSegment: 3 } as const;
  assert.equal(isExpress(video, 4, 30_000), true);
  assert.equal(isExpress(video, 4, hour), false);
  assert.equal(isExpress({ ...video, firstSegment: 1 }, 0, hour), true);
  assert.equal(isExpress({ kind: 'cover', firstSegment: 1 }, 5, hour), true);
  const waveform = { kind: 'cover', firstSegment: 1, isWaveform: true } as const;
  assert.equal(isExpress(waveform, 5, hour), false);
  assert.equal(isExpress(waveform, 5, 30_000), true);
  assert.equal(isExpress({ kind: 'storyboard', firstSegment: 1 }, 5, 30_000), false);
});

test('the beginning of a film’s audio is in haste, and the rest is not', () => {
  assert.equal(isExpress({ kind: 'audio', firstSegment: 1 }, 1, hour), true);
  assert.equal(isExpress({ kind: 'audio', firstSegment: 31 }, 2, hour), false);
});
