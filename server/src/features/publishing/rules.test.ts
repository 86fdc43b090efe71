import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StreamDescription } from '@kinora/contract/stream';
import type { ProcessingState } from '@kinora/contract/videos/summary';
import { isPlayable } from '../revisions/rules.ts';
import type { StreamParts } from '../revisions/rules/stream-parts.ts';
import { composeStream, isSeenByViewers, getPublishedState } from './rules.ts';

const streamOf = (video: boolean[], audio: boolean[], open = false) => {
  const made = { open, video: video.map(toReady), audio: audio.map(toReady) };
  return made as unknown as StreamDescription;
};
const toReady = (ready: boolean) => ({ ready });

test('a stream is playable when it is open, or a video rendition and all audio are whole', () => {
  const cases: [StreamDescription | null, boolean][] = [
    [null, false],
    [streamOf([false], [false], true), true],
    [streamOf([false, true], [true]), true],
    [streamOf([false, true], []), true],
    [streamOf([false, false], [true]), false],
    [streamOf([true, true], [true, false]), false],
    [streamOf([], [true, true]), true],
    [streamOf([], [true, false]), false],
    [streamOf([], []), false],
  ];
  for (const [stream, expected] of cases) {
    assert.equal(isPlayable(stream), expected, JSON.stringify(stream));
    const state = getPublishedState({ isDeleted: false, isWithheld: false, stream });
    assert.equal(state, expected ? 'playable' : 'notReady');
    assert.equal(getPublishedState({ isDeleted: false, isWithheld: true, stream }), 'notReady');
    assert.equal(getPublishedState({ isDeleted: true, isWithheld: false, stream }), 'deleted');
  }
});

// Text that PostgreSQL gave for streams while they were kept whole.
const VIDEO =
  '{"id":"v-720-p2","codec":"avc1.64001f","ready":true,"width":1280,"height":720,"iFrames":null,"audioIds":["a-1"],"bandwidth":{"peakBps":1000,"measured":true,"averageBps":900},"frameRate":{"numerator":30000,"denominator":1001}}';
const TIMELINE = '{"runs":[{"count":4,"ticks":6000}],"timescale":1000}';
const PICTURES =
  '{"storyboard":{"rows":4,"tiles":12,"columns":5,"tileWidth":160,"intervalMs":2500,"tileHeight":90},"coverWidths":[320,640]}';
const FILES = '{"progressive":[{"width":1280,"height":720,"sizeBytes":123456}]}';
const CBCS =
  '{"iv":"00000000000000000000000000000000","pssh":[{"data":"AAAA","kind":"video","system":"widevine"}],"method":"cbcs","systems":["widevine"],"audioKeyId":null,"videoKeyId":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}';

// Read as text, so that members stand as PostgreSQL has them.
const parts = JSON.parse(`{"videoKey":"v1","revisionKey":"r1","folder":"r1-x",
  "durationMs":23999.9999999,"deliveryModel":"model-k","keyUri":null,
  "renditions":{"open":false,"audio":[],"video":[${VIDEO}],"videoSegments":${TIMELINE},
    "firstRenditionId":"v-720-p2"},
  "pictures":${PICTURES},"files":${FILES},"protection":{"encryption":${CBCS}}}`) as StreamParts;

test('a document is the same bytes as while its stream was kept whole', () => {
  const text = (known: StreamParts) => JSON.stringify(composeStream(known));
  assert.equal(
    text(parts),
    `{"open":false,"audio":[],"video":[${VIDEO}],"folder":"r1-x","version":1,"videoKey":"v1","durationMs":23999.9999999,"encryption":${CBCS},"storyboard":${PICTURES.slice(14, PICTURES.indexOf(',"coverWidths"'))},"coverWidths":[320,640],"progressive":${FILES.slice(15, -1)},"revisionKey":"r1","deliveryModel":"model-k","videoSegments":${TIMELINE},"firstRenditionId":"v-720-p2"}`,
  );
  const begun: StreamParts = {
    ...parts,
    folder: null,
    protection: null,
    deliveryModel: 'classic',
    pictures: { coverWidths: [], storyboard: null },
    files: { progressive: [] },
    renditions: {
      open: true,
      audio: [],
      video: [],
      videoSegments: null,
      firstRenditionId: null,
      firstMediaSequence: 0,
    },
  };
  const bare = (encryption: string) =>
    `{"open":true,"audio":[],"video":[],"version":1,"videoKey":"v1","durationMs":23999.9999999,"encryption":${encryption},"storyboard":null,"coverWidths":[],"progressive":[],"revisionKey":"r1","deliveryModel":"classic","videoSegments":null,"firstRenditionId":null,"firstMediaSequence":0}`;
  assert.equal(text(begun), bare('null'));
  const keyUri = 'https://keys.example/1';
  assert.equal(text({ ...begun, keyUri }), bare(`{"keyUri":"${keyUri}","method":"aes-128"}`));
});

test('what was replaced is described whole, the newest first, and so many at most', () => {
  const until = 1_700_000_000_000;
  const tracks = { audio: [], video: [], encryption: null, until };
  const withTracks = { ...parts, renditions: { ...parts.renditions, earlier: [tracks] } };
  const other = { ...parts, revisionKey: 'r0', folder: null, durationMs: 5 };
  const { earlier = [], ...stream } = composeStream(withTracks, [
    { parts: { ...other, renditions: withTracks.renditions }, untilMs: until + 1 },
    ...Array.from({ length: 3 }, () => ({ parts: other, untilMs: until + 2 })),
  ]);
  assert.deepEqual(stream, composeStream(parts));
  const told = earlier.map((one) => [
    one.folder ?? one.revisionKey,
    one.durationMs,
    one.until - until,
  ]);
  assert.deepEqual(told, [
    ['r1-x', parts.durationMs, 0],
    ['r0', 5, 1],
    ['r0', 5, 0],
    ['r0', 5, 2],
  ]);
  assert.deepEqual(earlier[0], { ...stream, ...tracks, firstRenditionId: null });
  assert.deepEqual(earlier[1], { ...composeStream(other), until: until + 1 });
});

const isSeen = (state: ProcessingState, columns: string[], isCurrent = true) =>
  isSeenByViewers({ state, columns, isCurrent });

test('a document follows changes of a revision that viewers may see, and no others', () => {
  assert.equal(isSeen('partiallyCompleted', ['renditions']), true);
  assert.equal(isSeen('completed', ['state']), true);
  assert.equal(isSeen('completed', ['pictures']), true);
  assert.equal(isSeen('sourceWaiting', ['plan', 'state']), true);
  assert.equal(isSeen('completed', ['progress_percent', 'failures']), false);
  // Viewers get another revision of the video.
  assert.equal(isSeen('completed', ['renditions'], false), false);
  // Its document says since before that it is not ready.
  assert.equal(isSeen('processing', ['state', 'renditions']), false);
  assert.equal(isSeen('processing', ['state', 'plan', 'failure_reason']), false);
  // It said that it had failed, until somebody had it tried again.
  assert.equal(isSeen('sourceIngression', ['probe_error_type']), true);
  assert.equal(isSeen('processing', ['state', 'failure_reason']), true);
});
