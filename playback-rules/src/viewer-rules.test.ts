import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { PublishedCountries, PublishedTeam, PublishedVideo } from '@kinora/contract/published';
import { createTestStream } from '@kinora/contract/test-stream';
import { type Documents, judgePlayback } from './judge-playback.ts';
import type { Channel, Viewer } from './rule.ts';
import { createTestChannel, createTestViewer, TEST_PROJECT, TEST_TEAM } from './test-viewer.ts';

const TEAM_KEY = Buffer.from('key of the console');
const video: PublishedVideo = {
  version: 1,
  videoKey: 'vid1',
  teamId: 't1',
  title: '',
  description: '',
  publishedDate: null,
  state: 'playable',
  stream: createTestStream(),
  geoblock: null,
  projectId: 'p1',
};
const project = TEST_PROJECT;
const teamWith = (geoblockRules: PublishedTeam['geoblockRules']): PublishedTeam => ({
  ...TEST_TEAM,
  geoblockRules,
});
const team = teamWith({ r1: { allow: [], deny: [] } });

function judge(documents: Partial<Documents>, viewer: Partial<Viewer> = {}) {
  const judged = judgePlayback(
    {
      folder: null,
      host: 'play.test:8081',
      query: '',
      isPage: false,
      isMain: true,
      listedBy: [],
      path: '/streams/vid1/playlist.m3u8',
      videoPath: '/streams/vid1/',
    },
    createTestViewer(viewer),
    { channel: createTestChannel(), video, project, team, ...documents },
    TEAM_KEY,
  );
  return { outcome: judged.isAllowed ? 'allowed' : judged.reason, holdsFor: judged.holdsFor };
}

test('a project’s videos play on its channels alone, and are not there on others', () => {
  assert.deepEqual(judge({}), { outcome: 'allowed', holdsFor: 'public' });
  const elsewhere = { ...project, channelIds: ['c2'] };
  assert.equal(judge({ project: elsewhere }).outcome, 'video_not_found');
  assert.equal(judge({ project: null }).outcome, 'video_not_found', 'not before it is known');
});

type Website = Partial<Channel['website']>;
const from = (website: Website, referrer: string | null) =>
  judge(
    {
      channel: createTestChannel({
        website: { policy: 'allowAll', domains: [], allowNoReferrer: false, ...website },
      }),
    },
    { referrer },
  );

test('websites that are allowed may show it, others not', () => {
  const some: Website = { policy: 'allowSome', domains: ['example.com', '*.school.th'] };
  const allowed = [
    'https://example.com',
    'http://example.com:3000/page?x',
    'https://EXAMPLE.com./a',
    'https://www.school.th/',
    'https://a.b.school.th',
    'https://user:pw@example.com/',
  ];
  for (const referrer of allowed)
    assert.deepEqual(from(some, referrer), { outcome: 'allowed', holdsFor: 'viewer' }, referrer);
  const blocked = [
    'https://www.example.com',
    'https://school.th',
    'https://evilschool.th',
    'https://example.com.evil.test',
    'https://evil.test/https://example.com',
    'null',
    '',
    'https://example.com@evil.test/',
    'https://evil.test#example.com',
    'file:///example.com',
    'https://evil.test\\@example.com',
    'https://xn--exmple-cua.com',
    'https://[::1]/',
  ];
  for (const referrer of [...blocked, null])
    assert.equal(from(some, referrer).outcome, 'website_blocked', `${referrer}`);
  assert.equal(from({ ...some, allowNoReferrer: true }, null).outcome, 'allowed');
  assert.equal(from({ ...some, allowNoReferrer: true }, 'null').outcome, 'website_blocked');
});

test('websites that are blocked may not show it, all others may', () => {
  const some: Website = { policy: 'blockSome', domains: ['example.com', '*.school.th'] };
  for (const referrer of ['https://example.com/a', 'https://www.school.th'])
    assert.equal(from(some, referrer).outcome, 'website_blocked', referrer);
  for (const referrer of ['https://www.example.com', 'https://school.th', 'null', null])
    assert.equal(from(some, referrer).outcome, 'allowed', `${referrer}`);
  assert.deepEqual(from({}, 'https://example.com'), { outcome: 'allowed', holdsFor: 'public' });
});

test('our own page loads the stream, as it was let in itself', () => {
  const some: Website = { policy: 'allowSome', domains: [] };
  assert.equal(from(some, 'http://play.test:8081').outcome, 'allowed');
  assert.equal(from(some, 'http://other.test:8081').outcome, 'website_blocked');
});

const inCountry = (lists: PublishedCountries, code: string | null) =>
  judge({ team: teamWith({ r1: lists }) }, { findCountry: () => code });

test('decisions, section 7: an allow list lets only its countries pass, a deny list all others', () => {
  const cases = [
    [{ allow: ['TH', 'LA'], deny: [] }, 'TH', 'allowed'],
    [{ allow: ['TH', 'LA'], deny: [] }, 'US', 'country_blocked'],
    [{ allow: ['TH', 'LA'], deny: [] }, null, 'country_unknown'],
    [{ allow: [], deny: ['US'] }, 'US', 'country_blocked'],
    [{ allow: [], deny: ['US'] }, 'TH', 'allowed'],
    [{ allow: [], deny: ['US'] }, null, 'allowed'],
    [{ allow: ['TH'], deny: ['TH'] }, 'TH', 'country_blocked'],
    [{ allow: ['XX'], deny: [] }, 'TH', 'country_blocked'],
    [{ allow: ['XX', 'TH'], deny: [] }, 'TH', 'country_blocked'],
    [{ allow: ['XX'], deny: [] }, null, 'country_blocked'],
  ] as const;
  for (const [lists, code, outcome] of cases) {
    const judged = inCountry({ allow: [...lists.allow], deny: [...lists.deny] }, code);
    assert.deepEqual(judged, { outcome, holdsFor: 'viewer' }, JSON.stringify([lists, code]));
  }
  assert.deepEqual(inCountry({ allow: [], deny: [] }, 'US'), {
    outcome: 'allowed',
    holdsFor: 'public',
  });
});

test('a viewer whose address can’t be read passes no list of countries', () => {
  const viewer = { address: null, isAddressUnreadable: true };
  const lists = [
    { allow: [], deny: ['US'] },
    { allow: ['TH'], deny: [] },
  ];
  for (const one of lists) {
    const outcome = judge({ team: teamWith({ r1: one }) }, viewer).outcome;
    assert.equal(outcome, 'country_unknown', JSON.stringify(one));
  }
  assert.equal(
    judge({ team: teamWith({ r1: { allow: [], deny: [] } }) }, viewer).outcome,
    'allowed',
  );
});

test('a video’s own rule or lists stand in for those of its project', () => {
  const rules = teamWith({ r1: { allow: [], deny: ['US'] }, r2: { allow: ['TH'], deny: [] } });
  const of = (geoblock: PublishedVideo['geoblock'], code: string) =>
    judge({ team: rules, video: { ...video, geoblock } }, { findCountry: () => code }).outcome;
  assert.equal(of(null, 'US'), 'country_blocked');
  assert.equal(of(null, 'DE'), 'allowed');
  assert.equal(of({ ruleId: 'r2' }, 'DE'), 'country_blocked');
  assert.equal(of({ ruleId: 'r2' }, 'TH'), 'allowed');
  assert.equal(of({ allow: [], deny: ['TH'] }, 'TH'), 'country_blocked');
  assert.equal(of({ allow: [], deny: [] }, 'US'), 'allowed');
});

test('no one may watch before the applying rule is known', () => {
  const unknown = { ...video, geoblock: { ruleId: 'r9' } };
  assert.equal(judge({ video: unknown }).outcome, 'video_not_ready');
  assert.equal(judge({ team: null }).outcome, 'video_not_ready');
});
