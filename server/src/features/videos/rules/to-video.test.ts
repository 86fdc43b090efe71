import { createAddress, type ViewerTarget } from '@kinora/manifests/addresses';
import type { ProjectRole } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/videos' with { type: 'json' };
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownActor } from '../../../base/actor.ts';
import { systemScope } from '../../../base/request.ts';
import type { RevisionFacts } from '../../revisions/queries.ts';
import { PAGE_PARTS, presentParts, SUMMARY_PARTS } from '../parts.ts';
import { toVideo, toVideoSummary, type PresenterContext } from './to-video.ts';

const actor = ownActor('test');
const team = systemScope({ teamId: 't1', namespace: 'demo', accountId: 'a1', actor });
const now = new Date('2026-11-22T12:00:00Z');
const revision: RevisionFacts = {
  key: 'rev1',
  state: 'completed',
  fileName: 'clip.mp4',
  sourceType: 'video/mp4',
  sourceSize: 1000,
  uploadCompletedAt: new Date('2026-11-20T03:00:00Z'),
  probeErrorType: null,
  probeErrorReason: null,
  probeDetail: null,
  failureReason: null,
  hasKeyServer: false,
  isEncrypted: false,
  durationMs: 1500,
  progressPercent: 100,
  totalExpectedOutputs: 2,
  totalCompletedOutputs: 2,
  playable: true,
  protecting: null,
  hasVideo: true,
  deliveryModel: 'model-k',
  progressiveHeights: [720],
  folder: null,
  coverWidths: [320, 1280],
  hasStoryboard: true,
  probed: {
    durationMs: 1500,
    video: {
      codec: 'h264',
      displayWidth: 1280,
      displayHeight: 720,
      frameRate: { numerator: 24000, denominator: 1001 },
      variableFrameRate: false,
      transfer: 'sdr',
    },
    audio: [],
  },
};
const row = {
  key: 'vid1',
  title: 'Title',
  description: 'Words',
  additionalVideoMetaData: '2026-11-20' as string | null,
  createdAt: new Date('2026-11-20T01:00:00Z'),
  updatedAt: new Date('2026-11-20T02:00:00Z'),
  position: '',
  sortedDurationMs: 1500,
  sortedSizeBytes: 1000,
  projectId: 'p1',
  projectKey: 'p',
  projectName: 'P',
  overlayPresetId: null,
  creatorId: 'a1',
  creatorName: 'Anna',
  role: null as ProjectRole | null,
  playbackDomain: 'play.example',
  isSignatureRequired: false,
  tags: [],
  revisionKey: 'rev1',
  revision,
  uploadingInfo: null as { bytes: number; isInterrupted: boolean } | null,
  drm: { drmModel: 'clearKey', drmModelChange: null },
  outputs: [],
  keyProblem: null,
  geoblockPolicy: {
    ruleId: null,
    allow: null,
    deny: null,
    rule: { name: 'Here', allow: ['TH'], deny: [] },
  },
};
const context: PresenterContext = {
  edgeUrl: 'https://edge.example',
  toViewerLicence: (videoKey: string) => `licence of ${videoKey}`,
  toViewerUrl: (domain: string, target: ViewerTarget) =>
    `https://${domain}${createAddress(target)}`,
  now,
  lang: 'en',
};
const summarize = (change: Partial<typeof row> = {}, scope = team) => {
  const video = { ...row, ...change };
  return toVideoSummary(video, presentParts(SUMMARY_PARTS, video, context), scope, context);
};
const answer = (change: Partial<typeof row> = {}, scope = team) => {
  const video = { ...row, ...change };
  const added = presentParts(PAGE_PARTS, video, context);
  return toVideo(video, summarize(change, scope), added, context);
};
const answerWith = (
  change: Partial<RevisionFacts>,
  uploadingInfo: (typeof row)['uploadingInfo'] = null,
) => answer({ revision: { ...revision, ...change }, uploadingInfo });

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
  assert.equal(answer().watchUrl, 'https://play.example/watch/vid1');
  assert.equal(answerWith({ playable: false }).watchUrl, answer().watchUrl, 'it waits there');
  assert.deepEqual(
    answerWith({ progressiveHeights: null }).playbackUrls?.primaryPlaybackUrl.mp4Playlist,
    [],
  );
  for (const deliveryModel of ['classic', null] as const) {
    assert.deepEqual(answerWith({ deliveryModel }).playbackUrls?.primaryPlaybackUrl.dash, []);
  }
  assert.equal(answerWith({ playable: false }).playbackUrls, null);
  const clear = answer({ drm: { drmModel: 'none', drmModelChange: null } });
  assert.equal(clear.previewUrl, `${streams}/playlist.m3u8`);
  assert.equal(clear.previewLicenseToken, null);
  // Browsers decrypt by the MPD, with a licence.
  assert.equal(answer().previewUrl, `${streams}/manifest.mpd`);
  assert.equal(answer().previewLicenseToken, 'licence of vid1');
  assert.equal(answerWith({ playable: false }).previewLicenseToken, null);
  assert.equal(answerWith({ playable: false }).previewUrl, null);
});

test('covers lie beside the stream, and a stream without has none', () => {
  const url = (width: number) => `https://play.example/streams/vid1/rev1/cover-${width}.jpg`;
  const sizes = [320, 1280].map((width) => ({ width, url: url(width) }));
  assert.deepEqual(answer().coverImage, { sizes });
  assert.equal(answerWith({ coverWidths: null }).coverImage, null);
  assert.equal(answerWith({ coverWidths: [] }).coverImage, null);
});

test('a storyboard lies beside the stream, once there is one and the stream plays', () => {
  const url = 'https://play.example/streams/vid1/rev1/storyboard.json';
  assert.equal(answer().previewStoryboardUrl, url);
  assert.equal(answerWith({ hasStoryboard: false }).previewStoryboardUrl, null);
  assert.equal(answerWith({ playable: false }).previewStoryboardUrl, null);
});

test('an upload is queued, then uploading, then uploaded', () => {
  const waiting = { uploadCompletedAt: null, state: 'sourceWaiting' } as const;
  const told = (change: Partial<RevisionFacts>, bytes: number | null) => {
    const received = bytes === null ? null : { bytes, isInterrupted: false };
    const { state, progress, uploadedSize } = answerWith(change, received).uploadingInfo;
    return [state, progress, uploadedSize];
  };
  assert.deepEqual(told(waiting, null), ['queued', 0, 0]);
  assert.deepEqual(told(waiting, 0), ['uploading', 0, 0]);
  assert.deepEqual(told(waiting, 250), ['uploading', 25, 250]);
  assert.deepEqual(told({}, null), ['uploaded', 100, 1000]);
  assert.equal(answerWith(waiting).uploadingInfo.uploadCompleteTime, null);
  const { uploadingInfo } = answerWith({ state: 'processing' });
  assert.equal(uploadingInfo.uploadCompleteTime, '2026-11-20T03:00:00.000Z');
  assert.equal(uploadingInfo.isStale, true);
  assert.equal(uploadingInfo.totalSize, 1000);
});

test('a video has the members that lists show, and the parts of its own page', () => {
  const { vod, ...video } = answer();
  const summary = summarize();
  assert.deepEqual({ ...video, vod }, { ...answer(), ...summary, vod: { ...summary.vod, ...vod } });
  assert.equal('description' in summary || 'outputs' in summary.vod, false);
  assert.equal(video.description, 'Words');
  assert.deepEqual(vod.outputs, []);
  assert.equal(vod.drmModel, 'clearKey');
});

test('a source that was not read yet is audio alone where its type says so', () => {
  assert.equal(answer().isAudioOnly, false);
  assert.equal(answerWith({ hasVideo: false }).isAudioOnly, true);
  assert.equal(answerWith({ hasVideo: null }).isAudioOnly, false);
  const audio = { hasVideo: null, sourceType: 'audio/mpeg' };
  assert.equal(answerWith(audio).isAudioOnly, true);
  assert.equal(answerWith({ ...audio, hasVideo: true }).isAudioOnly, false);
});

test('a duration is in seconds, and a day is midnight UTC', () => {
  assert.equal(answer().duration, 1.5);
  assert.equal(answerWith({ durationMs: null }).duration, null);
  const days = (day: string | null) =>
    answer({ additionalVideoMetaData: day }).additionalVideoMetaData;
  const field = { fieldName: 'publishedDate', displayName: en.fields.publishedDate };
  const value = '2026-11-20T00:00:00.000Z';
  assert.deepEqual(days('2026-11-20'), { fields: [{ ...field, value }], genres: [] });
  assert.deepEqual(days(null), { fields: [{ ...field, value: null }], genres: [] });
});

test('a video may be changed by callers who may in its project', () => {
  const user = { ...team, role: 'user' as const };
  assert.equal(answer().actions.updateVideo, true);
  assert.equal(answer({ role: 'uploader' }, user).actions.updateVideo, true);
  assert.equal(answer({ role: 'viewer' }, user).actions.updateVideo, false);
  assert.equal(answer({ role: null }, user).actions.updateVideo, false);
});
