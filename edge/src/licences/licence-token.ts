import { createPublicKey, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { copyText } from '@kinora/playback-rules/copy-text';
import type { JwtAlgorithm } from '@kinora/contract/jwt-algorithm';
import type { PublishedTeam } from '@kinora/contract/published';
import { checkTeamLicence } from '@kinora/playback-rules/team-licence';
import { getTokenAlgorithm, verifyToken } from '@kinora/playback-rules/token-keys';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Grant, judgeClaims, type Judged } from './claims.ts';

const INVALID = { reason: 'license_token_invalid' } as const;
const BEARER = /^Bearer +([^\s]+)$/i;
/** The console shows a video as a team has set it up, and keeps nothing. */
const OF_TEAM: Grant = { highest: 'uhd', mayPersist: false, hdcp: 'HDCP_NONE', streams: null };
/** A token that names 200 videos has some. */
export const MAX_TOKEN_LETTERS = 8192;

type Facts = {
  videoKey: string;
  nowSec: number;
  team: PublishedTeam | null;
  /** Signs what the console shows to a team's members. */
  teamKey: Uint8Array;
};

/** The token of an `Authorization`. */
export function readBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}

/** Judges the `Authorization` of a request for a licence, which is neither logged nor repeated in answers. */
export async function judgeToken(authorization: string | undefined, facts: Facts): Promise<Judged> {
  if (authorization === undefined) return { reason: 'license_token_missing' };
  const token = readBearer(authorization);
  if (token === undefined || token.length > MAX_TOKEN_LETTERS) return INVALID;
  const ofTeam = checkTeamLicence(facts.teamKey, token, facts);
  if (ofTeam === 'expired') return { reason: 'license_token_expired' };
  if (ofTeam === 'valid') return OF_TEAM;
  const claims = ofTeam === 'none' && facts.team ? await readClaims(token, facts.team) : undefined;
  return claims === undefined ? INVALID : judgeClaims(claims, facts);
}

/** So much text of tokens is remembered, of all teams together: of some 10,000 usual ones. */
const MAX_REMEMBERED_LETTERS = 3_000_000;

type Verified = { team: PublishedTeam; claims: Promise<unknown> };

/**
 * Tokens that were signed by the team's keys, with their claims. A device asks for the keys of a stream at
 * once, and again while it plays, with one token. Another document of the team may have other keys.
 */
const verified = new LRUCache<string, Verified>({
  maxSize: MAX_REMEMBERED_LETTERS,
  sizeCalculation: (_verified, token) => token.length,
});

/**
 * Tokens whose signatures are being checked. They are kept apart, so that forged ones push out no valid ones.
 */
const verifying = new Map<string, Verified>();

/** The claims of a token that a key of the team has signed; undefined for any other. */
async function readClaims(token: string, team: PublishedTeam): Promise<unknown> {
  const known = verified.get(token) ?? verifying.get(token);
  if (known?.team === team) return known.claims;
  const one = { team, claims: verify(token, team) };
  verifying.set(token, one);
  const claims = await one.claims;
  if (verifying.get(token) === one) verifying.delete(token);
  if (claims !== undefined) verified.set(copyText(token), one);
  return claims;
}

async function verify(token: string, team: PublishedTeam): Promise<unknown> {
  const keys = findKeys(token, team);
  const [only, ...others] = keys;
  if (others.length === 0) return only && readSigned(token, only);
  return inTurn(team.teamId, async () => {
    for (const key of keys) {
      // Other work runs between checks, as anyone can send a token without a `kid`, which needs one check per
      // key.
      await setImmediate();
      const claims = readSigned(token, key);
      if (claims !== undefined) return claims;
    }
    return undefined;
  });
}

function readSigned(token: string, { publicKey, algorithm }: Key): unknown {
  const payload = verifyToken(token, publicKey, algorithm);
  try {
    return payload === null ? undefined : JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** By the id of a team, the last search for a key that is under way: there is one at a time. */
const searches = new Map<string, Promise<unknown>>();

function inTurn(teamId: string, search: () => Promise<unknown>): Promise<unknown> {
  const turn = (searches.get(teamId) ?? Promise.resolve()).then(search);
  searches.set(teamId, turn);
  return turn.finally(() => {
    if (searches.get(teamId) === turn) searches.delete(teamId);
  });
}

type Key = { keyId: string; algorithm: JwtAlgorithm; publicKey: KeyObject };

function findKeys(token: string, team: PublishedTeam): Key[] {
  const header = readHeader(token);
  // RFC 7515 §4.1.11: unknown critical members must be refused, and we know none.
  if (!header || 'crit' in header) return [];
  const { alg, kid } = header;
  // The key says how it signs; a token may only agree (RFC 8725 §3.1).
  return openKeys(team).filter(
    (key) => key.algorithm === alg && (kid === undefined || kid === key.keyId),
  );
}

function readHeader(token: string): Record<string, unknown> | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

// An unchanged document keeps its identity.
const opened = new WeakMap<PublishedTeam, Key[]>();

function openKeys(team: PublishedTeam): Key[] {
  const known = opened.get(team);
  if (known) return known;
  const all = team.jwtKeys.map((key) => ({ ...key, publicKey: createPublicKey(key.publicKey) }));
  // A key stored before such keys were refused counts as none.
  const keys = all.filter((key) => getTokenAlgorithm(key.publicKey) === key.algorithm);
  opened.set(team, keys);
  return keys;
}
