import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemScope } from '../../../base/request.ts';
import type { VideoRow } from '../queries/rows.ts';
import { answerOf } from './answer.ts';

const team = systemScope({ teamId: 't1', namespace: 'demo', accountId: 'a1' });
const now = new Date('2026-11-22T12:00:00Z');
const row: VideoRow = {
  key: 'vid1',
  title: 'Title',
  description: 'Words',
  publishedDate: '2026-11-20',
  createdAt: new Date('2026-11-20T01:00:00Z'),
  updatedAt: new Date('2026-11-20T02:00:00Z'),
  position: '',
  project: { id: 'p1', key: 'p', name: 'P' },
  overlayPresetId: null,
  creator: { id: 'a1', name: 'Anna' },
  role: null,
  playbackDomain: 'play.example',
  tags: [],
  revisionKey: 'rev1',
  state: 'completed',
  fileName: 'clip.mp4',
  sourceType: 'video/mp4',
  sourceSize: 1000,
  uploadedSize: 1000,
  uploadCompletedAt: new Date('2026-11-20T03:00:00Z'),
  probeErrorType: null,
  probeErrorReason: null,
  probeDetail: null,
  failureReason: null,
  durationMs: 1500,
  coverWidths: [320, 1280],
  folder: null,
  deliveryModel: 'model-k',
  progressiveHeights: [720],
  drmModel: 'none',
  drmTarget: null,
  drmFailed: false,
  progressPercent: 100,
  totalExpectedOutputs: 2,
  totalCompletedOutputs: 2,
  playable: true,
  outputs: [],
};
const answer = (change: Partial<VideoRow> = {}, scope = team) =>
  answerOf({ ...row, ...change }, scope, {
    edgeUrl: 'https://edge.example',
    now,
    publishedDateLabel: 'Published',
  });

test('a playable video has the addresses of its model', () => {
  const streams = 'https://play.example/streams/vid1';
  const urls = {
    primaryPlaybackUrl: {
      hls: [{ url: `${streams}/playlist.m3u8` }],
      dash: [{ url: `${streams}/manifest.mpd` }],
      mp4Playlist: [{ url: `${streams}/720p.mp4` }],
    },
    embeddedUrl: 'https://play.example/embed/vid1',
  };
  assert.deepEqual(answer().playbackUrls, urls);
  assert.equal(answer().playable, true);
  assert.deepEqual(
    answer({ progressiveHeights: null }).playbackUrls?.primaryPlaybackUrl.mp4Playlist,
    [],
  );
  for (const deliveryModel of ['classic', null] as const) {
    assert.deepEqual(answer({ deliveryModel }).playbackUrls?.primaryPlaybackUrl.dash, []);
  }
  assert.equal(answer({ playable: false }).playbackUrls, null);
  assert.equal(answer().previewUrl, `${streams}/playlist.m3u8`);
  assert.equal(answer({ playable: false }).previewUrl, null);
});

test('covers lie beside the stream, and none are told of none', () => {
  const url = (width: number) => `https://play.example/streams/vid1/rev1/cover-${width}.jpg`;
  const sizes = [320, 1280].map((width) => ({ width, url: url(width) }));
  assert.deepEqual(answer().coverImage, { sizes });
  assert.equal(answer({ coverWidths: null }).coverImage, null);
  assert.equal(answer({ coverWidths: [] }).coverImage, null);
});

test('an upload is queued, then uploading, then uploaded', () => {
  const waiting = { uploadCompletedAt: null, state: 'sourceWaiting' } as const;
  const told = (change: Partial<VideoRow>) => {
    const { state, progress, uploadedSize } = answer(change).uploadingInfo;
    return [state, progress, uploadedSize];
  };
  assert.deepEqual(told({ ...waiting, uploadedSize: null }), ['queued', 0, 0]);
  assert.deepEqual(told({ ...waiting, uploadedSize: 0 }), ['uploading', 0, 0]);
  assert.deepEqual(told({ ...waiting, uploadedSize: 250 }), ['uploading', 25, 250]);
  assert.deepEqual(told({ uploadedSize: null }), ['uploaded', 100, 1000]);
  assert.equal(answer(waiting).uploadingInfo.uploadCompleteTime, null);
  const { uploadingInfo } = answer({ state: 'processing' });
  assert.equal(uploadingInfo.uploadCompleteTime, '2026-11-20T03:00:00.000Z');
  assert.equal(uploadingInfo.isStale, true);
  assert.equal(uploadingInfo.totalSize, 1000);
});

test('a change of the protection runs until it failed', () => {
  const change = (drm: Partial<VideoRow>) => answer(drm).vod?.drmModelChange;
  assert.equal(change({}), null);
  assert.deepEqual(change({ drmTarget: 'clearKey' }), { drmModel: 'clearKey', state: 'running' });
  const failed = change({ drmTarget: 'clearKey', drmFailed: true });
  assert.deepEqual(failed, { drmModel: 'clearKey', state: 'failed' });
});

test('a duration is told in seconds, and a day as midnight UTC', () => {
  assert.equal(answer().duration, 1.5);
  assert.equal(answer({ durationMs: null }).duration, null);
  const days = (publishedDate: string | null) => answer({ publishedDate }).additionalVideoMetaData;
  const field = { fieldName: 'publishedDate', displayName: 'Published' };
  const value = '2026-11-20T00:00:00.000Z';
  assert.deepEqual(days('2026-11-20'), { fields: [{ ...field, value }], genres: [] });
  assert.deepEqual(days(null), { fields: [{ ...field, value: null }], genres: [] });
});

test('a video may be changed by those who may in its project', () => {
  const user = { ...team, role: 'user' as const };
  assert.equal(answer().actions.updateVideo, true);
  assert.equal(answer({ role: 'uploader' }, user).actions.updateVideo, true);
  assert.equal(answer({ role: 'viewer' }, user).actions.updateVideo, false);
  assert.equal(answer({ role: null }, user).actions.updateVideo, false);
});
