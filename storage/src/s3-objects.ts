import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { StorageError } from './errors.ts';
import { mapErrors, findOrNull, toS3Error } from './s3-client.ts';
import type { Bucket } from './s3-client.ts';

const READ_MS = 60_000;

// These calls take names in the bucket, including the store's own ones, which are no keys.

/** Reads a whole object into memory; throws `too_large` above `maxBytes`. */
export async function readObject(
  { client, bucket, prefix }: Bucket,
  name: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const answer = await findOrNull(
    client.send(new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${name}` }), {
      abortSignal: AbortSignal.timeout(READ_MS),
    }),
  );
  if (!answer) return null;
  const body = getBody(answer.Body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new StorageError('too_large', `${name} has more than ${maxBytes} bytes`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw toS3Error(error);
  } finally {
    body.destroy();
  }
  if (size !== answer.ContentLength) {
    throw new StorageError('unavailable', `${name} broke off at ${size} bytes`);
  }
  return Buffer.concat(chunks, size);
}

/** The SDK types bodies for every platform; in Node they are streams of bytes. */
export function getBody(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new StorageError('unavailable', 'An answer without body');
  return body;
}

export async function writeObject(
  { client, bucket, prefix }: Bucket,
  name: string,
  body: Uint8Array,
  metadata: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<void> {
  await mapErrors(
    client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `${prefix}${name}`,
        Body: body,
        ContentLength: body.length,
        Metadata: metadata,
      }),
      signal ? { abortSignal: signal } : {},
    ),
  );
}

export async function headObject({ client, bucket, prefix }: Bucket, name: string) {
  return await findOrNull(
    client.send(new HeadObjectCommand({ Bucket: bucket, Key: `${prefix}${name}` })),
  );
}

/** Lists names below `below` in the order of their bytes, page by page. */
export async function* listNames(
  { client, bucket, prefix }: Bucket,
  below: string,
): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const page = await mapErrors(
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${prefix}${below}`,
          ContinuationToken: token,
        }),
      ),
    );
    yield (page.Contents ?? []).map((object) => (object.Key ?? '').slice(prefix.length));
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

export async function deleteName({ client, bucket, prefix }: Bucket, name: string): Promise<void> {
  await findOrNull(
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}${name}` })),
  );
}

/** Deletes up to 1,000 names at once, as many as a page of a list has. Absent ones are fine. */
export async function deleteNames(bucket: Bucket, names: string[]): Promise<void> {
  const [first, ...others] = names;
  if (first === undefined) return;
  if (others.length === 0) return await deleteName(bucket, first);
  const { client, prefix } = bucket;
  const command = new DeleteObjectsCommand({
    Bucket: bucket.bucket,
    Delete: { Objects: names.map((name) => ({ Key: `${prefix}${name}` })), Quiet: true },
  });
  sendContentMd5(command);
  const answer = await mapErrors(client.send(command));
  const failed = answer.Errors?.find(({ Code }) => Code !== 'NoSuchKey');
  if (failed) {
    const kind = failed.Code === 'AccessDenied' ? 'denied' : 'unavailable';
    throw new StorageError(kind, `${failed.Key} was not deleted: ${failed.Code}`);
  }
}

/**
 * Adds a Content-MD5 header. DeleteObjects needs a digest of its body: Content-MD5, or one of the
 * later checksum headers. The SDK sends only those, and stores that know only the first refuse the
 * call.
 */
function sendContentMd5(command: DeleteObjectsCommand): void {
  command.middlewareStack.add(
    (next) => async (call) => {
      const { headers, body } = call.request as { headers: Record<string, string>; body: string };
      for (const name of Object.keys(headers)) {
        if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name];
      }
      headers['content-md5'] = createHash('md5').update(body).digest('base64');
      return await next(call);
    },
    // This step runs after the middleware that writes the checksum headers, and before the call is signed.
    { step: 'build', priority: 'low' },
  );
}
