import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, it } from 'node:test';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { bytes } from './conformance-bytes.ts';
import { startTestS3 } from './test-s3-server.ts';

const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
const s3 = await startTestS3({ ...credentials, buckets: ['bucket'] });
const Bucket = 'bucket';
const MIB = 1024 * 1024;

function connect(secretAccessKey = 'secret') {
  return new S3Client({
    endpoint: s3.url,
    region: 'local',
    forcePathStyle: true,
    credentials: { ...credentials, secretAccessKey },
    maxAttempts: 1,
  });
}
// With the SDK's own settings: checksums on, streams in aws-chunked framing with a trailer.
const client = connect();
after(async () => {
  client.destroy();
  await s3.close();
});

it('refuses a wrong secret and an unknown id', async () => {
  const put = new PutObjectCommand({ Bucket, Key: 'a', Body: 'text' });
  await assert.rejects(connect('wrong').send(put), (error) => {
    assert.ok(error instanceof S3ServiceException);
    assert.equal(error.$metadata.httpStatusCode, 403);
    return error.name === 'SignatureDoesNotMatch';
  });
  const answer = await fetch(`${s3.url}/bucket/a`);
  assert.equal(answer.status, 403);
});

it('stores exactly the bytes of a streamed body', async () => {
  const body = bytes(300_001);
  const stream = Readable.from([body.subarray(0, 7), body.subarray(7)], { objectMode: false });
  const Key = 'a dir/ü+&%2F=1';
  await client.send(
    new PutObjectCommand({ Bucket, Key, Body: stream, ContentLength: body.length }),
  );
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  assert.ok(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(body));
  await client.send(
    new CopyObjectCommand({
      Bucket,
      Key: 'copy',
      CopySource: `${Bucket}/a%20dir/%C3%BC%2B%26%252F%3D1`,
    }),
  );
  assert.equal(s3.buckets.get(Bucket)?.objects.get('copy')?.bytes.length, body.length);
});

it('refuses bytes that do not match their checksum', async () => {
  const put = { Bucket, Key: 'sum', Body: 'text' };
  await assert.rejects(client.send(new PutObjectCommand({ ...put, ChecksumCRC32: 'AAAAAA==' })), {
    name: 'BadDigest',
  });
  await assert.rejects(client.send(new PutObjectCommand({ ...put, ContentMD5: 'AAAA' })), {
    name: 'BadDigest',
  });
});

it('holds multipart uploads to the rules of S3', async () => {
  const Key = 'parts';
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const parts: { ETag: string; PartNumber: number }[] = [];
  for (const [number, size] of [
    [1, 5 * MIB],
    [2, 5 * MIB - 1],
    [3, 1],
  ] as const) {
    const command = new UploadPartCommand({
      Bucket,
      Key,
      UploadId,
      PartNumber: number,
      Body: bytes(size),
    });
    parts.push({ ETag: (await client.send(command)).ETag ?? '', PartNumber: number });
  }
  const listed = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
  assert.deepEqual(
    listed.Parts?.map(({ Size }) => Size),
    [5 * MIB, 5 * MIB - 1, 1],
  );
  const uploads = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  assert.deepEqual(
    uploads.Uploads?.map((upload) => upload.UploadId),
    [UploadId],
  );

  const complete = (Parts: typeof parts) =>
    client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
  await assert.rejects(complete(parts), { name: 'EntityTooSmall' });
  await assert.rejects(complete([1, 1].flatMap(() => parts.slice(0, 1))), {
    name: 'InvalidPartOrder',
  });
  await assert.rejects(complete([{ PartNumber: 1, ETag: '"0"' }]), { name: 'InvalidPart' });
  const done = await complete(parts.slice(0, 2));
  assert.match(done.ETag ?? '', /^"[0-9a-f]{32}-2"$/);
  await assert.rejects(complete(parts.slice(0, 2)), { name: 'NoSuchUpload' });
});
