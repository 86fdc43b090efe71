import { Readable } from 'node:stream';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkKey, checkPrefix, isKey } from './keys.ts';
import { checkRange } from './range.ts';
import { createS3Appendables } from './s3-append.ts';
import { PART_LIMITS } from './s3-append-state.ts';
import { createSignUrl } from './s3-sign-url.ts';
import { connectBucket, mapErrors, findOrNull, toS3Error } from './s3-client.ts';
import type { Bucket } from './s3-client.ts';
import {
  getBody,
  deleteName,
  deleteNames,
  headObject,
  listNames,
  readObject,
  writeObject,
} from './s3-objects.ts';
import { readSource } from './source.ts';
import type { Source } from './source.ts';
import { MAX_READ_BYTES } from './types.ts';
import type { Opened, PutOptions, Storage, StorageBody, Stored } from './types.ts';

const CHECK_MS = 3_000;
// Two of these are in memory while a stream is put; 10,000 parts reach 78 GiB.
const STREAM_PART_BYTES = 8 * 1024 * 1024;

/** Opens a bucket as storage, without a request. `limits` is for tests. */
export function openS3(
  url: string,
  env: Record<string, string | undefined>,
  limits = PART_LIMITS,
): Storage {
  const bucket = connectBucket(url, env);
  return {
    put: async (key, body, options) => putObject(bucket, checkKey(key), body, options),
    read: async (key, maxBytes = MAX_READ_BYTES) => readObject(bucket, checkKey(key), maxBytes),
    open: async (key, range) => openObject(bucket, checkKey(key), range),
    async stat(key) {
      const found = await headObject(bucket, checkKey(key));
      return found ? toStored(found, found.ContentLength ?? 0) : null;
    },
    list: (prefix) => listKeys(bucket, prefix),
    async delete(key) {
      await deleteName(bucket, checkKey(key));
    },
    async deletePrefix(prefix) {
      const below = checkKey(checkPrefix(prefix).slice(0, -1));
      for await (const names of listNames(bucket, `${below}/`)) await deleteNames(bucket, names);
    },
    appendables: createS3Appendables(bucket, limits),
    localPath(key) {
      checkKey(key);
      return null;
    },
    signUrl: createSignUrl(bucket),
    space: async () => null,
    async check() {
      await mapErrors(
        bucket.client.send(
          new ListObjectsV2Command({ Bucket: bucket.bucket, Prefix: bucket.prefix, MaxKeys: 1 }),
          { abortSignal: AbortSignal.timeout(CHECK_MS) },
        ),
      );
    },
    async close() {
      bucket.client.destroy();
    },
  };
}

function toStored(
  { LastModified, ETag }: { LastModified?: Date | undefined; ETag?: string | undefined },
  sizeBytes: number,
): Stored {
  return { sizeBytes, modifiedAt: LastModified ?? new Date(0), etag: ETag ?? '""' };
}

async function putObject(
  bucket: Bucket,
  key: string,
  body: StorageBody,
  { signal }: PutOptions = {},
): Promise<void> {
  if (body instanceof Uint8Array) return await writeObject(bucket, key, body, {}, signal);
  const source = readSource(body, signal);
  let broken: { cause: unknown } | null = null;
  async function* watched(source: Source) {
    let item = await source.next();
    for (; item.chunk !== null; item = await source.next()) yield item.chunk;
    if (item.complete) return;
    broken = item;
    throw item.cause;
  }
  const upload = new Upload({
    client: bucket.client,
    params: {
      Bucket: bucket.bucket,
      Key: `${bucket.prefix}${key}`,
      Body: Readable.from(watched(source), { objectMode: false }),
    },
    partSize: STREAM_PART_BYTES,
    queueSize: 2,
  });
  try {
    await upload.done();
  } catch (error) {
    source.stop(error);
    throw signal?.aborted ? toS3Error(error) : toPutError(broken, error);
  }
}

function toPutError(broken: { cause: unknown } | null, error: unknown): unknown {
  return broken ? broken.cause : toS3Error(error);
}

async function openObject(
  bucket: Bucket,
  key: string,
  range: { start: number; end?: number } | undefined,
): Promise<Opened | null> {
  if (range) checkRange(key, range);
  const answer = await findOrNull(
    bucket.client.send(
      new GetObjectCommand({
        Bucket: bucket.bucket,
        Key: `${bucket.prefix}${key}`,
        Range: range && `bytes=${range.start}-${range.end ?? ''}`,
      }),
    ),
  );
  if (!answer) return null;
  return { ...readPlace(answer), body: getBody(answer.Body) };
}

function readPlace(answer: GetObjectCommandOutput): Omit<Opened, 'body'> {
  // RFC 9110 §14.4
  const place = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '');
  if (place) {
    return {
      ...toStored(answer, Number(place[3])),
      start: Number(place[1]),
      end: Number(place[2]),
    };
  }
  const size = answer.ContentLength ?? 0;
  return { ...toStored(answer, size), start: 0, end: size - 1 };
}

async function* listKeys(bucket: Bucket, prefix: string): AsyncGenerator<string> {
  for await (const names of listNames(bucket, checkPrefix(prefix))) {
    // The store's own objects have names with a leading dot, which are no keys.
    yield* names.filter(isKey);
  }
}
