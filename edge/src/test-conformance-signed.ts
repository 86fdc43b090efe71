import type { SentRequest } from './nginx/test-nginx-edge.ts';
import { OPEN, SIGNED } from './nginx/test-edges.ts';
import { type Conditions, signArkV2Query, signQuery } from './nginx/test-world.ts';
import {
  type Case,
  get,
  refused,
  SHARED,
  THAI,
  AMERICAN,
  SEGMENT_PATH,
  AUDIO_PATH,
  PLAYLIST_PATH,
  named,
} from './test-conformance-case.ts';

// Cases about signatures, which `test-conformance.ts` lists with the others.

type SignedAs = {
  path?: string;
  prefix?: string | null;
  host?: string;
  conditions?: Conditions;
  expires: number;
};

const sign = (form: typeof signQuery, { expires, ...more }: SignedAs): string =>
  form({ host: SIGNED, path: SEGMENT_PATH, prefix: null, ...more }, 'k1', expires);
const signed = (query: string, headers: Record<string, string> = {}, path = SEGMENT_PATH) =>
  get(query === '' ? path : `${path}?${query}`, { Host: SIGNED, ...headers });
const plays = (sent: SentRequest, caching = 'public, max-age=60'): Case => ({
  sent,
  status: 200,
  bytes: [0, 999],
  headers: { ...SHARED, 'cache-control': caching, vary: 'Origin' },
});
const fromPage = (wanted: Case, origin: string): Case => ({
  ...wanted,
  sent: { ...wanted.sent, headers: { ...wanted.sent.headers, Origin: origin } },
  headers: { ...wanted.headers, ...named(origin) },
});
const PREFIX = '/streams/free/';
const FOR_ONE = 'private, no-cache';

export function listSigned(nowSec: number): Case[] {
  const expires = nowSec + 3600;
  const exact = sign(signQuery, { expires });
  const below = sign(signQuery, { expires, prefix: PREFIX });
  const wide = sign(signQuery, { expires, prefix: '/streams/' });
  const ofClient = sign(signQuery, { expires, conditions: { client_ip: THAI } });
  const inThailand = sign(signQuery, { expires, conditions: { geo_allow: 'TH,LA' } });
  const notThere = sign(signQuery, { expires, conditions: { geo_block: 'US' } });
  const ended = { expires: nowSec - 1, prefix: PREFIX };
  const otherHost = sign(signQuery, { expires, prefix: PREFIX, host: OPEN });
  return [
    plays(signed(exact)),
    plays(signed(below)),
    plays(signed(wide)),
    ...[
      'https://a.example',
      'http://b.example:8080',
      'capacitor://localhost',
      'http://[::1]:80',
    ].map((origin) => fromPage(plays(signed(below)), origin)),
    fromPage(refused(signed(''), 403, 'signature_missing'), 'https://a.example'),
    plays(signed(below, { Origin: 'null' })),
    plays(signed(below, { Origin: 'https://a b' })),
    plays(signed(below.replaceAll('/', '%2F'))),
    plays(signed(inThailand.replace('TH,LA', 'TH%2CLA'), { 'X-Forwarded-For': THAI }), FOR_ONE),
    plays(signed(ofClient, { 'X-Forwarded-For': THAI }), FOR_ONE),
    plays(signed(ofClient, { 'X-Forwarded-For': `${AMERICAN}, ${THAI}` }), FOR_ONE),
    plays(signed(inThailand, { 'X-Forwarded-For': THAI }), FOR_ONE),
    plays(signed(notThere, { 'X-Forwarded-For': THAI }), FOR_ONE),
    refused(signed(''), 403, 'signature_missing'),
    refused(signed(sign(signQuery, ended)), 410, 'signature_expired'),
    ...[
      signed(exact, {}, AUDIO_PATH),
      signed(below, {}, '/streams/notUs/rev1/v360/1.m4s'),
      signed(`${below}&x_expires=${expires}`),
      signed(below.slice(0, -1)),
      signed(otherHost),
      signed(below.replace('=k1', '=k2')),
      signed(below.replace('=k1', '=k3')),
      signed(below.replace(`${expires}`, `${expires + 1}`)),
      signed(below.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))),
      signed(ofClient, { 'X-Forwarded-For': AMERICAN }),
      signed(ofClient, { 'X-Forwarded-For': `${THAI}, ${AMERICAN}` }),
      signed(`${below}&x_client_ip=1`),
      signed(below.replace('=k1', '=%6B1')),
      signed(`${below}&x%5Fexpires=${expires}`),
      signed(below.replace('x_path_prefix=/', 'x_path_prefix=%2F')),
    ].map((sent) => refused(sent, 403, 'signature_invalid')),
    refused(signed(inThailand, { 'X-Forwarded-For': AMERICAN }), 451, 'country_blocked'),
    refused(signed(notThere, { 'X-Forwarded-For': AMERICAN }), 451, 'country_blocked'),
    {
      sent: signed(below, {}, PLAYLIST_PATH),
      status: 200,
      headers: {
        ...SHARED,
        'cache-control': 'public, max-age=1',
        vary: 'Accept-Encoding, Origin',
        'set-cookie': /^kinora_pass_free=x_key_id=k1&.*; Path=\/streams\/free\/; Max-Age=\d+; Http/,
      },
    },
  ];
}

export function listOlder(nowSec: number): Case[] {
  const expires = nowSec + 3600;
  const exact = sign(signArkV2Query, { expires });
  const below = sign(signArkV2Query, { expires, prefix: PREFIX });
  const both = { client_ip: THAI, user_agent: 'Player/1' };
  const bound = sign(signArkV2Query, { expires, prefix: PREFIX, conditions: both });
  const viewer = { 'X-Forwarded-For': THAI, 'User-Agent': 'Player/1' };
  const ended = { expires: nowSec - 1, prefix: PREFIX };
  const strict = sign(signArkV2Query, { expires, prefix: PREFIX, host: 'strict.test' });
  const onStrict = { Host: 'strict.test', Referer: 'https://customer.example/' };
  return [
    plays(signed(exact)),
    plays(signed(below)),
    plays(signed(bound, viewer), FOR_ONE),
    refused(signed(sign(signArkV2Query, ended)), 410, 'signature_expired'),
    ...[
      signed(exact, {}, AUDIO_PATH),
      signed(below.slice(0, -1)),
      signed(below.replace('ark-v2', 'ark-v1')),
      signed(bound, { ...viewer, 'User-Agent': 'x' }),
      signed(bound, { ...viewer, 'X-Forwarded-For': AMERICAN }),
    ].map((sent) => refused(sent, 403, 'signature_invalid')),
    refused(signed(strict, onStrict), 403, 'signature_missing'),
  ];
}

export function listCookies(nowSec: number): Case[] {
  const expires = nowSec + 3600;
  const name = 'kinora_pass_free=';
  const [pass, older] = [signQuery, signArkV2Query].map((form) =>
    sign(form, { expires, prefix: PREFIX }),
  );
  const ended = sign(signQuery, { expires: nowSec - 1, prefix: PREFIX });
  const holding = (cookie: string) => signed('', { Cookie: cookie });
  return [
    plays(holding(`${name}${pass}`), FOR_ONE),
    plays(holding(`${name}${older}`), FOR_ONE),
    plays(holding(`other=1; ${name}${pass}; another=2`), FOR_ONE),
    fromPage(plays(holding(`${name}${pass}`), FOR_ONE), 'https://a.example'),
    refused(holding(`kinora_pass_notUs=${pass}`), 403, 'signature_missing'),
    refused(holding(`${name}x_key_id=k1`), 403, 'signature_invalid'),
    refused(holding(`${name}${ended}`), 410, 'signature_expired'),
  ];
}
