import { CreateMultipartUploadCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { StorageError } from './errors.ts';
import { getArea, saveState } from './s3-append-state.ts';
import type { AppendState } from './s3-append-state.ts';
import { mapErrors } from './s3-client.ts';
import type { Bucket } from './s3-client.ts';
import { CHECKPOINT_BYTES } from './types.ts';

export type PartWriterOptions = {
  maxSize: number;
  /** Called when a part can't be stored, so that waiting for the source can end. */
  failed: (error: unknown) => void;
  checkpoint?: ((size: number) => Promise<void>) | undefined;
};

/**
 * Cuts a stream of bytes into parts behind those of `start` and uploads them: one part uploads
 * while the next one gathers, so it keeps two parts in memory. The parts count once the state that
 * `settled` returns is saved, or with a checkpoint.
 */
export function createPartWriter(
  bucket: Bucket,
  key: string,
  start: AppendState,
  options: PartWriterOptions,
) {
  const { partBytes } = start.limits;
  let state = start;
  const etags = [...start.etags];
  // The memory isn't zeroed, as the system only provides written pages.
  let gathering = Buffer.allocUnsafeSlow(partBytes);
  let spare: typeof gathering | null = null;
  let filled = 0;
  let uploading: Promise<void> = Promise.resolve();
  let lastCheckpoint = start.now.size;
  let recording: Promise<void> | null = null;

  async function uploadNext(body: Buffer<ArrayBuffer>): Promise<void> {
    const index = etags.length;
    const upload = await getUpload(index);
    const { ETag } = await mapErrors(
      bucket.client.send(
        new UploadPartCommand({
          Bucket: bucket.bucket,
          Key: `${bucket.prefix}${upload.name}`,
          UploadId: upload.uploadId,
          PartNumber: (index % state.limits.partsPerUpload) + 1,
          Body: body,
          ContentLength: body.length,
        }),
      ),
    );
    if (!ETag) throw new StorageError('unavailable', 'S3 stored a part without an ETag');
    etags.push(ETag);
    recordParts();
  }

  /** Returns the upload of part `index`; a new one is recorded before it receives a byte. */
  async function getUpload(index: number) {
    const { limits } = state;
    const number = Math.floor(index / limits.partsPerUpload);
    const existing = state.uploads[number];
    if (existing) return existing;
    if (number === 0) {
      const direct = options.maxSize <= limits.partBytes * limits.partsPerUpload;
      state = { ...state, direct };
    } else if (state.direct) {
      throw new StorageError('too_large', `More than the ${options.maxSize} bytes foreseen`);
    }
    const name = state.direct ? key : `${getArea(key)}/volume-${number}`;
    const uploadId = await createUpload(bucket, name, state.id);
    const upload = { name, uploadId };
    state = { ...state, uploads: [...state.uploads, upload] };
    await recording;
    await saveState(bucket, key, state);
    return upload;
  }

  /** Records the parts so far, beside the upload of the next one. */
  function recordParts(): void {
    const parts = etags.length;
    const size = parts * partBytes;
    // The document grows with the size: recording it less often keeps its share of the traffic
    // below 1 %.
    const distance = Math.max(CHECKPOINT_BYTES, size / 512);
    if (!options.checkpoint || recording || size - lastCheckpoint < distance) return;
    lastCheckpoint = size;
    const now = { size, parts, tail: null };
    state = { ...state, before: start.now, now, etags: [...etags] };
    recording = saveState(bucket, key, state).then(() => options.checkpoint?.(size));
    recording.then(() => (recording = null), options.failed);
  }

  async function sendPart(): Promise<void> {
    await uploading;
    const body = gathering;
    uploading = uploadNext(body).then(() => {
      spare = body;
    });
    uploading.catch(options.failed);
    gathering = spare ?? Buffer.allocUnsafeSlow(partBytes);
    spare = null;
    filled = 0;
  }

  return {
    async write(chunk: Uint8Array): Promise<void> {
      for (let taken = 0; taken < chunk.length;) {
        const piece = chunk.subarray(taken, taken + partBytes - filled);
        gathering.set(piece, filled);
        filled += piece.length;
        taken += piece.length;
        if (filled === partBytes) await sendPart();
      }
    },
    /** Waits for all parts; returns the state to save and the remainder. */
    async settled(): Promise<{ state: AppendState; tail: Uint8Array }> {
      await uploading;
      await recording;
      return { state: { ...state, etags }, tail: gathering.subarray(0, filled) };
    },
    /** Waits until nothing runs any more, whatever the outcome. */
    async abandoned(): Promise<{ state: AppendState }> {
      await Promise.allSettled([uploading]);
      await Promise.allSettled([recording]);
      return { state };
    },
  };
}

/** Creates an upload whose object gets `id` in its metadata, which `finishAppendable` looks for. */
export async function createUpload(bucket: Bucket, name: string, id: string): Promise<string> {
  const { UploadId } = await mapErrors(
    bucket.client.send(
      new CreateMultipartUploadCommand({
        Bucket: bucket.bucket,
        Key: `${bucket.prefix}${name}`,
        Metadata: { 'append-id': id },
      }),
    ),
  );
  if (!UploadId) throw new StorageError('unavailable', 'S3 began an upload without an id');
  return UploadId;
}
