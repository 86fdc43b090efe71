import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JwtAlgorithm } from '@kinora/contract/jwt-algorithm';
import { getTokenAlgorithm } from '@kinora/playback-rules/token-keys';

export type ReadKey =
  | { algorithm: JwtAlgorithm; publicKey: string }
  | { problem: 'private_key' | 'not_a_key' | 'key_not_supported' };

/** `BEGIN RSA PRIVATE KEY`, `BEGIN ENCRYPTED PRIVATE KEY`, and the like. */
const PRIVATE_PEM = /PRIVATE KEY/i;
/** RFC 7518 §6.2.2, §6.3.2 and §6.4.1: members that are no public key's. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Reads a public key, SPKI in PEM or a JWK as JSON. A private key is recognised before it is parsed: it is a
 * secret that must not be kept here.
 */
export function readPublicKey(given: string): ReadKey {
  const text = given.trim();
  const jwk = text.startsWith('{') ? parseJson(text) : null;
  if (PRIVATE_PEM.test(text) || (jwk && PRIVATE_MEMBERS.some((name) => name in jwk)))
    return { problem: 'private_key' };
  const key = jwk ? tryKey(() => createPublicKey({ key: jwk, format: 'jwk' })) : readPem(text);
  if (!key) return { problem: 'not_a_key' };
  const algorithm = getTokenAlgorithm(key);
  if (!algorithm) return { problem: 'key_not_supported' };
  return { algorithm, publicKey: String(key.export({ type: 'spki', format: 'pem' })) };
}

/** The text must be a single block, so that the stored key is the intended one. */
const SPKI_PEM = /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/;

function readPem(text: string): KeyObject | null {
  return SPKI_PEM.test(text) ? tryKey(() => createPublicKey(text)) : null;
}

function tryKey(make: () => KeyObject): KeyObject | null {
  try {
    return make();
  } catch {
    return null;
  }
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}
