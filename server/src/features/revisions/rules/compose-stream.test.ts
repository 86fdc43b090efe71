import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeStream } from './compose-stream.ts';
import type { StreamParts } from './stream-parts.ts';

// Text that PostgreSQL gave for streams while they were kept whole.
const VIDEO =
  '{"id":"v-720-p2","codec":"avc1.64001f","ready":true,"width":1280,"height":720,"iFrames":null,"audioIds":["a-1"],"bandwidth":{"peakBps":1000,"measured":true,"averageBps":900},"frameRate":{"numerator":30000,"denominator":1001}}';
const TIMELINE = '{"runs":[{"count":4,"ticks":6000}],"timescale":1000}';
const IMAGES =
  '{"storyboard":{"rows":4,"tiles":12,"columns":5,"tileWidth":160,"intervalMs":2500,"tileHeight":90},"coverWidths":[320,640]}';
const DOWNLOADS = '{"progressive":[{"width":1280,"height":720,"sizeBytes":123456}]}';
const CBCS =
  '{"iv":"00000000000000000000000000000000","pssh":[{"data":"AAAA","kind":"video","system":"widevine"}],"method":"cbcs","systems":["widevine"],"audioKeyId":null,"videoKeyId":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}';

// Read as text, so that members stand as PostgreSQL has them.
const parts = JSON.parse(`{"videoKey":"v1","revisionKey":"r1","folder":"r1-x",
  "durationMs":23999.9999999,"deliveryModel":"model-k","keyUri":null,
  "renditions":{"open":false,"audio":[],"video":[${VIDEO}],"videoSegments":${TIMELINE},
    "firstRenditionId":"v-720-p2"},
  "images":${IMAGES},"downloads":${DOWNLOADS},"protection":{"encryption":${CBCS}}}`) as StreamParts;

test('a document is the same bytes as while its stream was kept whole', () => {
  const text = (known: StreamParts) => JSON.stringify(composeStream(known));
  assert.equal(
    text(parts),
    `{"open":false,"audio":[],"video":[${VIDEO}],"folder":"r1-x","version":1,"videoKey":"v1","durationMs":23999.9999999,"encryption":${CBCS},"storyboard":${IMAGES.slice(14, IMAGES.indexOf(',"coverWidths"'))},"coverWidths":[320,640],"progressive":${DOWNLOADS.slice(15, -1)},"revisionKey":"r1","deliveryModel":"model-k","videoSegments":${TIMELINE},"firstRenditionId":"v-720-p2"}`,
  );
  const begun: StreamParts = {
    ...parts,
    folder: null,
    protection: null,
    deliveryModel: 'classic',
    images: { coverWidths: [], storyboard: null },
    downloads: { progressive: [] },
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
