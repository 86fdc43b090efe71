import type { SentRequest } from './test-nginx-edge.ts';
import type { Random } from './test-random.ts';
import { createCookie, createQuery, signRight } from './test-random-signatures.ts';
import { HOSTS, VIDEO_KEYS } from './test-world.ts';

const FILES = [
  'playlist.m3u8',
  'playlist.m3u8',
  'manifest.mpd',
  '360p.mp4',
  'cover.jpg',
  'rev1/v360.m3u8',
  'rev1/a1.m3u8',
  'rev1/v360/init.mp4',
  'rev1/a1/init.mp4',
  'rev1/v360/1.m4s',
  'rev1/v360/2.m4s',
  'rev1/v360/1.m4s',
  'rev1/v360/2.m4s',
  'rev1/a1/1.m4s',
  'rev1/a1/2.m4s',
  'rev1/cover-320.jpg',
  'rev1/v360/3.m4s',
  '720p.mp4',
  // None of these is there.
  'rev1/v720.m3u8',
  'rev1/v360-iframes.m3u8',
  'rev1/v720/1.m4s',
  'rev1/v360/01.m4s',
  'rev1/v360/9999999.m4s',
  'rev2/v360/1.m4s',
  'rev1/storyboard.json',
  'rev1/constructor/1.m4s',
  'rev1/v360/../v360/1.m4s',
  'rev1//v360/1.m4s',
  'rev1/v360/%31.m4s',
  'rev1/V360/1.m4s',
  'rev1/v360/1.m4s/',
  '',
  '.',
  'rev1/v360/',
  'rev1/a1.m3u8%20',
  'rev1/../../free/rev1/a1.m3u8',
];
const OTHER_PATHS = [
  '/',
  '/healthz',
  '/-bytes/folder/streams/free/rev1/v360/1.m4s',
  '/-bytes/store/films/below/streams/free/rev1/v360/1.m4s',
  '/-bytes/',
  '/-refused/unavailable',
  '/-refused/',
  '/-refused/malformed',
  '/facts.json',
  '/streams',
  '/streams/',
  '/licenses/clear-key?video=free',
  '/embed/free',
  '/watch/free',
  '/watch/thai',
  '/oembed',
  '/playback-reports?video=free',
];

// Addresses of Thailand, the United States, Japan and no country, and forged ones.
const ADDRESSES = [
  '1.46.0.1',
  '8.8.8.8',
  '133.11.0.1',
  '10.1.2.3',
  '2001:fb1::1',
  '2001:4860:4860::8888',
  'not an address',
  '8.8.8.8, 1.46.0.1',
  '1.46.0.1, 8.8.8.8',
  '::ffff:1.46.0.1',
  '',
  '1.46.0.01',
  '::ffff:001.46.0.1',
];
const REFERRERS = [
  'https://customer.example',
  'https://customer.example/page?x',
  'http://customer.example:8080',
  'https://a.partner.example/',
  'https://partner.example/',
  'https://evil.example',
  'null',
  '',
  'https://CUSTOMER.example/',
  'https://x.worse.example',
  'https://customer.example.evil.example/',
  'https://user@customer.example/',
  'https://evil.example/https://customer.example',
  'ftp://customer.example',
  'https://customer.example.',
  'https://customer.example\\evil.example',
  'https://[::1]/',
  'https://ลูกค้า.example',
];
const RANGES = [
  'bytes=0-9',
  'bytes=990-',
  'bytes=-5',
  'bytes=5-2',
  'bytes=5000-',
  'bytes=0-1,3-4',
  'lines=1-2',
  'Bytes=0-0',
  'bytes=0-',
  'bytes=-0',
  'bytes=-5000',
  'bytes=999-999',
  'bytes=1000-',
  'bytes=0-5000',
  'bytes=',
  'bytes=-',
  'bytes =0-1',
  'bytes= 0-1',
  'bytes=00-1',
  'bytes=0-1,',
  'bytes=0-999999999999999999999',
  'bytes=999999999999999-',
  'bytes=1-1 ',
];
const AGENTS = ['Player/1.0', 'Mozilla/5.0 (X11; Linux x86_64)', 'Player/1.0 (ไทย)', ''];
const ENCODINGS = [
  'gzip',
  'gzip, deflate, br',
  'br',
  'identity',
  'gzip;q=0',
  '*',
  'gzip;q=0.5',
  'GZIP',
  'deflate, gzip;q=1.0, *;q=0.5',
  'x-gzip',
  'gzip;q=0.000',
  '',
];
const METHODS = ['HEAD', 'HEAD', 'OPTIONS', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'];

type Headers = Record<string, string | string[]>;

/** Makes a request of a viewer as a player sends it, or one that has several things wrong. */
export function createRequest(random: Random, now = Date.now()): SentRequest {
  const nowSec = Math.floor(now / 1000);
  return random.isOnce(3) ? createWrong(random, nowSec) : createRight(random, nowSec);
}

function createRight(random: Random, nowSec: number): SentRequest {
  const host = random.pick(HOSTS.slice(0, 6));
  const key = random.pick(VIDEO_KEYS.slice(0, random.isOnce(2) ? 4 : 8));
  const file = random.pick(FILES.slice(0, 18));
  const path = `/streams/${key}/${file}`;
  const address = random.pick(ADDRESSES.slice(0, random.isOnce(2) ? 1 : 6));
  const agent = random.pick(AGENTS.slice(0, 2));
  const signee = { host, path, key, address, agent };
  const isSigned = host.startsWith('s') && !host.startsWith('some');
  const headers: Headers = { Host: host, 'X-Forwarded-For': address, 'User-Agent': agent };
  let query = '';
  // Players that drop queries have the pass in a cookie.
  if (isSigned && random.isOnce(8)) headers['Cookie'] = createCookie(random, signee, nowSec);
  else if (isSigned) query = signRight(random, signee, nowSec);
  const referrers = REFERRERS.slice(0, random.isOnce(2) ? 4 : REFERRERS.length);
  if (!random.isOnce(4)) headers['Referer'] = toHeader(random.pick(referrers));
  if (random.isOnce(6)) headers['Origin'] = random.pick(REFERRERS.slice(0, 4));
  if (random.isOnce(2)) headers['Accept-Encoding'] = random.pick(ENCODINGS);
  if (random.isOnce(8)) headers['Range'] = random.pick(RANGES);
  if (random.isOnce(10)) addConditions(random, headers, key, file);
  const method = random.isOnce(10) ? 'HEAD' : 'GET';
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

function createWrong(random: Random, nowSec: number): SentRequest {
  const host = random.pick(HOSTS);
  const key = random.pick(VIDEO_KEYS);
  const file = random.pick(FILES);
  const path = random.isOnce(40) ? random.pick(OTHER_PATHS) : `/streams/${key}/${file}`;
  const address = random.pick(ADDRESSES);
  const agent = random.pick(AGENTS);
  const signee = { host, path, key, address, agent };
  const query = createQuery(random, signee, nowSec);
  const method = random.isOnce(6) ? random.pick(METHODS) : 'GET';
  const headers: Headers = { Host: random.isOnce(15) ? host.toUpperCase() : host };
  if (!random.isOnce(10)) headers['X-Forwarded-For'] = address;
  if (agent !== '') headers['User-Agent'] = toHeader(agent);
  if (random.isOnce(2)) headers['Referer'] = toHeader(random.pick(REFERRERS));
  if (random.isOnce(3)) headers['Origin'] = toHeader(random.pick(REFERRERS));
  if (random.isOnce(3)) headers['Accept-Encoding'] = random.pick(ENCODINGS);
  if (random.isOnce(6)) headers['Range'] = random.pick(RANGES);
  if (random.isOnce(5)) addConditions(random, headers, key, file);
  if (random.isOnce(6)) headers['Cookie'] = createCookie(random, signee, nowSec);
  if (method === 'OPTIONS') addPreflight(random, headers);
  if (random.isOnce(20)) repeatOne(random, headers);
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

/** RFC 9110 §13: what the client has already, or wants only so. */
function addConditions(random: Random, headers: Headers, key: string, file: string): void {
  const stored = file.includes('/') ? file : `rev1/${file}`;
  const etag = `"streams/${key}/${stored}"`;
  const tags = [etag, etag, `W/${etag}`, `"other", ${etag}`, '*', '"other"', '::bytes=0-1', ''];
  const times = [new Date(), new Date(0), new Date(Date.now() + 86_400_000)];
  const time = random.pick(times).toUTCString();
  if (random.isOnce(2)) headers['If-None-Match'] = random.pick(tags);
  if (random.isOnce(4)) headers['If-Modified-Since'] = random.isOnce(8) ? 'never' : time;
  if (random.isOnce(8)) headers['If-Match'] = random.pick(tags);
  if (random.isOnce(8)) headers['If-Unmodified-Since'] = time;
  if (!random.isOnce(3)) return;
  headers['If-Range'] = random.pick([...tags, time]);
  headers['Range'] = random.pick(RANGES);
}

/** Adds what a browser asks before it sends a request that pages may not send by themselves. */
function addPreflight(random: Random, headers: Headers): void {
  headers['Origin'] = toHeader(random.pick(REFERRERS));
  headers['Access-Control-Request-Method'] = random.pick(['GET', 'HEAD', 'POST', 'DELETE', '']);
  if (random.isOnce(2))
    headers['Access-Control-Request-Headers'] = random.pick(['range', 'x-a, range', '*', '']);
  if (random.isOnce(5)) headers['Access-Control-Request-Private-Network'] = 'true';
}

const OTHERS = new Map([
  ['Range', RANGES],
  ...['Origin', 'Referer'].map((name) => [name, REFERRERS] as const),
]);

/** Sends a header twice, so that a proxy and a server might trust different values. */
function repeatOne(random: Random, headers: Headers): void {
  const name = random.pick(Object.keys(headers));
  const value = headers[name];
  // These twice, nginx refuses by itself.
  if (typeof value !== 'string' || name === 'Host' || name.startsWith('If-')) return;
  const others = OTHERS.get(name) ?? [value];
  headers[name] = [value, toHeader(random.pick(others))];
}

/** Node sends the bytes of a text's letters as they are. */
function toHeader(text: string): string {
  return Buffer.from(text).toString('latin1');
}
