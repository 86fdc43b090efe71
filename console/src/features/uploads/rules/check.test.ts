import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProcessingState, VideoSummary } from '@kinora/contract/videos/summary';
import {
  type CheckedVideo,
  mergeCheck,
  NOT_YET_CHECKED,
  toCheck,
  toUnansweredCheck,
} from './check.ts';

type Source = Partial<VideoSummary['vod']['source']>;

function videoAt(state: ProcessingState, source: Source = {}): CheckedVideo {
  return {
    playable: false,
    coverImage: null,
    vod: {
      id: 'v',
      revisionKey: 'r',
      deliveryModel: null,
      protecting: null,
      isEncrypted: false,
      processingInfo: {
        state,
        totalExpectedOutputs: 6,
        totalCompletedOutputs: 2,
        progress: 30,
        failureReason: state === 'failed' ? 'worker_lost' : null,
      },
      source: {
        fileName: 'a.mp4',
        type: 'video/mp4',
        size: 1,
        width: null,
        height: null,
        probeErrorType: null,
        probeErrorDetail: null,
        probeDetail: null,
        ...source,
      },
    },
  };
}

test('a file is being checked until it is encoded, and passed from then on', () => {
  assert.equal(toCheck(videoAt('sourceIngression'), 0, 1000).state, 'checking');
  const check = toCheck(videoAt('processing'), 0, 1000);
  assert.equal(check.state, 'complete');
  assert.equal(check.isFinal, false);
  assert.equal(check.completedOutputs, 2);
  assert.equal(toCheck(videoAt('completed'), 0, 1000).isFinal, true);
});

test('a probe error and a failed encoding end the check with their reason', () => {
  const probe = { probeErrorType: 'probeFileError', probeErrorDetail: 'not_media' } as const;
  const wrong = toCheck(videoAt('sourceIngression', probe), 0, 1000);
  assert.deepEqual([wrong.state, wrong.reason, wrong.isFinal], ['error', 'not_media', true]);
  const failed = toCheck(videoAt('failed'), 0, 1000);
  assert.deepEqual([failed.state, failed.reason, failed.isFinal], ['error', 'worker_lost', true]);
});

test('an answer that was longer on its way takes no progress back', () => {
  const last = { ...toCheck(videoAt('processing'), 0, 1000), progress: 34 };
  const late = toCheck(videoAt('processing'), 0, 1000);
  assert.equal(mergeCheck(last, late).progress, 34);
  assert.equal(mergeCheck(late, last).progress, 34);
  // A source that is planned again starts at 0.
  const anew = { ...toCheck(videoAt('sourceIngression'), 0, 1000), progress: 0 };
  assert.equal(mergeCheck(last, anew).progress, 0);
});

test('240,000 ms without a result are overtime, but not while the file is being encoded', () => {
  assert.equal(toCheck(videoAt('sourceIngression'), 0, 239_999).state, 'checking');
  const late = toCheck(videoAt('sourceIngression'), 0, 240_000);
  assert.deepEqual([late.state, late.isFinal], ['overtime', true]);
  assert.equal(toCheck(videoAt('processing'), 0, 999_999).state, 'complete');
});

test('a server that does not answer leaves the check as it was, until the deadline', () => {
  assert.equal(toUnansweredCheck(NOT_YET_CHECKED, 0, 1000), NOT_YET_CHECKED);
  assert.equal(toUnansweredCheck(NOT_YET_CHECKED, 0, 240_000).state, 'overtime');
  const going = toCheck(videoAt('processing'), 0, 1000);
  assert.equal(toUnansweredCheck(going, 0, 240_000), going);
});
