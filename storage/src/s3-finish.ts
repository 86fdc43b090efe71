import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { StorageError } from './errors.ts';
import { getArea, loadState, loadTail, saveState } from './s3-append-state.ts';
import type { AppendState } from './s3-append-state.ts';
import { mapErrors, LONG_REQUEST_MS, toS3Error, getS3Status } from './s3-client.ts';
import type { Bucket } from './s3-client.ts';
import { deleteNames, headObject, listNames, writeObject } from './s3-objects.ts';
import { createUpload } from './s3-parts.ts';

const MAX_COPIES = 4;

/** Makes an appendable the ordinary object `key`; repeated and simultaneous finishes all succeed. */
export async function finishAppendable(bucket: Bucket, key: string): Promise<void> {
  const state = await loadState(bucket, key);
  if (!state) {
    if (await headObject(bucket, key)) return;
    throw new StorageError('not_found', `No appendable ${key}`);
  }
  if (!(await isDone(bucket, key, state))) {
    try {
      await buildObject(bucket, key, state);
    } catch (error) {
      // Another finish, or this one before its answer was lost, may have been faster.
      if (!(await isDone(bucket, key, state))) throw error;
    }
  }
  try {
    await removeAppendable(bucket, key);
  } catch (error) {
    // The object is whole, even where the store never lets us clean up; after a transient error the
    // caller finishes again.
    if (!(error instanceof StorageError) || error.kind !== 'denied') throw error;
  }
}

async function isDone(bucket: Bucket, name: string, state: AppendState): Promise<boolean> {
  return (await headObject(bucket, name))?.Metadata?.['append-id'] === state.id;
}

async function buildObject(bucket: Bucket, key: string, state: AppendState): Promise<void> {
  const tail = await loadTail(bucket, state);
  const upload = state.uploads[0];
  if (state.etags.length === 0 || !upload) {
    return await writeObject(bucket, key, tail, { 'append-id': state.id });
  }
  if (!state.direct) return await joinUploads(bucket, key, state, tail);
  const etags = [...state.etags];
  if (tail.length > 0) {
    etags.push(await uploadPart(bucket, upload.name, upload.uploadId, etags.length + 1, tail));
  }
  await completeUpload(bucket, upload.name, upload.uploadId, etags);
}

/** Joins uploads with too many parts for one; the bytes stay inside S3. */
async function joinUploads(
  bucket: Bucket,
  key: string,
  state: AppendState,
  tail: Buffer,
): Promise<void> {
  const pieces = await completeVolumes(bucket, state);
  const uploadId = await createUpload(bucket, key, state.id);
  await saveState(bucket, key, { ...state, joining: [...state.joining, uploadId] });
  const etags: string[] = [];
  for (let at = 0; at < pieces.length; at += MAX_COPIES) {
    const some = pieces.slice(at, at + MAX_COPIES);
    etags.push(
      ...(await Promise.all(
        some.map((piece, i) => copyPart(bucket, key, uploadId, at + i + 1, piece)),
      )),
    );
  }
  if (tail.length > 0) {
    etags.push(await uploadPart(bucket, key, uploadId, etags.length + 1, tail));
  }
  await completeUpload(bucket, key, uploadId, etags);
}

type Piece = { name: string; start: number; end: number };

/** Makes each upload an object and returns the pieces that they are copied in. */
async function completeVolumes(bucket: Bucket, state: AppendState): Promise<Piece[]> {
  const { partBytes, partsPerUpload, copyBytes } = state.limits;
  const pieces: Piece[] = [];
  for (const [number, { name, uploadId }] of state.uploads.entries()) {
    const etags = state.etags.slice(number * partsPerUpload, (number + 1) * partsPerUpload);
    if (etags.length === 0) break;
    try {
      await completeUpload(bucket, name, uploadId, etags);
    } catch (error) {
      if (!(await isDone(bucket, name, state))) throw error;
    }
    const size = etags.length * partBytes;
    for (let start = 0; start < size; start += copyBytes) {
      pieces.push({ name, start, end: Math.min(start + copyBytes, size) - 1 });
    }
  }
  return pieces;
}

async function copyPart(
  { client, bucket, prefix }: Bucket,
  name: string,
  uploadId: string,
  number: number,
  piece: Piece,
): Promise<string> {
  const { CopyPartResult } = await mapErrors(
    client.send(
      new UploadPartCopyCommand({
        Bucket: bucket,
        Key: `${prefix}${name}`,
        UploadId: uploadId,
        PartNumber: number,
        CopySource: encodeURI(`${bucket}/${prefix}${piece.name}`),
        CopySourceRange: `bytes=${piece.start}-${piece.end}`,
      }),
      { requestTimeout: LONG_REQUEST_MS },
    ),
  );
  return requireEtag(CopyPartResult?.ETag);
}

async function uploadPart(
  { client, bucket, prefix }: Bucket,
  name: string,
  uploadId: string,
  number: number,
  body: Uint8Array,
): Promise<string> {
  const { ETag } = await mapErrors(
    client.send(
      new UploadPartCommand({
        Bucket: bucket,
        Key: `${prefix}${name}`,
        UploadId: uploadId,
        PartNumber: number,
        Body: body,
        ContentLength: body.length,
      }),
    ),
  );
  return requireEtag(ETag);
}

function requireEtag(etag: string | undefined): string {
  if (!etag) throw new StorageError('unavailable', 'S3 stored a part without an ETag');
  return etag;
}

async function completeUpload(
  { client, bucket, prefix }: Bucket,
  name: string,
  uploadId: string,
  etags: string[],
): Promise<void> {
  await mapErrors(
    client.send(
      new CompleteMultipartUploadCommand({
        Bucket: bucket,
        Key: `${prefix}${name}`,
        UploadId: uploadId,
        MultipartUpload: { Parts: etags.map((ETag, i) => ({ ETag, PartNumber: i + 1 })) },
      }),
      { requestTimeout: LONG_REQUEST_MS },
    ),
  );
}

/** Deletes all bytes of an appendable except the finished object's. The state goes last. */
export async function removeAppendable(bucket: Bucket, key: string): Promise<void> {
  const state = await loadState(bucket, key);
  if (state) {
    for (const { name, uploadId } of state.uploads) await abortUpload(bucket, name, uploadId);
    for (const uploadId of state.joining) await abortUpload(bucket, key, uploadId);
  }
  const last: string[] = [];
  for await (const names of listNames(bucket, `${getArea(key)}/`)) {
    await deleteNames(
      bucket,
      names.filter((name) => !name.endsWith('/state.json')),
    );
    last.push(...names.filter((name) => name.endsWith('/state.json')));
  }
  await deleteNames(bucket, last);
}

async function abortUpload(
  { client, bucket, prefix }: Bucket,
  name: string,
  uploadId: string,
): Promise<void> {
  try {
    await client.send(
      new AbortMultipartUploadCommand({
        Bucket: bucket,
        Key: `${prefix}${name}`,
        UploadId: uploadId,
      }),
    );
  } catch (error) {
    // The upload was finished or aborted before, which stores name differently (`NoSuchUpload`,
    // `NoSuchKey`), or the store has no such call.
    if (![404, 405, 501].includes(getS3Status(error))) throw toS3Error(error);
  }
}
