import { signForTeam } from '@kinora/playback-rules/signature-forms';
import { TEST_ACCESS } from '../test-edge.ts';
import type { Random } from './test-random.ts';
import { type Conditions, signArkV2Query, signQuery } from './test-world.ts';

/** A signature is made for this: the request as it is sent. */
export type Signee = { host: string; path: string; key: string; address: string; agent: string };

/** Signs as our own addresses and good signers do, now and then in the older form or with a condition. */
export function signRight(random: Random, signee: Signee, nowSec: number): string {
  const expires = nowSec + random.pick([30, 3600]);
  const prefix = random.isOnce(8) ? null : `/streams/${signee.key}/`;
  const conditions = random.isOnce(6) ? createConditions(random, signee) : {};
  const sign = random.isOnce(8) ? signArkV2Query : signQuery;
  return sign({ ...signee, prefix, conditions }, random.pick(['k1', 'k2']), expires);
}

/** Writes a query that may be wrong in any way. */
export function createQuery(random: Random, signee: Signee, nowSec: number): string {
  if (random.isOnce(5)) return random.pick(UNSIGNED);
  const expires = nowSec + (random.isOnce(15) ? -100 : random.pick([30, 3600, 500_000]));
  if (random.isOnce(12)) return signForTeam(TEST_ACCESS.teamKey, { ...signee, expires });
  const signed = { ...signee, host: random.isOnce(20) ? 'open.test' : signee.host };
  if (random.isOnce(20)) signed.key = 'free';
  const prefix = random.isOnce(3)
    ? random.pick([null, '/', '/streams/'])
    : `/streams/${signed.key}/`;
  const conditions = random.isOnce(3) ? createConditions(random, signee) : {};
  const sign = random.isOnce(3) ? signArkV2Query : signQuery;
  const query = sign({ ...signed, prefix, conditions }, random.pick(['k1', 'k2']), expires);
  return random.isOnce(6) ? spoil(random, query) : query;
}

/** Writes the cookies of a viewer, either as the edge set them or forged. */
export function createCookie(random: Random, signee: Signee, nowSec: number): string {
  const prefix = random.isOnce(6) ? '/streams/' : `/streams/${signee.key}/`;
  const expires = nowSec + (random.isOnce(10) ? -100 : random.pick([30, 3600]));
  const conditions = random.isOnce(5) ? createConditions(random, signee) : {};
  const sign = random.isOnce(5) ? signArkV2Query : signQuery;
  const query = sign({ ...signee, prefix, conditions }, random.pick(['k1', 'k2']), expires);
  const value = random.isOnce(8) ? spoil(random, query) : query;
  const pass = `kinora_pass_${random.isOnce(12) ? 'free' : signee.key}=${value}`;
  return random.pick([
    pass,
    pass,
    pass,
    `a=b; ${pass}`,
    `${pass}; a=b`,
    `${pass};kinora_pass=1`,
    `kinora_pass_${signee.key}=; ${pass}`,
    `kinora_pass_${signee.key}=x_key_id=k1`,
    'a=b',
  ]);
}

const UNSIGNED = ['', '', 'a=b', 'x_', 'x_expires=1', 'x_key_id=team', '%78_key_id=k1', '?'];
const COUNTRIES = ['TH', 'TH,LA', 'US', 'JP,US', 'XX', 'th'];

/** Some hold for the viewer, and some for another one. */
function createConditions(random: Random, { address, agent }: Signee): Conditions {
  const conditions: Conditions = {};
  if (random.isOnce(2)) conditions.client_ip = random.isOnce(5) ? '9.9.9.9' : address;
  if (random.isOnce(3)) conditions.geo_allow = random.pick(COUNTRIES);
  if (random.isOnce(4)) conditions.geo_block = random.pick(COUNTRIES);
  if (random.isOnce(3)) conditions.user_agent = random.isOnce(5) ? 'Another/1' : agent;
  return conditions;
}

function spoil(random: Random, query: string): string {
  switch (Math.floor(random.next() * 12)) {
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
      return query.replace(/id=k/, 'id=j');
    case 6:
      return query.replace(/expires=\d/, 'expires=9');
    case 7:
      return `${query}&x_client_ip=1`;
    case 8:
      return query.replace('ark-v2', 'ark-v3');
    case 9:
      return query.replace(/.$/, (last) => (last === 'B' ? 'C' : 'B'));
    case 10:
      return `${query}&x_ark_signature=${'a'.repeat(22)}`;
    default:
      return query.replace('expires=', 'expires=0');
  }
}
