import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProcessingState, SourceProblem } from '@kinora/contract/videos/summary';
import type { RowKind } from '../../uploads/rules/row.ts';
import { getVideoState, isMoving } from './state.ts';

const now = Date.parse('2026-11-20T10:00:00Z');

type Given = {
  state: ProcessingState;
  playable?: boolean;
  upload?: 'queued' | 'uploading' | 'uploaded';
  percent?: number;
  uploadedAt?: string;
  probe?: 'probeFileError' | 'probeError';
  reason?: SourceProblem;
  interrupted?: boolean;
  protecting?: 'running' | 'failed';
};

function video(given: Given) {
  return {
    playable: given.playable ?? false,
    uploadingInfo: {
      state: given.upload ?? 'uploaded',
      progress: given.percent ?? 0,
      uploadedSize: 0,
      totalSize: 1000,
      uploadCompleteTime: given.uploadedAt ?? null,
      isInterrupted: given.interrupted ?? false,
      isStale: false,
    },
    vod: {
      id: 'r',
      revisionKey: 'r',
      deliveryModel: null,
      drmModel: 'none' as const,
      drmModelChange: null,
      protecting: given.protecting ?? null,
      isEncrypted: false,
      processingInfo: {
        state: given.state,
        totalExpectedOutputs: 6,
        totalCompletedOutputs: 4,
        progress: given.percent ?? 0,
        failureReason: given.probe ? null : (given.reason ?? null),
      },
      source: {
        fileName: 'a.mp4',
        type: 'video/mp4',
        size: 1000,
        width: null,
        height: null,
        facts: null,
        probeErrorType: given.probe ?? null,
        probeErrorDetail: given.probe ? (given.reason ?? 'damaged') : null,
        probeDetail: null,
      },
      outputs: [],
    },
  };
}

test('a video that is withheld until it is protected is not ready until then', () => {
  const waiting = { protecting: 'running' } as const;
  const kind = (given: Given) => getVideoState(video(given), now).kind;
  assert.equal(kind({ state: 'partiallyCompleted', ...waiting }), 'processing');
  assert.equal(kind({ state: 'completed', ...waiting }), 'protecting');
  assert.equal(isMoving(video({ state: 'completed', ...waiting })), true);
  const failed = { state: 'completed', protecting: 'failed' } as const;
  assert.equal(kind(failed), 'protectionFailed');
  assert.equal(isMoving(video(failed)), false);
});

test('each processing state has its words', () => {
  const kind = (given: Given) => getVideoState(video(given), now).kind;
  assert.equal(kind({ state: 'sourceWaiting' }), 'uploading');
  assert.equal(kind({ state: 'sourceIngression' }), 'checking');
  assert.equal(kind({ state: 'processing' }), 'processing');
  assert.equal(kind({ state: 'partiallyCompleted' }), 'partiallyCompleted');
  assert.equal(kind({ state: 'partiallyCompleted', playable: true }), 'playable');
  assert.equal(kind({ state: 'completed' }), 'completed');
  assert.equal(kind({ state: 'failed' }), 'failed');
});

test('a probe error tells the file’s fault from ours', () => {
  const file = getVideoState(video({ state: 'sourceIngression', probe: 'probeFileError' }), now);
  assert.deepEqual([file.kind, file.tone, file.reason], ['fileError', 'danger', 'damaged']);
  const ours = video({ state: 'sourceIngression', probe: 'probeError', reason: 'probe_timeout' });
  assert.equal(getVideoState(ours, now).kind, 'checkFailed');
  assert.equal(getVideoState(ours, now).reason, 'probe_timeout');
});

test('a file check is long from 240 s after the last byte', () => {
  const at = (uploadedAt: string) =>
    getVideoState(video({ state: 'sourceIngression', uploadedAt }), now).kind;
  assert.equal(at('2026-11-20T09:56:00.001Z'), 'checking');
  assert.equal(at('2026-11-20T09:56:00Z'), 'checkingLong');
});

test('an upload of this browser shows its own state and bytes', () => {
  const waiting = video({ state: 'sourceWaiting', upload: 'uploading', percent: 20 });
  const own = { sentBytes: 640, sizeBytes: 1000, secondsToRetry: null };
  assert.equal(getVideoState(waiting, now).progress, 0.2);
  assert.equal(getVideoState(waiting, now, { ...own, kind: 'uploading' }).progress, 0.64);
  assert.equal(getVideoState(waiting, now, { ...own, kind: 'retry' }).kind, 'retry');
  assert.equal(getVideoState(waiting, now, { ...own, kind: 'failed' }).kind, 'uploadFailed');
  assert.equal(getVideoState(waiting, now, { ...own, kind: 'checking' }).kind, 'uploading');
});

test('the words of an upload are those of the upload panel, and the server says when one was left', () => {
  const waiting = video({ state: 'sourceWaiting', upload: 'uploading', interrupted: true });
  const kind = (own: RowKind, secondsToRetry: number | null = null) => {
    const state = getVideoState(waiting, now, {
      kind: own,
      sentBytes: 0,
      sizeBytes: 1000,
      secondsToRetry,
    });
    return [state.kind, state.secondsToRetry];
  };
  assert.equal(getVideoState(waiting, now).kind, 'interrupted');
  assert.deepEqual(kind('offline'), ['offline', null]);
  assert.deepEqual(kind('waiting', 7), ['retry', 7]);
  assert.deepEqual(kind('retry', 5), ['retry', 5]);
  assert.deepEqual(kind('elsewhere'), ['elsewhere', null]);
  assert.deepEqual(kind('uploading'), ['uploading', null]);
});

test('the own upload says nothing once the server has the file', () => {
  const own = { sentBytes: 1, sizeBytes: 1000, kind: 'failed', secondsToRetry: null } as const;
  assert.equal(
    getVideoState(video({ state: 'processing', percent: 34 }), now, own).kind,
    'processing',
  );
  assert.equal(getVideoState(video({ state: 'processing', percent: 34 }), now, own).progress, 0.34);
});

test('only a video that changes by itself is asked for again', () => {
  const moves = (given: Given) => isMoving(video(given));
  assert.ok(moves({ state: 'sourceWaiting', upload: 'uploading' }));
  assert.ok(moves({ state: 'sourceIngression' }));
  assert.ok(moves({ state: 'processing' }));
  assert.ok(moves({ state: 'partiallyCompleted', playable: true }));
  assert.ok(!moves({ state: 'sourceWaiting', upload: 'queued' }));
  assert.ok(!moves({ state: 'sourceIngression', probe: 'probeFileError' }));
  assert.ok(!moves({ state: 'partiallyCompleted', playable: true, reason: 'killed' }));
  assert.ok(!moves({ state: 'completed' }));
  assert.ok(!moves({ state: 'failed', reason: 'timeout' }));
});
