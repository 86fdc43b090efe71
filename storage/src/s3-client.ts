import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError } from './errors.ts';
import type { StorageErrorKind } from './errors.ts';

/** A bucket and the part of it that is ours. `prefix` is empty or ends in a slash. */
export type Bucket = { client: S3Client; bucket: string; prefix: string };

/** For what S3 does inside itself with many gigabytes. */
export const LONG_REQUEST_MS = 600_000;

const PARAMETERS = ['endpoint', 'region', 'pathStyle'];

/** Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=1`; throws `misconfigured`. */
export function connectBucket(url: string, env: Record<string, string | undefined>): Bucket {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 's3:' || !parsed.hostname || parsed.username || parsed.hash) {
    throw misconfigured('Storage in S3 is s3://bucket/prefix?endpoint=…&region=…&pathStyle=1');
  }
  for (const name of parsed.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw misconfigured(`S3 storage knows no parameter ${name}`);
  }
  const endpoint = parsed.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw misconfigured(`The endpoint must be an http: or https: address: ${endpoint}`);
  }
  const path = parsed.pathname.replace(/^\//, '').replace(/\/$/, '');
  return {
    client: new S3Client({
      ...(endpoint === null ? {} : { endpoint }),
      ...credentials(env),
      region: parsed.searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1',
      forcePathStyle: ['1', 'true'].includes(parsed.searchParams.get('pathStyle') ?? ''),
      maxAttempts: 4,
      // The signature covers the body's SHA-256 already; the newer checksum headers on top are
      // refused by several S3-compatible stores.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5_000,
        // To the first byte of the answer, with the time that the body takes.
        requestTimeout: 60_000,
        // Silence in the middle of an answer; a viewer who pauses holds an answer back too.
        socketTimeout: LONG_REQUEST_MS,
        throwOnRequestTimeout: true,
        // One for each of many uploads and reads at once; the default of 50 would queue them.
        httpAgent: { keepAlive: true, maxSockets: 512 },
        httpsAgent: { keepAlive: true, maxSockets: 512 },
      },
    }),
    bucket: parsed.hostname,
    prefix: path === '' ? '' : `${decodeURIComponent(path)}/`,
  };
}

function credentials(env: Record<string, string | undefined>) {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  // Without them the SDK looks where it always does: profiles, web identity, instance roles.
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return {};
  return {
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
  };
}

function misconfigured(message: string): StorageError {
  return new StorageError('misconfigured', message);
}

/** The error's S3 code (`NoSuchKey`), or an empty text. */
export function s3Code(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** The status of S3's answer; 0 when there was none. */
export function s3Status(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
}

/** Whatever a store names it (`NoSuchKey`, `NotFound`, nothing): the object is not there. */
export function isMissing(error: unknown): boolean {
  return s3Status(error) === 404 && s3Code(error) !== 'NoSuchBucket';
}

function kindOf(error: unknown): StorageErrorKind {
  if (!(error instanceof S3ServiceException)) return 'unavailable';
  const status = error.$metadata.httpStatusCode;
  if (status === 507 || /quota|storagefull/i.test(error.name)) return 'full';
  if (status === 401 || status === 403) return 'denied';
  if (error.name === 'InvalidRange') return 'bad_range';
  return 'unavailable';
}

/** An error of the SDK in the caller's terms. */
export function s3Error(error: unknown): Error {
  if (error instanceof StorageError) return error;
  return new StorageError(kindOf(error), String(error), { cause: error });
}

/** Awaits a call and throws its error in the caller's terms. */
export async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw s3Error(error);
  }
}

/** As `guarded`, with null for an absent object. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw s3Error(error);
  }
}
