import { createHash, randomUUID } from 'node:crypto';
import { S3Failure } from './test-s3-reply.ts';

export type TestObject = {
  bytes: Buffer;
  /** With its quotes. */
  etag: string;
  modifiedAt: Date;
  metadata: Record<string, string>;
  contentType: string;
};
export type TestPart = { bytes: Buffer; etag: string };
export type TestUpload = {
  id: string;
  key: string;
  metadata: Record<string, string>;
  contentType: string;
  parts: Map<number, TestPart>;
};
export type TestBucket = {
  objects: Map<string, TestObject>;
  uploads: Map<string, TestUpload>;
  /** Codes of S3 for the objects that a call that deletes many leaves. */
  refused: Map<string, string>;
};

// S3's limits of multipart uploads.
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

export function storeObject(
  bucket: TestBucket,
  key: string,
  bytes: Buffer,
  kind: Pick<TestObject, 'metadata' | 'contentType'>,
): TestObject {
  const etag = `"${md5(bytes).toString('hex')}"`;
  const object = { bytes, etag, modifiedAt: new Date(), ...kind };
  bucket.objects.set(key, object);
  return object;
}

export function findObject(bucket: TestBucket, key: string): TestObject {
  const object = bucket.objects.get(key);
  if (!object) throw new S3Failure(404, 'NoSuchKey', `The key ${key} does not exist`);
  return object;
}

export function beginUpload(
  bucket: TestBucket,
  key: string,
  kind: Pick<TestObject, 'metadata' | 'contentType'>,
): TestUpload {
  const upload = { id: randomUUID(), key, parts: new Map<number, TestPart>(), ...kind };
  bucket.uploads.set(upload.id, upload);
  return upload;
}

export function findUpload(bucket: TestBucket, key: string, id: string): TestUpload {
  const upload = bucket.uploads.get(id);
  if (upload?.key !== key) throw new S3Failure(404, 'NoSuchUpload');
  return upload;
}

export function storePart(upload: TestUpload, number: number, bytes: Buffer): TestPart {
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
    throw new S3Failure(400, 'InvalidArgument', 'Part number must be from 1 to 10000');
  }
  const part = { bytes, etag: `"${md5(bytes).toString('hex')}"` };
  upload.parts.set(number, part);
  return part;
}

/** Joins the named parts, as strict as S3: order, ETags, min size of all but the last. */
export function completeUpload(
  bucket: TestBucket,
  upload: TestUpload,
  wanted: { number: number; etag: string }[],
): TestObject {
  if (wanted.length === 0) throw new S3Failure(400, 'MalformedXML');
  const parts = wanted.map(({ number, etag }, i) => {
    if (i > 0 && number <= (wanted[i - 1]?.number ?? 0))
      throw new S3Failure(400, 'InvalidPartOrder');
    const part = upload.parts.get(number);
    if (part?.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) {
      throw new S3Failure(400, 'InvalidPart');
    }
    if (i < wanted.length - 1 && part.bytes.length < MIN_PART_BYTES) {
      throw new S3Failure(400, 'EntityTooSmall');
    }
    return part.bytes;
  });
  const object = storeObject(bucket, upload.key, Buffer.concat(parts), upload);
  object.etag = `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`;
  bucket.uploads.delete(upload.id);
  return object;
}
