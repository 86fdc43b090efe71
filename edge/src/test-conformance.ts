import type { SentRequest } from './nginx/test-nginx-edge.ts';
import {
  AMERICAN,
  AUDIO_PATH,
  type Case,
  get,
  named,
  PLAYLIST_PATH,
  refused,
  SEGMENT_PATH,
  SHARED,
  THAI,
} from './test-conformance-case.ts';
import { listCookies, listOlder, listSigned } from './test-conformance-signed.ts';

/** Named after the promise that each has. Times count from now. */
export function listCases(nowSec: number): Record<string, Case[]> {
  return {
    'segments are typed by their medium, kept for ever and open to every origin': TYPES,
    'a preflight is allowed to every origin, and only where something is': PREFLIGHTS,
    'RFC 9110 §15.5.6: other methods are 405 and told which are allowed': METHODS,
    'RFC 9110 §14: one range is answered 206, one behind the end 416, several whole': RANGES,
    'RFC 9110 §13: what the client has already is answered 304, by its tag alone': CONDITIONS,
    'what is not there is 404, of other teams and of no channel too': ABSENT,
    'what another revision has replaced plays on until its time is over': REPLACED,
    'a deleted video is 410, one that is not ready 404': STATES,
    'websites are let in by Origin, else by Referer': listWebsites(),
    'countries are let in by the address that trusted proxies name': COUNTRIES,
    'signatures are right for one host, path, time and viewer': listSigned(nowSec),
    'the older form of signatures opens where the channel accepts it': listOlder(nowSec),
    'a player that drops queries plays on with its cookie': listCookies(nowSec),
  };
}

const FILE_PATH = '/streams/free/360p.mp4';
const FOR_EVER = 'public, max-age=31536000, s-maxage=86400, immutable';

const TYPES: Case[] = [
  ...(['v360/1.m4s', 'v360/init.mp4', 'a1/1.m4s', 'a1/init.mp4'] as const).map((file): Case => {
    const type = file.startsWith('v') ? 'video/mp4' : 'audio/mp4';
    const stated = { 'content-type': type, 'content-length': '1000', 'accept-ranges': 'bytes' };
    const sent = get(`/streams/free/rev1/${file}`, { Origin: 'https://anywhere.example' });
    const headers = { ...SHARED, ...stated, 'cache-control': FOR_EVER };
    return { sent, status: 200, headers, bytes: [0, 999] };
  }),
  {
    sent: get(FILE_PATH),
    status: 200,
    bytes: [0, 999],
    headers: { ...SHARED, 'content-type': 'video/mp4', 'cache-control': 'public, max-age=1' },
  },
  ...['playlist.m3u8', 'rev1/v360.m3u8', 'rev1/a1.m3u8'].map((file): Case => {
    const type = 'application/vnd.apple.mpegurl';
    const stated = { 'content-type': type, vary: 'Accept-Encoding', 'x-stream-open': null };
    const headers = { ...SHARED, ...stated, 'cache-control': 'public, max-age=1' };
    return { sent: get(`/streams/free/${file}`), status: 200, headers };
  }),
  {
    sent: get('/streams/open/playlist.m3u8'),
    status: 200,
    headers: { ...SHARED, 'x-stream-open': '1' },
  },
];

const PREFLIGHT = { Origin: 'https://anywhere.example', 'Access-Control-Request-Method': 'GET' };
const ALLOWED =
  'Range, If-None-Match, If-Range, CMCD-Object, CMCD-Request, CMCD-Session, CMCD-Status';
const asked = (names: string) => ({ ...PREFLIGHT, 'Access-Control-Request-Headers': names });
const allow = (path: string, sent: Record<string, string>, allowed: string): Case => {
  const headers = {
    ...named(PREFLIGHT.Origin),
    'access-control-allow-headers': allowed,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-max-age': '86400',
  };
  return { sent: get(path, sent, 'OPTIONS'), status: 204, headers, bytes: 'none' };
};
const PREFLIGHTS: Case[] = [
  ...[SEGMENT_PATH, PLAYLIST_PATH, FILE_PATH].flatMap((path): Case[] => [
    allow(path, PREFLIGHT, ALLOWED),
    // Agents that trace requests add headers of their own.
    ...['traceparent', 'range,traceparent,x-datadog-trace-id', 'b3, X-B3-TraceId'].map((names) =>
      allow(path, asked(names), names),
    ),
    ...['', 'a b', 'a,,b', 'a;b', '*\u00e9', 'x'.repeat(65), 'a,'.repeat(60) + 'a'].map((names) =>
      allow(path, asked(names), ALLOWED),
    ),
  ]),
  ...['null', 'https://anywhere.example/', 'https://a b', 'x'.repeat(300)].map((Origin): Case => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': null,
    };
    return { sent: get(SEGMENT_PATH, { ...PREFLIGHT, Origin }, 'OPTIONS'), status: 204, headers };
  }),
  { sent: get('/nothing', PREFLIGHT, 'OPTIONS'), status: 404, code: 'not_found' },
];

const METHODS = ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'].map((method): Case => {
  const headers = { ...SHARED, allow: 'GET, HEAD, OPTIONS' };
  // RFC 9110 §9.3.8: TRACE has no body.
  const body = method === 'TRACE' ? '' : 'x';
  const sent = { ...get(SEGMENT_PATH, { 'Content-Length': String(body.length) }, method), body };
  return { sent, status: 405, code: 'method_not_allowed', headers };
});

const part = (range: string, first: number, last: number): Case => ({
  sent: get(SEGMENT_PATH, { Range: range }),
  status: 206,
  bytes: [first, last],
  headers: {
    ...SHARED,
    'content-range': `bytes ${first}-${last}/1000`,
    'content-length': String(last - first + 1),
    'cache-control': FOR_EVER,
  },
});
const none = (range: string): Case => ({
  sent: get(SEGMENT_PATH, { Range: range }),
  status: 416,
  bytes: 'none',
  headers: { ...SHARED, 'content-range': 'bytes */1000', 'cache-control': 'no-store' },
});
const whole = (range: string | string[], headers = {}): Case => ({
  sent: get(SEGMENT_PATH, { Range: range, ...headers }),
  status: 200,
  bytes: [0, 999],
  headers: { ...SHARED, 'content-range': null, 'content-length': '1000' },
});
const TAG = `"${SEGMENT_PATH.slice(1)}"`;
const at = (wanted: Case, path: string): Case => ({
  ...wanted,
  sent: { ...wanted.sent, path },
  ...(path === FILE_PATH && wanted.status < 300
    ? { headers: { ...wanted.headers, 'cache-control': 'public, max-age=1' } }
    : {}),
});

const SEGMENT_RANGES: Case[] = [
  part('bytes=100-199', 100, 199),
  part('bytes=0-0', 0, 0),
  part('bytes=990-', 990, 999),
  part('bytes=-10', 990, 999),
  part('bytes=-5000', 0, 999),
  part('bytes=5-9999', 5, 999),
  part('Bytes=1-2', 1, 2),
  part('bytes=7-18446744073709551615', 7, 999),
  part('bytes=7-9223372036854775807', 7, 999),
  part('bytes=-9223372036854775808', 0, 999),
  none('bytes=9223372036854775807-'),
  none('bytes=1000-'),
  none('bytes=5000-6000'),
  none('bytes=-0'),
  whole('bytes=0-1,5-6'),
  whole('bytes=5-2'),
  whole('lines=0-1'),
  whole('bytes=-'),
  // RFC 9110 §5.3: one of two would be a guess.
  whole(['bytes=0-1', 'bytes=5-6']),
  whole('bytes=0-1', { 'If-Range': '' }),
];
const RANGES: Case[] = [
  ...SEGMENT_RANGES,
  ...SEGMENT_RANGES.map((one) => at(one, FILE_PATH)),
  whole('bytes=0-1', { 'If-Range': '"another version"' }),
  // §13.1.5: a time is none that we gave.
  whole('bytes=0-1', { 'If-Range': new Date().toUTCString() }),
  { ...part('bytes=0-1', 0, 1), sent: get(SEGMENT_PATH, { Range: 'bytes=0-1', 'If-Range': TAG }) },
];

const unchanged = (path: string, tag: string, headers: Record<string, string>): Case[] =>
  [tag, `"other", W/${tag}`, '*'].map((value) => ({
    sent: get(path, { 'If-None-Match': value }),
    status: 304,
    bytes: 'none',
    headers: { ...SHARED, etag: tag, ...headers },
  }));
const CONDITIONS: Case[] = [
  ...unchanged(SEGMENT_PATH, TAG, { 'cache-control': FOR_EVER, 'content-type': 'video/mp4' }),
  ...unchanged(AUDIO_PATH, `"${AUDIO_PATH.slice(1)}"`, { 'cache-control': FOR_EVER }),
  ...unchanged('/streams/free/cover.jpg', '"streams/free/rev1/cover-320.jpg"', {
    'cache-control': 'public, max-age=1',
  }),
  ...unchanged(FILE_PATH, '"streams/free/rev1/360p.mp4"', { 'cache-control': 'public, max-age=1' }),
  ...[
    { 'If-None-Match': '"other"' },
    { 'If-Modified-Since': new Date().toUTCString() },
    { 'If-Match': '"other"' },
    { 'If-Match': '' },
    { 'If-Unmodified-Since': new Date(0).toUTCString() },
  ].map((headers): Case => {
    const stated = { ...SHARED, etag: TAG, 'last-modified': null };
    return { sent: get(SEGMENT_PATH, headers), status: 200, headers: stated, bytes: [0, 999] };
  }),
];

const REPLACED: Case[] = [
  ...['replaced', 'outworn'].flatMap((video): Case[] => [
    { sent: get(`/streams/${video}/rev2-x/v360/1.m4s`), status: 200, bytes: [0, 999] },
    { sent: get(`/streams/${video}/rev2-x/v360.m3u8`), status: 200 },
    { sent: get(`/streams/${video}/playlist.m3u8`), status: 200 },
  ]),
  ...['v360/1.m4s', 'a1/init.mp4'].map((file): Case => {
    const headers = { ...SHARED, 'cache-control': /^public, max-age=3\d\d\d, s-maxage=3\d\d\d, / };
    return { sent: get(`/streams/replaced/rev1/${file}`), status: 200, bytes: [0, 999], headers };
  }),
  { sent: get('/streams/replaced/rev1/v360.m3u8'), status: 200, headers: SHARED },
  ...['v360/1.m4s', 'a1/init.mp4', 'v360.m3u8'].map((file) =>
    refused(get(`/streams/outworn/rev1/${file}`), 404, 'video_not_found'),
  ),
  ...['v360/3.m4s', 'v720/1.m4s'].map((file) =>
    refused(get(`/streams/replaced/rev1/${file}`), 404, 'video_not_found'),
  ),
];

const NO_FILES = [
  '/streams/absent/playlist.m3u8',
  '/streams/others/playlist.m3u8',
  '/streams/free/rev0/v360.m3u8',
  '/streams/free/rev0/v360/1.m4s',
  '/streams/free/720p.mp4',
  '/streams/free/rev1/v999.m3u8',
  '/streams/free/rev1/v720.m3u8',
  '/streams/free/rev1/v720/1.m4s',
  '/streams/free/rev1/v360/3.m4s',
  '/streams/free/rev1/cover-321.jpg',
  '/streams/__proto__/playlist.m3u8',
];
const NO_ADDRESSES = [
  '/',
  '/favicon.ico',
  '/streams',
  '/streams/free',
  '/embed',
  '/licenses',
  '/facts.json',
  '/metrics',
  // nginx keeps these for itself.
  '/-bytes/folder/streams/free/rev1/v360/1.m4s',
  '/-bytes/store/films/below/streams/free/rev1/v360/1.m4s',
  '/-bytes/',
  '/-refused/unavailable',
  '/-refused/malformed',
  // One spelling alone is the right one.
  '/streams/free/rev1/v360/%31.m4s',
  '/streams/free/rev1//v360/1.m4s',
  '/streams/free/rev1/v360/../v360/1.m4s',
];
const ABSENT: Case[] = [
  ...NO_FILES.map((path) => refused(get(path), 404, 'video_not_found')),
  refused(get(SEGMENT_PATH, { Host: 'other.test' }), 404, 'video_not_found'),
  refused(get(SEGMENT_PATH, { Host: 'nobody.test' }), 404, 'video_not_found'),
  ...NO_ADDRESSES.map((path): Case => ({
    sent: get(path),
    status: 404,
    code: 'not_found',
    headers: SHARED,
  })),
];
const STATES: Case[] = ['playlist.m3u8', 'rev1/v360/1.m4s', 'cover.jpg'].flatMap((file) => [
  refused(get(`/streams/deleted/${file}`), 410, 'video_deleted'),
  refused(get(`/streams/waiting/${file}`), 404, 'video_not_ready'),
  refused(get(`/streams/unknown/${file}`), 404, 'video_not_ready'),
]);

function listWebsites(): Case[] {
  const ask = (host: string, from: Record<string, string | string[]>) =>
    get(SEGMENT_PATH, { Host: host, ...from });
  const toCors = ({ Origin }: Record<string, string | string[]>) =>
    typeof Origin === 'string' && Origin !== 'null' ? named(Origin) : {};
  const isIn = (host: string, from: Record<string, string | string[]>): Case => {
    const viewerAlone = { 'cache-control': 'private, no-cache', vary: 'Origin' };
    const headers = { ...SHARED, ...viewerAlone, ...toCors(from) };
    return { sent: ask(host, from), status: 200, headers, bytes: [0, 999] };
  };
  const isOut = (host: string, from: Record<string, string | string[]>): Case => {
    const wanted = refused(ask(host, from), 403, 'website_blocked');
    return { ...wanted, headers: { ...wanted.headers, ...toCors(from) } };
  };
  const customer = 'https://customer.example';
  return [
    isIn('some.test', { Referer: `${customer}/page?x` }),
    isIn('some.test', { Origin: customer }),
    isIn('some.test', { Origin: 'https://a.partner.example' }),
    isOut('some.test', {}),
    isOut('some.test', { Origin: 'https://partner.example' }),
    isOut('some.test', { Origin: 'https://evil.example', Referer: customer }),
    isOut('some.test', { Referer: 'https://customer.example.evil.example/' }),
    isOut('some.test', { Origin: 'null' }),
    isOut('some.test', { Origin: 'null', Referer: 'https://evil.example/' }),
    isOut('most.test', { Origin: 'null', Referer: 'https://evil.example/' }),
    isIn('some.test', { Origin: 'null', Referer: customer }),
    isIn('app.test', { Origin: 'null' }),
    isIn('some.test', { Origin: 'null', Referer: 'https://some.test/' }),
    isOut('some.test', { Origin: [customer, 'https://evil.example'] }),
    isIn('some.test', { Referer: 'https://some.test/embed/free' }),
    isIn('app.test', {}),
    isIn('most.test', {}),
    isOut('most.test', { Origin: 'https://evil.example' }),
    isOut('most.test', { Origin: 'https://a.worse.example' }),
    isIn('most.test', { Origin: customer }),
  ];
}

const from = (key: string, addresses: string | null): SentRequest =>
  get(
    `/streams/${key}/rev1/v360/1.m4s`,
    addresses === null ? {} : { 'X-Forwarded-For': addresses },
  );
const COUNTRIES: Case[] = [
  ...[from('thai', THAI), from('notUs', THAI), from('notUs', null), from('inProject', THAI)]
    .concat(from('thai', `${THAI}:51234`), from('thai', '[2405:9800::1]:443'))
    .concat(from('thai', `${THAI} ,`), from('notUs', `${THAI},,`))
    .map((sent): Case => ({
      sent,
      status: 200,
      bytes: [0, 999],
      headers: { ...SHARED, 'cache-control': 'private, no-cache' },
    })),
  { sent: from('thai', `${AMERICAN}, ${THAI}`), status: 200 },
  ...[from('thai', AMERICAN), from('notUs', AMERICAN), from('nowhere', THAI)]
    .concat(from('inProject', AMERICAN), from('own', '133.11.0.1'))
    // Anybody may write what stands left.
    .concat(from('thai', `${THAI}, ${AMERICAN}`), from('notUs', `${AMERICAN}:51234`))
    .map((sent) => refused(sent, 451, 'country_blocked')),
  // An unreadable address from a proxy must not pass a block list.
  ...[from('notUs', 'unknown'), from('thai', 'unknown'), from('notUs', `${THAI}, hidden`)]
    .concat(
      from('notUs', '1.46.0.01'),
      from('thai', '1.46.0.01'),
      from('thai', '::ffff:001.46.0.1'),
    )
    // The file of countries has this network in Australia.
    .concat(from('thai', null), from('thai', '192.168.1.7'), from('thai', '::ffff:10.0.0.7'))
    .map((sent) => refused(sent, 451, 'country_unknown')),
];
