import type { KeyObject } from 'node:crypto';

/**
 * The exponent of all usual keys. OpenSSL accepts any, up to the modulus' length, which makes checking a
 * signature a thousand times slower, for anyone who sends one.
 */
const EXPONENT = 65_537n;

export function hasUsualExponent({ asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyDetails?.publicExponent === EXPONENT;
}

/**
 * Says whether an RSA private key is two primes and their derived numbers (RFC 8017 §3.2), each within its
 * bounds. OpenSSL accepts exponents of any length, which slow down each use.
 */
export function isPlainPrivateKey(privateKey: KeyObject): boolean {
  const { n, e, d, p, q, dp, dq, qi } = privateKey.export({ format: 'jwk' });
  const parts = [n, e, d, p, q, dp, dq, qi].map(readInteger);
  const [modulus = 0n, exponent, ofKey = 0n, prime1 = 0n, prime2 = 0n, ...rest] = parts;
  const [exponent1 = 0n, exponent2 = 0n, coefficient = 0n] = rest;
  return (
    exponent === EXPONENT &&
    prime1 * prime2 === modulus &&
    ofKey < modulus &&
    exponent1 < prime1 &&
    exponent2 < prime2 &&
    coefficient < prime1
  );
}

/** RFC 7518 §2: big-endian, without leading zeros. */
function readInteger(text = ''): bigint {
  return BigInt(`0x0${Buffer.from(text, 'base64url').toString('hex')}`);
}
