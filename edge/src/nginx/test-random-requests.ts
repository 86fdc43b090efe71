import { type SentRequest } from './test-nginx-edge.ts';
import { HOSTS, signQuery, VIDEO_KEYS } from './test-world.ts';

export type Random = {
  /** From 0 up to, and without, 1. */
  next(): number;
  pick<T>(from: readonly T[]): T;
  isOnce(inHowMany: number): boolean;
};

/** The same seed gives the same requests (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    isOnce: (inHowMany) => next() * inHowMany < 1,
  };
}

const FILES = [
  ...['playlist.m3u8', 'playlist.m3u8', 'manifest.mpd', '360p.mp4', 'cover.jpg'],
  ...['rev1/v360.m3u8', 'rev1/a1.m3u8', 'rev1/v360/init.mp4', 'rev1/a1/init.mp4'],
  ...['rev1/v360/1.m4s', 'rev1/v360/2.m4s', 'rev1/v360/1.m4s', 'rev1/v360/2.m4s'],
  ...['rev1/a1/1.m4s', 'rev1/a1/2.m4s', 'rev1/cover-320.jpg', 'rev1/v360/3.m4s', '720p.mp4'],
  // None of these is there.
  ...['rev1/v720.m3u8', 'rev1/v360-iframes.m3u8'],
  ...['rev1/v720/1.m4s', 'rev1/v360/01.m4s', 'rev1/v360/9999999.m4s'],
  ...['rev2/v360/1.m4s', 'rev1/storyboard.json', 'rev1/constructor/1.m4s'],
  ...['rev1/v360/../v360/1.m4s', 'rev1//v360/1.m4s', 'rev1/v360/%31.m4s', 'rev1/V360/1.m4s'],
  ...['rev1/v360/1.m4s/', '', '.', 'rev1/v360/', 'rev1/a1.m3u8%20', 'rev1/../../free/rev1/a1.m3u8'],
];
const OTHER_PATHS = ['/', '/healthz', '/-video/streams/free/rev1/v360/1.m4s', '/-text/plain/free'];

// Thailand, the United States, Japan, nobody's, and forged ones.
const ADDRESSES = [
  ...['1.46.0.1', '8.8.8.8', '133.11.0.1', '10.1.2.3', '2001:fb1::1', '2001:4860:4860::8888'],
  ...['not an address', '8.8.8.8, 1.46.0.1', '1.46.0.1, 8.8.8.8', '::ffff:1.46.0.1', ''],
];
const REFERRERS = [
  ...[
    'https://customer.example',
    'https://customer.example/page?x',
    'http://customer.example:8080',
  ],
  ...['https://a.partner.example/', 'https://partner.example/', 'https://evil.example', 'null', ''],
  ...[
    'https://CUSTOMER.example/',
    'https://customer.example.evil.example/',
    'https://x.worse.example',
  ],
  ...[
    'https://user@customer.example/',
    'https://evil.example/https://customer.example',
    'ftp://customer.example',
  ],
  ...[
    'https://customer.example.',
    'https://customer.example\\evil.example',
    'https://[::1]/',
    'https://ลูกค้า.example',
  ],
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
];

/** Makes a request of a viewer as a player sends it, or one that has several things wrong. */
export function createRequest(random: Random, now = Date.now()): SentRequest {
  const nowSec = Math.floor(now / 1000);
  return random.isOnce(3) ? createWrong(random, nowSec) : createRight(random, nowSec);
}

function createRight(random: Random, nowSec: number): SentRequest {
  const host = random.pick(HOSTS.slice(0, 6));
  const key = random.pick(VIDEO_KEYS.slice(0, 8));
  const path = `/streams/${key}/${random.pick(FILES.slice(0, 18))}`;
  const prefix = `/streams/${key}/`;
  const expires = nowSec + random.pick([30, 3600]);
  const isSigned = host.startsWith('s') && !host.startsWith('some');
  const query = isSigned
    ? signQuery({ host, path, prefix }, random.pick(['k1', 'k2']), expires)
    : '';
  const headers: Record<string, string> = { Host: host };
  headers['X-Forwarded-For'] = random.pick(ADDRESSES.slice(0, 6));
  if (!random.isOnce(4)) headers['Referer'] = toHeader(random.pick(REFERRERS));
  if (random.isOnce(8)) headers['Range'] = random.pick(RANGES);
  const method = random.isOnce(10) ? 'HEAD' : 'GET';
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

function createWrong(random: Random, nowSec: number): SentRequest {
  const host = random.pick(HOSTS);
  const key = random.pick(VIDEO_KEYS);
  const file = random.pick(FILES);
  const path = random.isOnce(60) ? random.pick(OTHER_PATHS) : `/streams/${key}/${file}`;
  const query = createQuery(random, { host, path, key }, nowSec);
  const method = random.isOnce(8) ? random.pick(['HEAD', 'HEAD', 'OPTIONS', 'POST', 'PUT']) : 'GET';
  const sentHost = random.isOnce(15) ? host.toUpperCase() : host;
  const headers = createHeaders(random, sentHost, key);
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

function createHeaders(random: Random, host: string, key: string): Record<string, string> {
  const headers: Record<string, string> = { Host: host };
  if (!random.isOnce(10)) headers['X-Forwarded-For'] = random.pick(ADDRESSES);
  if (random.isOnce(2)) headers['Referer'] = toHeader(random.pick(REFERRERS));
  if (random.isOnce(3)) headers['Origin'] = toHeader(random.pick(REFERRERS));
  if (random.isOnce(6)) headers['Range'] = random.pick(RANGES);
  const etag = `"streams/${key}/rev1/v360/1.m4s"`;
  if (random.isOnce(15))
    headers['If-None-Match'] = random.pick([etag, '*', '"other"', '::bytes=0-1']);
  if (random.isOnce(15)) headers['If-Range'] = random.pick([etag, '"other"']);
  if (random.isOnce(15)) headers['If-Modified-Since'] = new Date().toUTCString();
  if (random.isOnce(20)) headers['Cookie'] = `kinora_pass_${key}=x_key_id=k1`;
  return headers;
}

/** Node sends the bytes of a text's letters as they are. */
function toHeader(text: string): string {
  return Buffer.from(text).toString('latin1');
}

type Place = { host: string; path: string; key: string };

function createQuery(random: Random, place: Place, nowSec: number): string {
  if (random.isOnce(4))
    return random.pick(['', '', 'a=b', 'x_', 'x_expires=1', 'x_key_id=team', '%78_key_id=k1', '?']);
  const signed = { ...place, host: random.isOnce(20) ? 'open.test' : place.host };
  if (random.isOnce(20)) signed.key = 'free';
  const prefix = random.isOnce(3)
    ? random.pick([null, '/', '/streams/'])
    : `/streams/${signed.key}/`;
  const expires = nowSec + (random.isOnce(15) ? -100 : random.pick([30, 3600, 500_000]));
  const query = signQuery({ ...signed, prefix }, random.pick(['k1', 'k2']), expires);
  return random.isOnce(6) ? spoil(random, query) : query;
}

function spoil(random: Random, query: string): string {
  switch (Math.floor(random.next() * 9)) {
    case 0:
      return query.split('&').toReversed().join('&');
    case 1:
      return `${query}&${query.split('&')[0]}`;
    case 2:
      return `${query}&a=b`;
    case 3:
      return query.replaceAll('/', '%2F');
    case 4:
      return query.slice(0, -1);
    case 5:
      return query.replace('x_key_id=k', 'x_key_id=j');
    case 6:
      return query.replace(/x_expires=\d/, 'x_expires=9');
    case 7:
      return `${query}&x_client_ip=1`;
    default:
      return query.replace('x_expires=', 'x_expires=0');
  }
}
