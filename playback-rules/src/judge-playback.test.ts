import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { PublishedVideo } from '@kinora/contract/published';
import { createTestStream } from '@kinora/contract/test-stream';
import { DOCUMENT_RULES } from './document-rules.ts';
import { type Documents, judgePlayback } from './judge-playback.ts';
import { createTestChannel, createTestViewer, TEST_PROJECT, TEST_TEAM } from './test-viewer.ts';
import type { DocumentRule, Rule, ViewerRule } from './rule.ts';

const stream = createTestStream();
const video: PublishedVideo = {
  version: 1,
  videoKey: 'vid1',
  teamId: 't1',
  title: 'A title',
  state: 'playable',
  stream,
  description: '',
  publishedDate: null,
  projectId: 'p1',
  geoblock: null,
};
const channel = createTestChannel();
const viewer = createTestViewer({ referrer: 'https://site.test' });
const TEAM_KEY = Buffer.from('key of the console');
const requestedOf = (folder: string | null) => ({
  folder,
  host: 'play.test',
  path: '/streams/vid1/playlist.m3u8',
  query: '',
  videoPath: '/streams/vid1/',
  isPage: false,
  isMain: true,
  listedBy: [],
});

const judge = (documents: Partial<Documents> = {}, folder: string | null = null, rules?: Rule[]) =>
  judgePlayback(
    ...([requestedOf(folder), viewer] as const),
    { channel, video, project: TEST_PROJECT, team: TEST_TEAM, ...documents },
    ...([TEAM_KEY, rules] as const),
  );
const withVideo = (more: Partial<PublishedVideo>) => ({ video: { ...video, ...more } });
const namesOf = (judged: ReturnType<typeof judge>, verdict: string) =>
  judged.verdicts.filter((each) => each.verdict === verdict).map(({ rule }) => rule);

test('a video that is published may be watched by everyone, and each rule says so', () => {
  const judged = judge({}, 'rev1');
  assert.ok(judged.isAllowed);
  assert.equal(judged.stream, stream);
  assert.equal(judged.holdsFor, 'public');
  assert.equal(judged.pass, null);
  const rules = ['found', 'onChannel', 'notDeleted', 'ready', 'publishedPlan'];
  assert.deepEqual(namesOf(judged, 'allowed'), rules);
  const none = ['signature', 'website', 'country'];
  assert.deepEqual(namesOf(judged, 'notApplicable'), none);
  assert.deepEqual(namesOf(judge(), 'notApplicable'), [...none, 'publishedPlan']);
});

test('what is no video of the channel’s team is not found, and nothing else is told of it', () => {
  for (const documents of [
    { channel: null },
    { video: null },
    withVideo({ teamId: 't2' }),
    withVideo({ teamId: 't2', state: 'deleted', stream: null }),
  ]) {
    const judged = judge(documents, 'rev0');
    assert.ok(!judged.isAllowed);
    assert.equal(judged.reason, 'video_not_found');
    assert.deepEqual(namesOf(judged, 'refused'), ['found']);
    assert.equal(namesOf(judged, 'notApplicable').length, 7);
  }
});

test('a deleted video, one that is not ready and another plan are each refused with their reason', () => {
  const reasons = [
    [withVideo({ state: 'deleted', stream: null }), 'notDeleted', 'video_deleted'],
    [withVideo({ state: 'deleted' }), 'notDeleted', 'video_deleted'],
    [withVideo({ state: 'notReady', stream: null }), 'ready', 'video_not_ready'],
    [withVideo({ state: 'notReady' }), 'ready', 'video_not_ready'],
    [withVideo({ stream: null }), 'ready', 'video_not_ready'],
    [withVideo({ state: 'notReady', isFailed: true, stream: null }), 'ready', 'video_failed'],
    [withVideo({ stream: { ...stream, folder: 'rev1-p2' } }), 'publishedPlan', 'video_not_found'],
  ] as const;
  for (const [documents, rule, reason] of reasons) {
    const judged = judge(documents, 'rev1');
    assert.ok(!judged.isAllowed);
    assert.equal(judged.reason, reason);
    assert.ok(namesOf(judged, 'refused').includes(rule));
  }
  assert.ok(judge(withVideo({ stream: { ...stream, folder: 'rev1-p2' } }), 'rev1-p2').isAllowed);
});

/** Admits viewers from one site to videos with the title `guarded`. */
const siteRule: ViewerRule = {
  name: 'site',
  looksAt: 'viewer',
  appliesTo: (found) => found.video.title === 'guarded',
  judge: (_found, _asked, { referrer }) =>
    referrer === 'https://site.test'
      ? {
          verdict: 'allowed',
          pass: { suffix: 'site=1', leftSec: 9, isOfTeam: false, isOfStream: true },
        }
      : { verdict: 'refused', reason: 'website_blocked' },
};
const guarded = withVideo({ title: 'guarded' });

test('what a rule about viewers decided holds for that viewer alone', () => {
  const judged = judge(guarded, null, [siteRule, ...DOCUMENT_RULES]);
  assert.ok(judged.isAllowed);
  assert.equal(judged.holdsFor, 'viewer');
  assert.equal(judged.pass?.suffix, 'site=1');
  const documents = { channel, ...guarded, project: TEST_PROJECT, team: TEST_TEAM };
  const stranger = { ...viewer, referrer: null };
  const rules = [siteRule];
  const elsewhere = judgePlayback(requestedOf(null), stranger, documents, TEAM_KEY, rules);
  assert.ok(!elsewhere.isAllowed);
  assert.equal(elsewhere.reason, 'website_blocked');
  assert.equal(elsewhere.holdsFor, 'viewer');
});

test('where a rule about viewers does not apply, its answer is everyone’s', () => {
  const judged = judge({}, null, [siteRule, ...DOCUMENT_RULES]);
  assert.equal(judged.holdsFor, 'public');
  assert.deepEqual(namesOf(judged, 'notApplicable'), ['site', 'publishedPlan']);
});

test('a viewer refused by a rule learns nothing about the video’s state', () => {
  const refusing = { ...siteRule, appliesTo: () => true, judge: () => refusal };
  const refusal = { verdict: 'refused', reason: 'website_blocked' } as const;
  const judged = judge(withVideo({ state: 'deleted', stream: null }), null, [
    refusing,
    ...DOCUMENT_RULES,
  ]);
  assert.ok(!judged.isAllowed);
  assert.equal(judged.reason, 'website_blocked');
  assert.deepEqual(namesOf(judged, 'refused'), ['site', 'notDeleted'], 'the console is told both');
});

/** A schedule, as a document could say one. */
const shownUntil = (name: string, untilMs: number): DocumentRule => ({
  name,
  looksAt: 'documents',
  judge: (_found, _requested, atMs) =>
    atMs < untilMs
      ? { verdict: 'allowed', untilMs }
      : { verdict: 'refused', reason: 'video_not_found' },
});

test('a rule about documents gets the time, and the first end counts', () => {
  const judgeAt = (atMs: number, rules: Rule[]) => {
    const documents = { channel, video, project: TEST_PROJECT, team: TEST_TEAM };
    return judgePlayback(requestedOf(null), { ...viewer, atMs }, documents, TEAM_KEY, rules);
  };
  const rules = [shownUntil('late', 90_000), ...DOCUMENT_RULES, shownUntil('early', 61_500)];
  assert.equal(judgeAt(1000, rules).leftSec, 60);
  assert.deepEqual([judgeAt(61_400, rules).isAllowed, judgeAt(61_400, rules).leftSec], [true, 0]);
  assert.equal(judgeAt(61_500, rules).isAllowed, false);
  assert.equal(judgeAt(1000, [...DOCUMENT_RULES]).leftSec, null);
});
