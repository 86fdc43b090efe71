import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError } from './errors.ts';
import type { StorageErrorKind } from './errors.ts';

/** A bucket and our part of it. `prefix` is empty or ends in a slash. */
export type Bucket = {
  client: S3Client;
  bucket: string;
  /** The start of its objects' addresses. */
  address: URL;
  prefix: string;
};

/** S3's internal copies of many gigabytes need this. */
export const LONG_REQUEST_MS = 600_000;

const PARAMETERS = ['endpoint', 'region', 'pathStyle'];

/** Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=1`; throws `toMisconfigured`. */
export function connectBucket(url: string, env: Record<string, string | undefined>): Bucket {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 's3:' || !parsed.hostname || parsed.username || parsed.hash) {
    throw toMisconfigured('Storage in S3 is s3://bucket/prefix?endpoint=…&region=…&pathStyle=1');
  }
  for (const name of parsed.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw toMisconfigured(`S3 storage knows no parameter ${name}`);
  }
  const endpoint = parsed.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw toMisconfigured(`The endpoint must be an http: or https: address: ${endpoint}`);
  }
  const path = parsed.pathname.replace(/^\//, '').replace(/\/$/, '');
  const region = parsed.searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1';
  const isPathStyle = ['1', 'true'].includes(parsed.searchParams.get('pathStyle') ?? '');
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...readCredentials(env),
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: 4,
    // The signature covers the body's SHA-256 already; several S3-compatible stores refuse the
    // newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      // This limits the time to the first byte of the answer, including the upload of the body.
      requestTimeout: 60_000,
      // This limits silence in the middle of an answer; a viewer who pauses delays an answer too.
      socketTimeout: LONG_REQUEST_MS,
      throwOnRequestTimeout: true,
      // Each of many simultaneous uploads and reads needs one; the default of 50 would queue
      // them.
      httpAgent: { keepAlive: true, maxSockets: 512 },
      httpsAgent: { keepAlive: true, maxSockets: 512 },
    },
  });
  const { url: address } = client.config.endpointProvider({
    Bucket: parsed.hostname,
    Region: region,
    ForcePathStyle: isPathStyle,
    ...(endpoint === null ? {} : { Endpoint: endpoint }),
  });
  return {
    client,
    bucket: parsed.hostname,
    address,
    prefix: path === '' ? '' : `${decodeURIComponent(path)}/`,
  };
}

function readCredentials(env: Record<string, string | undefined>) {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  // Without them the SDK looks in its usual places: profiles, web identity, instance roles.
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return {};
  return {
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
  };
}

function toMisconfigured(message: string): StorageError {
  return new StorageError('misconfigured', message);
}

/** Returns the error's S3 code (`NoSuchKey`), or an empty text. */
export function getS3Code(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Returns the status of S3's answer; 0 when there was none. */
export function getS3Status(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
}

/** True when the object is absent, whatever a store names that (`NoSuchKey`, `NotFound`, nothing). */
export function isMissing(error: unknown): boolean {
  return getS3Status(error) === 404 && getS3Code(error) !== 'NoSuchBucket';
}

function getKind(error: unknown): StorageErrorKind {
  if (!(error instanceof S3ServiceException)) return 'unavailable';
  const status = error.$metadata.httpStatusCode;
  if (status === 507 || /quota|storagefull/i.test(error.name)) return 'full';
  if (status === 401 || status === 403) return 'denied';
  if (error.name === 'InvalidRange') return 'bad_range';
  return 'unavailable';
}

/** Maps an error of the SDK to the caller's terms. */
export function toS3Error(error: unknown): Error {
  if (error instanceof StorageError) return error;
  return new StorageError(getKind(error), String(error), { cause: error });
}

/** Awaits a call and maps its error to the caller's terms. */
export async function mapErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toS3Error(error);
  }
}

/** As `mapErrors`, with null for an absent object. */
export async function findOrNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw toS3Error(error);
  }
}
