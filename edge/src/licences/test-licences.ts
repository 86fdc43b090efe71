import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  getPublishedKeysKey,
  getPublishedTeamKey,
  type PublishedKeys,
  type PublishedTeam,
} from '@kinora/contract/published';
import type { StreamDescription } from '@kinora/contract/stream';
import { createTestAudio, createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import type { Storage } from '@kinora/storage/storage';
import { type JWTPayload, SignJWT } from 'jose';

// A protected stream of three classes, and a team with a key of each algorithm.

export const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

const createPairs = () => ({
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: generateKeyPairSync('ed25519'),
});
export const OURS = createPairs();
export const THEIRS = createPairs();

export const toPem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));

/** Ids and canaries: the second of each must be seen where it was asked for alone. */
export const KEYS = {
  sd: ['5d'.repeat(16), 'canary of sd key'],
  hd: ['bd'.repeat(16), 'canary of hd key'],
  uhd: ['4c'.repeat(16), 'canary of uhd ky'],
  audio: ['a0'.repeat(16), 'canary of sound!'],
} as const;
export type Kind = keyof typeof KEYS;

export const idOf = (kind: Kind) => Buffer.from(KEYS[kind][0], 'hex').toString('base64url');
export const keyOf = (kind: Kind) => Buffer.from(KEYS[kind][1]).toString('base64url');

const encryption = {
  method: 'cbcs' as const,
  iv: '0'.repeat(32),
  systems: ['clearkey' as const],
  pssh: [],
  videoKeyId: KEYS.sd[0],
  audioKeyId: KEYS.audio[0],
};

export function protectedStream(more: Partial<StreamDescription> = {}): StreamDescription {
  return createTestStream({
    video: [
      createTestVideo(360, { keyId: KEYS.sd[0] }),
      createTestVideo(1080, { keyId: KEYS.hd[0] }),
      createTestVideo(2160, { keyId: KEYS.uhd[0] }),
    ],
    audio: [createTestAudio('a1', { keyId: KEYS.audio[0] })],
    deliveryModel: 'model-k',
    encryption,
    ...more,
  });
}

/** Keys aren't sealed in tests. */
export async function publishKeys(storage: Storage, revisionKey = 'rev1'): Promise<void> {
  const keys = Object.entries(KEYS).map(([kind, [keyId, key]]) => ({
    keyId,
    kind,
    sealedKey: Buffer.from(key).toString('base64'),
  }));
  const document: PublishedKeys = { version: 1, revisionKey, packaging: 1, keys };
  const key = getPublishedKeysKey(revisionKey, encryption);
  await storage.put(key, Buffer.from(JSON.stringify(document)));
}

export async function publishTeam(
  storage: Storage,
  teamId: string,
  pairs = OURS,
  more: Partial<PublishedTeam> = {},
): Promise<void> {
  const jwtKeys = ALGORITHMS.map((algorithm) => ({
    keyId: `${teamId}-${algorithm}`,
    algorithm,
    publicKey: toPem(pairs[algorithm].publicKey),
  }));
  const team: PublishedTeam = {
    version: 1,
    teamId,
    name: `Name of ${teamId}`,
    geoblockRules: { rule: { allow: [], deny: [] } },
    jwtKeys,
    ...more,
  };
  await storage.put(getPublishedTeamKey(teamId), Buffer.from(JSON.stringify(team)));
}

export function signToken(
  claims: JWTPayload,
  {
    algorithm = 'ES256',
    pairs = OURS,
    header = {},
  }: { algorithm?: Algorithm; pairs?: typeof OURS; header?: object } = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, ...header })
    .sign(pairs[algorithm].privateKey);
}

/** Bodies that ask for no licence in the form of EME's ClearKey, around a right id of a key. */
export function listMalformedBodies(id: string): string[] {
  return [
    '{',
    '[]',
    'null',
    '"kids"',
    '{}',
    '{"kids":[]}',
    '{"kids":"x"}',
    `{"kids":["${id}="]}`,
    `{"kids":["${id.slice(1)}"]}`,
    `{"kids":["${id}"],"type":"forever"}`,
    `{"kids":[7]}`,
    JSON.stringify({ kids: Array.from({ length: 33 }, () => id), type: 'temporary' }),
    JSON.stringify({ kids: ['A'.repeat(21) + 'B'], type: 'temporary' }),
  ];
}
