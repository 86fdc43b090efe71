import type { IncomingHttpHeaders } from 'node:http';
import {
  beginUpload,
  completeUpload,
  findObject,
  findUpload,
  storeObject,
  storePart,
} from './test-s3-buckets.ts';
import type { TestBucket, TestObject } from './test-s3-buckets.ts';
import { S3Failure, xmlReply, xmlTexts } from './test-s3-reply.ts';
import type { Reply } from './test-s3-reply.ts';

export type Call = {
  buckets: Map<string, TestBucket>;
  bucket: TestBucket;
  bucketName: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** Finds S3's name of a request's operation. */
export function findOperation(
  method: string,
  key: string,
  query: URLSearchParams,
  headers: IncomingHttpHeaders,
): string {
  const copies = headers['x-amz-copy-source'] !== undefined;
  const scope = key === '' ? 'bucket' : 'object';
  const mark = ['uploads', 'uploadId', 'delete', 'list-type'].find((name) => query.has(name)) ?? '';
  const names: Record<string, string> = {
    'GET bucket list-type': 'ListObjectsV2',
    'GET bucket uploads': 'ListMultipartUploads',
    'HEAD bucket ': 'HeadBucket',
    'PUT bucket ': 'CreateBucket',
    'POST bucket delete': 'DeleteObjects',
    'GET object ': 'GetObject',
    'HEAD object ': 'HeadObject',
    'PUT object ': copies ? 'CopyObject' : 'PutObject',
    'DELETE object ': 'DeleteObject',
    'POST object uploads': 'CreateMultipartUpload',
    'GET object uploadId': 'ListParts',
    'PUT object uploadId': copies ? 'UploadPartCopy' : 'UploadPart',
    'POST object uploadId': 'CompleteMultipartUpload',
    'DELETE object uploadId': 'AbortMultipartUpload',
  };
  return names[`${method} ${scope} ${mark}`] ?? 'Unknown';
}

function getKind(headers: IncomingHttpHeaders) {
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-meta-')) metadata[name] = String(value);
  }
  return { metadata, contentType: headers['content-type'] ?? 'binary/octet-stream' };
}

function facts(object: TestObject): Record<string, string> {
  return {
    etag: object.etag,
    'last-modified': object.modifiedAt.toUTCString(),
    'content-type': object.contentType,
    'accept-ranges': 'bytes',
    ...object.metadata,
  };
}

// RFC 9110 §14.1.2
function byteRange(header: string, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start > end) throw new S3Failure(416, 'InvalidRange');
  return { start, end };
}

function getObject({ bucket, key, headers }: Call): Reply {
  const object = findObject(bucket, key);
  const range = headers.range ? byteRange(headers.range, object.bytes.length) : null;
  if (!range) return { status: 200, headers: facts(object), body: object.bytes };
  const place = `bytes ${range.start}-${range.end}/${object.bytes.length}`;
  return {
    status: 206,
    headers: { ...facts(object), 'content-range': place },
    body: object.bytes.subarray(range.start, range.end + 1),
  };
}

function copySource({ buckets, headers }: Call): Buffer {
  const [bucketName = '', ...rest] = decodeURIComponent(String(headers['x-amz-copy-source']))
    .replace(/^\//, '')
    .split('/');
  const bucket = buckets.get(bucketName);
  if (!bucket) throw new S3Failure(404, 'NoSuchBucket');
  const { bytes } = findObject(bucket, rest.join('/'));
  const range = headers['x-amz-copy-source-range'];
  const wanted = range ? byteRange(String(range), bytes.length) : null;
  return wanted ? bytes.subarray(wanted.start, wanted.end + 1) : bytes;
}

function listObjects({ bucket, bucketName, query }: Call): Reply {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const limit = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const keys = [...bucket.objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const page = keys.slice(0, limit);
  const more = keys.length > page.length;
  return xmlReply('ListBucketResult', {
    Name: bucketName,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: limit,
    IsTruncated: more,
    ...(more ? { NextContinuationToken: page.at(-1) ?? '' } : {}),
    Contents: page.map((key) => {
      const object = findObject(bucket, key);
      return {
        Key: key,
        LastModified: object.modifiedAt.toISOString(),
        ETag: object.etag,
        Size: object.bytes.length,
        StorageClass: 'STANDARD',
      };
    }),
  });
}

function findCallUpload({ bucket, key, query }: Call) {
  return findUpload(bucket, key, query.get('uploadId') ?? '');
}

function completeMultipart(call: Call): Reply {
  const xml = call.body.toString();
  const numbers = xmlTexts(xml, 'PartNumber').map(Number);
  const etags = xmlTexts(xml, 'ETag');
  const wanted = numbers.map((number, i) => ({ number, etag: etags[i] ?? '' }));
  const { etag } = completeUpload(call.bucket, findCallUpload(call), wanted);
  return xmlReply('CompleteMultipartUploadResult', {
    Bucket: call.bucketName,
    Key: call.key,
    ETag: etag,
  });
}

function deleteObjects({ bucket, body, headers }: Call): Reply {
  // This is as strict as stores without the checksum headers that S3 itself accepts instead.
  if (headers['content-md5'] === undefined)
    throw new S3Failure(400, 'InvalidRequest', 'Missing required header: Content-MD5');
  const unknown = Object.keys(headers).find((name) => /^x-amz-(sdk-)?checksum-/.test(name));
  if (unknown) throw new S3Failure(501, 'NotImplemented', unknown);
  const keys = xmlTexts(body.toString(), 'Key');
  if (keys.length === 0 || keys.length > 1000) throw new S3Failure(400, 'MalformedXML');
  const refused = keys.filter((key) => bucket.refused.has(key));
  for (const key of keys) if (!bucket.refused.has(key)) bucket.objects.delete(key);
  return xmlReply('DeleteResult', {
    Error: refused.map((key) => ({ Key: key, Code: bucket.refused.get(key) ?? '' })),
  });
}

/** The answer of each operation; none of them waits, so each is atomic. */
export const OPERATIONS: Record<string, (call: Call) => Reply> = {
  ListObjectsV2: listObjects,
  HeadBucket: () => ({ status: 200 }),
  // The server has made it: only one that is there reaches an operation.
  CreateBucket: () => ({ status: 200 }),
  DeleteObjects: deleteObjects,
  GetObject: getObject,
  HeadObject: getObject,
  PutObject({ bucket, key, body, headers }) {
    const { etag } = storeObject(bucket, key, body, getKind(headers));
    return { status: 200, headers: { etag } };
  },
  CopyObject(call) {
    const object = storeObject(call.bucket, call.key, copySource(call), getKind(call.headers));
    const LastModified = object.modifiedAt.toISOString();
    return xmlReply('CopyObjectResult', { ETag: object.etag, LastModified });
  },
  DeleteObject({ bucket, key }) {
    bucket.objects.delete(key);
    return { status: 204 };
  },
  CreateMultipartUpload({ bucket, bucketName, key, headers }) {
    const { id } = beginUpload(bucket, key, getKind(headers));
    return xmlReply('InitiateMultipartUploadResult', {
      Bucket: bucketName,
      Key: key,
      UploadId: id,
    });
  },
  UploadPart(call) {
    const { etag } = storePart(
      findCallUpload(call),
      Number(call.query.get('partNumber')),
      call.body,
    );
    return { status: 200, headers: { etag } };
  },
  UploadPartCopy(call) {
    const number = Number(call.query.get('partNumber'));
    const { etag } = storePart(findCallUpload(call), number, copySource(call));
    return xmlReply('CopyPartResult', { ETag: etag, LastModified: new Date().toISOString() });
  },
  ListParts(call) {
    const parts = [...findCallUpload(call).parts].toSorted(([a], [b]) => a - b);
    return xmlReply('ListPartsResult', {
      Bucket: call.bucketName,
      Key: call.key,
      UploadId: call.query.get('uploadId') ?? '',
      IsTruncated: false,
      Part: parts.map(([number, { etag, bytes }]) => ({
        PartNumber: number,
        ETag: etag,
        Size: bytes.length,
        LastModified: new Date().toISOString(),
      })),
    });
  },
  ListMultipartUploads({ bucket, bucketName, query }) {
    const prefix = query.get('prefix') ?? '';
    const uploads = [...bucket.uploads.values()].filter(({ key }) => key.startsWith(prefix));
    return xmlReply('ListMultipartUploadsResult', {
      Bucket: bucketName,
      IsTruncated: false,
      Upload: uploads.map(({ key, id }) => ({ Key: key, UploadId: id })),
    });
  },
  CompleteMultipartUpload: completeMultipart,
  AbortMultipartUpload(call) {
    call.bucket.uploads.delete(findCallUpload(call).id);
    return { status: 204 };
  },
};
