import { type KeyObject, verify } from 'node:crypto';
import type { JwtAlgorithm } from '@kinora/contract/jwt-algorithm';
import { hasUsualExponent } from './rsa-keys.ts';

const RSA_BITS = { min: 2048, max: 4096 };

/**
 * Each kind of key signs by one algorithm alone, so that no token may choose (RFC 8725 §3.1). Undefined
 * for keys that sign no tokens: a team adds its keys, and all pay for what a check with them takes.
 */
export function getTokenAlgorithm(key: KeyObject): JwtAlgorithm | undefined {
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'ec')
    return asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : undefined;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  const isSized = bits >= RSA_BITS.min && bits <= RSA_BITS.max;
  return asymmetricKeyType === 'rsa' && isSized && hasUsualExponent(key) ? 'RS256' : undefined;
}

/** RFC 7515 §7.1 without any other letter: a token has one spelling. */
const FORM = /^([\w-]+\.([\w-]+))\.([\w-]+)$/;

/**
 * The payload of a token that a key has signed; null for any other. The check blocks for up to 0.1 ms:
 * WebCrypto, which libraries use, would check on the threads that read files, so that floods of tokens would
 * delay segments.
 *
 * @param algorithm the key's
 */
export function verifyToken(token: string, key: KeyObject, algorithm: JwtAlgorithm): Buffer | null {
  const [, signed = '', payload = '', text = ''] = FORM.exec(token) ?? [];
  const signature = Buffer.from(text, 'base64url');
  if (signature.toString('base64url') !== text) return null;
  // RFC 8037 §3.1: EdDSA hashes by itself. RFC 7518 §3.4: R and S of ECDSA side by side.
  const hash = algorithm === 'EdDSA' ? null : 'sha256';
  const isSigned = verify(hash, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature);
  return isSigned ? Buffer.from(payload, 'base64url') : null;
}
