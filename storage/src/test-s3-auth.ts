import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Failure } from './test-s3-reply.ts';

export type TestCredentials = { accessKeyId: string; secretAccessKey: string };

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;

type Claim = {
  accessKeyId: string;
  day: string;
  region: string;
  signedHeaders: string[];
  signature: string;
  date: string;
  payloadHash: string;
};

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

// RFC 3986 §2.3: all but the unreserved characters are encoded, in upper case.
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function single(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ');
}

function headerClaim(request: IncomingMessage): Claim {
  const header = single(request, 'authorization');
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!match) {
    throw new S3Failure(
      header ? 400 : 403,
      header ? 'AuthorizationHeaderMalformed' : 'AccessDenied',
    );
  }
  const [, accessKeyId = '', day = '', region = '', signed = '', signature = ''] = match;
  const signedHeaders = signed.split(';');
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Failure(403, 'AccessDenied', `Not signed: ${unsigned.join()}`);
  const date = single(request, 'x-amz-date');
  const payloadHash = single(request, 'x-amz-content-sha256');
  if (!payloadHash) throw new S3Failure(400, 'MissingSecurityHeader', 'x-amz-content-sha256');
  return { accessKeyId, day, region, signedHeaders, signature, date, payloadHash };
}

function queryClaim(query: URLSearchParams): Claim {
  const [accessKeyId = '', day = '', region = ''] = (query.get('X-Amz-Credential') ?? '').split(
    '/',
  );
  return {
    accessKeyId,
    day,
    region,
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function parseTime(date: string): number {
  return Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function checkTime(claim: Claim, lifetimeMs: number): void {
  const age = Date.now() - parseTime(claim.date);
  if (!(age > -MAX_SKEW_MS) || claim.date.slice(0, 8) !== claim.day) {
    throw new S3Failure(403, 'RequestTimeTooSkewed');
  }
  if (age > lifetimeMs) throw new S3Failure(403, 'AccessDenied', 'Request has expired');
}

/**
 * Checks a request's Signature Version 4, in its header or its query, and returns what
 * `x-amz-content-sha256` states about the body. Throws as S3 does.
 */
export function checkSignature(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  credentials: TestCredentials,
): string {
  const isPresigned = query.has('X-Amz-Signature');
  const claim = isPresigned ? queryClaim(query) : headerClaim(request);
  if (claim.accessKeyId !== credentials.accessKeyId) throw new S3Failure(403, 'InvalidAccessKeyId');
  checkTime(claim, isPresigned ? Number(query.get('X-Amz-Expires')) * 1000 : MAX_SKEW_MS);

  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const canonical = [
    request.method ?? '',
    path,
    pairs.toSorted().join('&'),
    ...claim.signedHeaders.map((name) => `${name}:${single(request, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
  const scope = `${claim.day}/${claim.region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const key = [claim.day, claim.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${credentials.secretAccessKey}`,
  );
  const expected = hmac(key, [ALGORITHM, claim.date, scope, digest].join('\n'));
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Failure(403, 'SignatureDoesNotMatch');
  }
  return claim.payloadHash;
}
