import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Failure } from './test-s3-reply.ts';

/**
 * Reads the body of a request out of aws-chunked framing and checks every digest that came with it:
 * the signed SHA-256, Content-MD5 and x-amz-checksum-* in headers or the trailer.
 */
export async function readBody(request: IncomingMessage, payloadHash: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  let body = Buffer.concat(chunks);
  let trailer: Record<string, string> = {};
  if (payloadHash === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    ({ body, trailer } = decodeChunks(body));
    const promised = String(request.headers['x-amz-decoded-content-length'] ?? body.length);
    if (body.length !== Number(promised)) throw new S3Failure(400, 'IncompleteBody');
  } else if (payloadHash.startsWith('STREAMING-')) {
    throw new S3Failure(501, 'NotImplemented', payloadHash);
  } else if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== digest('sha256', body, 'hex')) {
    throw new S3Failure(400, 'XAmzContentSHA256Mismatch');
  }
  checkDigests(body, { ...request.headers, ...trailer });
  return body;
}

/** size-in-hex CRLF bytes CRLF … 0 CRLF name:value CRLF … CRLF */
function decodeChunks(framed: Buffer) {
  const pieces: Buffer[] = [];
  let at = 0;
  function line(): string {
    const end = framed.indexOf('\r\n', at);
    if (end < 0) throw new S3Failure(400, 'IncompleteBody', 'A chunk breaks off');
    const text = framed.toString('latin1', at, end);
    at = end + 2;
    return text;
  }
  for (;;) {
    const size = line();
    if (!/^[0-9a-f]+$/i.test(size)) throw new S3Failure(400, 'InvalidRequest', 'Not a chunk');
    const length = parseInt(size, 16);
    if (length === 0) break;
    pieces.push(framed.subarray(at, at + length));
    at += length;
    if (line() !== '') throw new S3Failure(400, 'InvalidRequest', 'A chunk is too long');
  }
  const trailer: Record<string, string> = {};
  for (let text = line(); text !== ''; text = line()) {
    const colon = text.indexOf(':');
    trailer[text.slice(0, colon).toLowerCase()] = text.slice(colon + 1).trim();
  }
  return { body: Buffer.concat(pieces), trailer };
}

function digest(name: string, body: Buffer, encoding: 'hex' | 'base64'): string {
  return createHash(name).update(body).digest(encoding);
}

function crc32Of(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

function checkDigests(body: Buffer, headers: Record<string, unknown>): void {
  const known: [header: string, code: string, compute: () => string][] = [
    ['content-md5', 'BadDigest', () => digest('md5', body, 'base64')],
    ['x-amz-checksum-crc32', 'BadDigest', () => crc32Of(body)],
    ['x-amz-checksum-sha1', 'BadDigest', () => digest('sha1', body, 'base64')],
    ['x-amz-checksum-sha256', 'BadDigest', () => digest('sha256', body, 'base64')],
  ];
  for (const [header, code, compute] of known) {
    if (headers[header] !== undefined && headers[header] !== compute()) {
      throw new S3Failure(400, code, `${header} does not match`);
    }
  }
}
