import {
  createPrivateKey,
  type KeyObject,
  type PrivateKeyInput,
  X509Certificate,
} from 'node:crypto';
import { hasUsualExponent, isPlainPrivateKey } from '@kinora/playback-rules/rsa-keys';
import { readKeyForm } from './key-form.ts';

export type FairplayFiles = {
  certificate: string;
  privateKey: string;
  privateKeyPassphrase?: string | undefined;
};

/** A broken field by its stable code; the text never contains the input, which may be a secret. */
export type FairplayProblem = { path: keyof FairplayFiles; code: string; message: string };

export type ReadFairplay =
  | { problem: FairplayProblem }
  /** DER of the certificate, and of the key as PKCS #8. */
  | { certificate: Buffer; privateKey: Buffer; expiresAt: Date };

/**
 * Reads a certificate and its key, with which Apple's players are answered. A hostile file may keep OpenSSL
 * busy, so `adapter/fairplay.ts` calls this in a process of its own.
 */
export function readFairplay(given: FairplayFiles, now: Date): ReadFairplay {
  const certificate = readCertificate(given.certificate, now);
  if (typeof certificate === 'string') return { problem: toProblem('certificate', certificate) };
  const key = readPrivateKey(given);
  if ('code' in key) return { problem: toProblem(key.path, key.code) };
  if (!certificate.checkPrivateKey(key.privateKey))
    return { problem: toProblem('privateKey', 'key_mismatch') };
  if (!isPlainPrivateKey(key.privateKey))
    return { problem: toProblem('privateKey', 'private_key_not_supported') };
  return {
    certificate: certificate.raw,
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'der' }),
    expiresAt: certificate.validToDate,
  };
}

const MESSAGES = {
  private_key_as_certificate: 'A private key where the certificate belongs',
  not_a_certificate: 'Not an X.509 certificate',
  certificate_expired: 'The certificate has expired',
  certificate_not_yet_valid: 'The certificate is not valid yet',
  certificate_not_supported: 'Not RSA of 1024 or 2048 bits with the exponent 65537',
  not_a_private_key: 'Not a private key in PEM',
  private_key_not_supported:
    'Not a plain RSA key, or encrypted in a way that takes too long to open',
  required: 'The private key is encrypted',
  wrong_passphrase: 'The passphrase does not open the private key',
  key_mismatch: 'Not the private key of this certificate',
};
type Code = keyof typeof MESSAGES;

export const toProblem = (path: keyof FairplayFiles, code: Code): FairplayProblem => ({
  path,
  code,
  message: MESSAGES[code],
});

function readCertificate(text: string, now: Date): X509Certificate | Code {
  if (text.includes('PRIVATE KEY')) return 'private_key_as_certificate';
  const der = decodeBlock(text, 'CERTIFICATE');
  if (!der) return 'not_a_certificate';
  if (readKeyForm(der) !== null) return 'private_key_as_certificate';
  const certificate = tryIt(() => new X509Certificate(der));
  if (!certificate) return 'not_a_certificate';
  const bits = getRsaBits(certificate);
  const isSized = bits === 1024 || bits === 2048;
  if (!isSized || !hasUsualExponent(certificate.publicKey)) return 'certificate_not_supported';
  if (certificate.validToDate <= now) return 'certificate_expired';
  return certificate.validFromDate > now ? 'certificate_not_yet_valid' : certificate;
}

/** Null for other keys than RSA's. */
export function getRsaBits(certificate: X509Certificate): number | null {
  const key = tryIt(() => certificate.publicKey);
  if (key?.asymmetricKeyType !== 'rsa') return null;
  return key.asymmetricKeyDetails?.modulusLength ?? null;
}

/** Bytes of the one block of a PEM (RFC 7468), or of base64 alone; null for anything else. */
function decodeBlock(text: string, label: string): Buffer | null {
  const [head, tail] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const [before, inner] = text.split(head, 2);
  const body = inner === undefined ? text : (inner.split(tail, 1)[0] ?? '');
  const isOne = inner === undefined || text.split('-----BEGIN ').length === 2;
  if (before === undefined || !isOne || !/^[A-Za-z0-9+/=\s]+$/.test(body)) return null;
  return Buffer.from(body, 'base64');
}

const PEM_LABELS = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'];

function readPrivateKey({
  privateKey: text,
  privateKeyPassphrase: passphrase = '',
}: FairplayFiles): { privateKey: KeyObject } | { path: keyof FairplayFiles; code: Code } {
  const label = PEM_LABELS.find((one) => text.includes(`-----BEGIN ${one}-----`));
  if (label === undefined || text.split('-----BEGIN ').length !== 2)
    return { path: 'privateKey', code: 'not_a_private_key' };
  // RFC 1421 §4.6.1.1, which OpenSSL writes for PKCS #1: the passphrase is hashed once.
  const isOldForm = label === 'RSA PRIVATE KEY' && text.includes('Proc-Type: 4,ENCRYPTED');
  const der = isOldForm ? null : decodeBlock(text, label);
  const form = der && readKeyForm(der);
  if (form === 'slow') return { path: 'privateKey', code: 'private_key_not_supported' };
  if (!isOldForm && form === null) return { path: 'privateKey', code: 'not_a_private_key' };
  const isEncrypted = isOldForm || form === 'encrypted';
  if (isEncrypted && passphrase === '') return { path: 'privateKeyPassphrase', code: 'required' };
  // OpenSSL gets the bytes that were checked; in the text it might find others.
  const key: PrivateKeyInput =
    der && form
      ? { key: der, format: 'der', type: form === 'pkcs1' ? 'pkcs1' : 'pkcs8', passphrase }
      : { key: text, format: 'pem', passphrase };
  const privateKey = tryIt(() => createPrivateKey(key));
  if (privateKey?.asymmetricKeyType === 'rsa') return { privateKey };
  return isEncrypted && !privateKey
    ? { path: 'privateKeyPassphrase', code: 'wrong_passphrase' }
    : { path: 'privateKey', code: 'not_a_private_key' };
}

function tryIt<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}
