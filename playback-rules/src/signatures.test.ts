// alone: it measures the memory of its process
import { strict as assert } from 'node:assert';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { PublishedVideo } from '@kinora/contract/published';
import { measureHeldBytes } from '@kinora/contract/test-held-bytes';
import { createTestStream } from '@kinora/contract/test-stream';
import { type Judgement, judgePlayback } from './judge-playback.ts';
import type { Channel, Requested, Viewer } from './rule.ts';
import { signForTeam } from './signature-forms.ts';
import { createTestChannel, createTestViewer, TEST_PROJECT, TEST_TEAM } from './test-viewer.ts';

// Signed by the words of decisions, section 5, and not by our own code.
const SECRET = 'a secret of 32 letters and more..';
const TEAM_KEY = Buffer.from('key of the console');
const HOST = 'play.test:8081';
const PLAYLIST = '/streams/vid1/playlist.m3u8';
const EXPIRES = 1000;
const AT_MS = 900_000;

const sign = (...lines: string[]) =>
  createHmac('sha256', SECRET).update(lines.join('\n')).digest('base64url');
const video: PublishedVideo = {
  version: 1,
  videoKey: 'vid1',
  teamId: 't1',
  title: '',
  description: '',
  publishedDate: null,
  projectId: 'p1',
  state: 'playable',
  stream: createTestStream(),
  geoblock: null,
};
const channel = (more: Partial<Channel['signedUrl']> = {}, rest: Partial<Channel> = {}) =>
  createTestChannel({
    signedUrl: {
      required: true,
      acceptsArkV2: false,
      secrets: new Map([['k1', Buffer.from(SECRET)]]),
      ...more,
    },
    ...rest,
  });

type Asked = { requested?: Partial<Requested>; viewer?: Partial<Viewer>; channel?: Channel };

function judge(query: string, { requested, viewer, channel: at = channel() }: Asked = {}) {
  return judgePlayback(
    {
      folder: null,
      host: HOST,
      path: PLAYLIST,
      query,
      isPage: false,
      videoPath: '/streams/vid1/',
      listedBy: [],
      ...requested,
      isMain: requested?.isPage === true || (requested?.path ?? PLAYLIST) === PLAYLIST,
    },
    createTestViewer({ atMs: AT_MS, ...viewer }),
    { channel: at, video, project: TEST_PROJECT, team: TEST_TEAM },
    TEAM_KEY,
  );
}
const outcome = (judged: Judgement) => (judged.isAllowed ? 'allowed' : judged.reason);
const query = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `x_${name}=${value}`)
    .join('&');

const exact = sign('GET', HOST, PLAYLIST, String(EXPIRES));
const EXACT = query({ key_id: 'k1', expires: EXPIRES, signature: exact });
const prefixed = sign('GET', HOST, '/streams/vid1/', String(EXPIRES));
const PREFIXED = query({
  key_id: 'k1',
  expires: EXPIRES,
  path_prefix: '/streams/vid1/',
  signature: prefixed,
});

test('an address that a key of the channel has signed plays, until its time', () => {
  const judged = judge(EXACT);
  assert.equal(outcome(judged), 'allowed');
  assert.equal(judged.holdsFor, 'address');
  assert.deepEqual([judged.pass?.leftSec, judged.leftSec], [100, 100]);
  assert.equal(judged.pass?.isOfTeam, false);
  assert.equal(outcome(judge(EXACT, { viewer: { atMs: 999_999 } })), 'allowed');
  assert.equal(outcome(judge(EXACT, { viewer: { atMs: 1_000_000 } })), 'signature_expired');
  assert.equal(outcome(judge('')), 'signature_missing');
  assert.equal(outcome(judge('width=320')), 'signature_missing');
});

test('a signature of one path carries to all of the stream, and is the same as one of its prefix', () => {
  const carried = judge(EXACT).pass?.suffix ?? '';
  assert.equal(judge(PREFIXED).pass?.suffix, carried);
  const segment = { path: '/streams/vid1/rev1/v360/1.m4s', folder: 'rev1' };
  assert.equal(outcome(judge(carried, { requested: segment })), 'allowed');
  assert.equal(outcome(judge(EXACT, { requested: segment })), 'signature_invalid');
  for (const path of ['/embed/vid1', '/watch/vid1', '/streams/vid1/cover.jpg'])
    assert.equal(
      outcome(judge(carried, { requested: { path, isPage: path.length < 15 } })),
      'allowed',
      path,
    );
});

test('a wide prefix that a signer chose is carried as the video’s own', () => {
  const wide = sign('GET', HOST, '/', String(EXPIRES));
  const given = query({ key_id: 'k1', expires: EXPIRES, path_prefix: '%2F', signature: wide });
  assert.equal(judge(given).pass?.suffix, judge(PREFIXED).pass?.suffix);
});

test('what differs from what was signed is refused', () => {
  const other = (requested: Partial<Requested>) => outcome(judge(EXACT, { requested }));
  assert.equal(other({ path: '/streams/vid2/playlist.m3u8' }), 'signature_invalid');
  assert.equal(other({ host: 'play.test' }), 'signature_invalid');
  assert.equal(other({ path: '/embed/vid1' }), 'signature_invalid');
  const changed = [
    EXACT.replace('1000', '1001'),
    EXACT.replace('k1', 'k2'),
    EXACT.replace('k1', 'team'),
    PREFIXED.replace('/streams/vid1/', '/streams/'),
    PREFIXED.replace('/streams/vid1/', '/streams/vid2/'),
    `${EXACT}&x_path_prefix=/`,
    `${EXACT}&x_client_ip=1`,
    `${EXACT}&x_geo_allow=TH`,
  ];
  for (const given of changed) assert.equal(outcome(judge(given)), 'signature_invalid', given);
  const revoked = channel({ secrets: new Map([['k2', Buffer.from(SECRET)]]) });
  assert.equal(outcome(judge(EXACT, { channel: revoked })), 'signature_invalid');
});

test('each signature has one spelling, and each parameter comes once', () => {
  const last = exact.at(-1) ?? '';
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // Two bits of the last letter are unused: another letter decodes to the same bytes.
  const twin = letters[letters.indexOf(last) ^ 1] ?? '';
  const spelled = (text: string) => EXACT.replace(exact, text);
  const spellings = [
    `${exact.slice(0, -1)}${twin}`,
    `${exact}=`,
    exact.replaceAll('-', '+').replaceAll('_', '/').padEnd(44, '='),
    Buffer.from(exact, 'base64url').toString('hex'),
    `${exact}%00`,
    ` ${exact}`,
  ];
  for (const text of spellings)
    assert.equal(outcome(judge(spelled(text))), 'signature_invalid', text);
  const repeated = [
    `${EXACT}&x_expires=1000`,
    `${EXACT}&x_expires=2000`,
    `x_signature=${exact}&${EXACT}`,
    `${EXACT}&x_unknown&x_unknown`,
    EXACT.replace('x_expires=1000', 'x_expires=01000'),
    EXACT.replace('x_expires=1000', 'x_expires=1e3'),
    EXACT.replace('x_expires=1000', 'x_expires=%31%30%30%3'),
    EXACT.replace('x_expires=1000&', ''),
    EXACT.replace('x_key_id=k1&', ''),
    // Letters that need no escape, a name that is escaped, an escape that others write, half an escape.
    EXACT.replace('x_expires=1000', 'x_expires=%31000'),
    EXACT.replace('x_key_id=k1', 'x_key_id=%6B1'),
    EXACT.replace(exact, `%${exact.charCodeAt(0).toString(16).toUpperCase()}${exact.slice(1)}`),
    ...['x%5Fexpires=1000', '%78_expires=1000', 'x%5Fclient_ip=1', '%78%5Funknown'].map(
      (part) => `${EXACT}&${part}`,
    ),
    ...['%2fstreams%2fvid1%2f', '%2Fstreams/vid1/', '%2Fstreams%2Fvid%31%2F'].map((prefix) =>
      PREFIXED.replace('/streams/vid1/', prefix),
    ),
    ...[
      '/streams/../streams/vid1/',
      '/streams//vid1/',
      '/streams/vid1',
      'streams/vid1/',
      '/./',
    ].map((prefix) => PREFIXED.replace('/streams/vid1/', prefix)),
  ];
  for (const given of repeated) assert.equal(outcome(judge(given)), 'signature_invalid', given);
});

test('parameters may come in any order, escaped once, beside others', () => {
  const turned = EXACT.split('&').toReversed().join('&');
  assert.equal(outcome(judge(turned)), 'allowed');
  assert.equal(outcome(judge(`lang=th&${EXACT}&width=320`)), 'allowed');
  const escaped = PREFIXED.replaceAll('/', '%2F');
  assert.equal(outcome(judge(escaped)), 'allowed');
  assert.equal(outcome(judge(escaped.replaceAll('%2F', '%252F'))), 'signature_invalid');
  for (const own of ['x_own=%41%2f%', '%GG=1', 'y%5F=1'])
    assert.equal(outcome(judge(`${EXACT}&${own}`)), 'allowed', own);
});

test('a signature for one address plays there alone, and no cache may share it', () => {
  const signature = sign('GET', HOST, PLAYLIST, 'client_ip:203.0.113.7', String(EXPIRES));
  const given = query({ key_id: 'k1', expires: EXPIRES, client_ip: 1, signature });
  const judged = judge(given);
  assert.deepEqual([outcome(judged), judged.holdsFor], ['allowed', 'viewer']);
  for (const address of ['203.0.113.8', null])
    assert.equal(outcome(judge(given, { viewer: { address } })), 'signature_invalid');
  const carried = judged.pass?.suffix ?? '';
  const segment = { path: '/streams/vid1/rev1/v360/1.m4s' };
  assert.equal(outcome(judge(carried, { requested: segment })), 'allowed');
  const elsewhere = { requested: segment, viewer: { address: '198.51.100.1' } };
  assert.equal(outcome(judge(carried, elsewhere)), 'signature_invalid');
});

test('what was right once is right for the same alone', () => {
  const at = channel({ acceptsArkV2: false });
  const segment = '/streams/vid1/rev1/v360/1.m4s';
  const lines = ['GET', HOST, '/streams/vid1/rev1/', 'client_ip:203.0.113.7', String(EXPIRES)];
  const bound = query({
    key_id: 'k1',
    expires: EXPIRES,
    path_prefix: '/streams/vid1/rev1/',
    client_ip: 1,
    signature: sign(...lines),
  });
  const look = (given: string, requested: Partial<Requested>, viewer: Partial<Viewer> = {}) =>
    outcome(judge(given, { channel: at, requested, viewer }));
  for (const given of [PREFIXED, bound]) {
    for (let times = 0; times < 2; times += 1)
      assert.equal(look(given, { path: segment }), 'allowed', given);
    for (const requested of [
      { path: segment, host: 'play.test' },
      { path: '/streams/vid2/rev1/v360/1.m4s', videoPath: '/streams/vid2/' },
    ])
      assert.equal(look(given, requested), 'signature_invalid', given);
    assert.equal(look(given, { path: segment }, { atMs: 1_000_000 }), 'signature_expired');
    const cookie = { path: segment, query: '' };
    assert.equal(look('', cookie, { cookie: given }), 'allowed');
    const revoked = channel({ secrets: new Map([['k2', Buffer.from(SECRET)]]) });
    const anew = judge(given, { channel: revoked, requested: { path: segment } });
    assert.equal(outcome(anew), 'signature_invalid');
  }
  const another = { address: '203.0.113.8' };
  assert.equal(look(PREFIXED, { path: segment }, another), 'allowed');
  assert.equal(look(bound, { path: segment }, another), 'signature_invalid');
  assert.equal(look(bound, { path: PLAYLIST }), 'signature_invalid');
});

test('countries of a signature hold, and their lines are sorted by name', () => {
  const lines = ['client_ip:203.0.113.7', 'geo_allow:TH,LA', 'geo_block:LA', String(EXPIRES)];
  const signature = sign('GET', HOST, PLAYLIST, ...lines);
  const given = query({
    key_id: 'k1',
    geo_block: 'LA',
    geo_allow: 'TH%2CLA',
    expires: EXPIRES,
    client_ip: 1,
    signature,
  });
  const from = (code: string | null) =>
    outcome(judge(given, { viewer: { findCountry: () => code } }));
  assert.equal(from('TH'), 'allowed');
  for (const code of ['LA', 'US']) assert.equal(from(code), 'country_blocked', code);
  assert.equal(from(null), 'country_unknown');
  for (const list of ['TH,LA', 'TH%2CLA'])
    assert.notEqual(outcome(judge(given.replace('TH%2CLA', list))), 'signature_invalid', list);
  for (const list of ['TH%2cLA', '%54H,LA', '%54H%2CLA'])
    assert.equal(outcome(judge(given.replace('TH%2CLA', list))), 'signature_invalid', list);
  const swapped = given.replace('TH%2CLA', 'LA%2CTH');
  assert.equal(outcome(judge(swapped)), 'signature_invalid', 'the list was signed as it stood');
});

test('a player that drops queries is known by the cookie, which no cache shares', () => {
  const cookie = judge(EXACT).pass?.suffix ?? '';
  const judged = judge('', { viewer: { cookie } });
  assert.deepEqual([outcome(judged), judged.holdsFor], ['allowed', 'viewer']);
  const wrong = EXACT.replace('1000', '1001');
  assert.equal(outcome(judge(wrong, { viewer: { cookie } })), 'signature_invalid');
  assert.equal(outcome(judge('', { viewer: { cookie: 'x_key_id=k1' } })), 'signature_invalid');
});

test('the older form is accepted where the channel says so, and carried as it came', () => {
  const md5 = (...lines: string[]) =>
    createHash('md5')
      .update([...lines, SECRET].join('\n'))
      .digest('base64url');
  const signature = md5('GET', HOST, '/streams/vid1/', 'user_agent:Test/1', String(EXPIRES));
  const given = [
    'x_ark_access_id=k1',
    'x_ark_auth_type=ark-v2',
    `x_ark_expires=${EXPIRES}`,
    'x_ark_path_prefix=/streams/vid1/',
    'x_ark_user_agent=1',
    `x_ark_signature=${signature}`,
  ].join('&');
  const viewer = { userAgent: 'Test/1' };
  assert.equal(outcome(judge(given, { viewer })), 'signature_missing');
  const open = channel({ acceptsArkV2: true });
  const judged = judge(given, { viewer, channel: open });
  assert.equal(outcome(judged), 'allowed');
  const segment = { path: '/streams/vid1/rev1/v360/1.m4s' };
  const carried = judged.pass?.suffix ?? '';
  const asked = { channel: open, requested: segment, viewer };
  assert.equal(outcome(judge(carried, asked)), 'allowed');
  const other = { ...asked, viewer: { userAgent: 'Other' } };
  assert.equal(outcome(judge(carried, other)), 'signature_invalid');
  const typed = given.replace('ark-v2', 'ark-v1');
  assert.equal(outcome(judge(typed, asked)), 'signature_invalid');
});

test('several keys sign at once, so that one can follow another', () => {
  const keys = channel({
    secrets: new Map([
      ['old', Buffer.from('another secret')],
      ['k1', Buffer.from(SECRET)],
    ]),
  });
  assert.equal(outcome(judge(EXACT, { channel: keys })), 'allowed');
});

test('a signature stays right after thousands of others were looked at', () => {
  for (let n = 1; n < 2500; n += 1) {
    const other = EXACT.replace('1000', String(1000 + n));
    assert.equal(outcome(judge(other)), 'signature_invalid');
  }
  assert.equal(outcome(judge(EXACT)), 'allowed');
});

test('the console’s own signature passes every rule about viewers, and only as far as it was made for', () => {
  const guarded = channel(
    {},
    { website: { policy: 'allowSome', domains: [], allowNoReferrer: false } },
  );
  const cover = '/streams/vid1/rev1/cover-320.jpg';
  const given = signForTeam(TEAM_KEY, { host: HOST, path: cover, expires: EXPIRES });
  const judged = judge(given, { channel: guarded, requested: { path: cover } });
  assert.equal(outcome(judged), 'allowed');
  assert.equal(judged.pass?.isOfTeam, true);
  assert.equal(judged.website, null);
  assert.equal(outcome(judge(given, { channel: guarded })), 'signature_invalid');
  const late = { channel: guarded, requested: { path: cover }, viewer: { atMs: 1_000_000 } };
  assert.notEqual(outcome(judge(given, late)), 'allowed');
  const open = judge(given, { channel: createTestChannel(), requested: { path: cover } });
  assert.deepEqual([outcome(open), open.holdsFor, open.pass], ['allowed', 'public', null]);
});

test('right signatures of viewers without end are held in bounded memory, and nothing that stood beside them', async () => {
  const at = channel();
  const send = (userAgent: string, beside: string) => {
    const cookies = Buffer.from(`${beside}; pass=${PREFIXED}`).toString('latin1');
    const cookie = cookies.slice(cookies.indexOf('=') + 1);
    assert.equal(outcome(judge('', { channel: at, viewer: { userAgent, cookie } })), 'allowed');
  };
  const besides = await measureHeldBytes(() => {
    for (let n = 0; n < 1000; n += 1) send(`Player/${n}`, 'a'.repeat(10_000));
  });
  assert.ok(besides < 3_000_000, `${besides} bytes`);
  const inAll = await measureHeldBytes(() => {
    for (let n = 0; n < 12_000; n += 1) send(`Player/${n} ${'a'.repeat(1500)}`, 'b');
  });
  assert.ok(inAll < 15_000_000, `${inAll} bytes`);
});
