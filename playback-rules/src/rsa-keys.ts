import type { KeyObject } from 'node:crypto';

/**
 * The exponent that all makers of keys use. OpenSSL takes any other one, up to the length of the modulus:
 * a check of a signature then takes a thousand times as long, and it is made for whoever asks.
 */
const EXPONENT = 65_537n;

export function hasUsualExponent({ asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyDetails?.publicExponent === EXPONENT;
}

/**
 * Whether an RSA private key is two primes and what follows of them (RFC 8017 §3.2), each within its
 * bounds. OpenSSL takes exponents of any length, with which each use takes as much longer.
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
