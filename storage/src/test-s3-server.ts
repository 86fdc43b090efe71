import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSignature } from './test-s3-auth.ts';
import type { TestCredentials } from './test-s3-auth.ts';
import { readBody } from './test-s3-body.ts';
import type { TestBucket } from './test-s3-buckets.ts';
import { OPERATIONS, findOperation } from './test-s3-operations.ts';
import { failureReply, S3Failure } from './test-s3-reply.ts';
import type { Reply } from './test-s3-reply.ts';

/**
 * - `error`: answers `status` (500 when left out) and does nothing
 * - `slow`: waits `ms` before it acts
 * - `cut`: acts, and breaks the connection in the middle of the answer
 * - `lost`: acts, and breaks the connection without an answer
 * - `stall`: acts, sends half of the answer and keeps the connection open without another byte
 */
export type Fault = {
  kind: 'error' | 'slow' | 'cut' | 'lost' | 'stall';
  /** S3's name, as `UploadPart`; any when left out. */
  operation?: string;
  /** A pattern of the object's key; any when left out. */
  key?: RegExp;
  /** Says how many requests it hits; 1 when left out. */
  times?: number;
  status?: number;
  code?: string;
  ms?: number;
  /** Called when a request is hit, before anything else is done with it. */
  reached?: () => void;
};

export type TestS3 = {
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  /** Lists what remains in storage: objects and unfinished uploads of each bucket. */
  buckets: ReadonlyMap<string, TestBucket>;
  /** Names of all requested operations, in order, refused ones included. */
  operations: string[];
  failNext: (fault: Fault) => void;
  close: () => Promise<void>;
};

/**
 * Starts an S3 in this process for tests: path-style addresses, objects in memory, Signature
 * Version 4, digests and multipart rules checked as strictly as S3 does, and faults on demand.
 */
export async function startTestS3(
  options: TestCredentials & { buckets: string[] },
): Promise<TestS3> {
  const buckets = new Map<string, TestBucket>();
  const createBucket = (name: string) => {
    if (buckets.has(name)) throw new S3Failure(409, 'BucketAlreadyOwnedByYou');
    buckets.set(name, { objects: new Map(), uploads: new Map(), refused: new Map() });
  };
  for (const name of options.buckets) createBucket(name);
  const operations: string[] = [];
  const faults: (Fault & { times: number })[] = [];
  const closing = new AbortController();

  function takeFault(operation: string, key: string): Fault | undefined {
    const fault = faults.find(
      (one) =>
        one.times > 0 && (one.operation ?? operation) === operation && (one.key?.test(key) ?? true),
    );
    if (fault) fault.times -= 1;
    fault?.reached?.();
    return fault;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
    const query = new URLSearchParams(search.replaceAll('+', '%2B'));
    const [bucketName = '', ...rest] = decodeURIComponent(path.slice(1)).split('/');
    const key = rest.join('/');
    const operation = findOperation(request.method ?? '', key, query, request.headers);
    operations.push(operation);
    const fault = takeFault(operation, key);
    if (fault?.kind === 'slow') await sleep(fault.ms ?? 1_000, null, { signal: closing.signal });
    let reply: Reply;
    try {
      const payloadHash = checkSignature(request, path, query, options);
      const body = await readBody(request, payloadHash);
      if (fault?.kind === 'error') {
        throw new S3Failure(fault.status ?? 500, fault.code ?? 'InternalError');
      }
      if (operation === 'CreateBucket') createBucket(bucketName);
      const bucket = buckets.get(bucketName);
      if (!bucket) throw new S3Failure(404, 'NoSuchBucket');
      const act = OPERATIONS[operation];
      if (!act) throw new S3Failure(501, 'NotImplemented');
      const { headers } = request;
      reply = act({ buckets, bucket, bucketName, key, query, headers, body });
    } catch (error) {
      if (!(error instanceof S3Failure)) throw error;
      reply = failureReply(error);
    }
    send(request, response, reply, fault);
  }

  const server = createServer((request, response) => {
    // A client that went away, or the end of the server.
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    buckets,
    operations,
    failNext: (fault) => void faults.push({ ...fault, times: fault.times ?? 1 }),
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'lost') return void request.socket.destroy();
  const body = reply.body ?? Buffer.alloc(0);
  const length = reply.status === 204 ? {} : { 'content-length': body.length };
  response.writeHead(reply.status, { ...reply.headers, ...length });
  if (request.method === 'HEAD') return void response.end();
  if (fault?.kind === 'stall') return void response.write(body.subarray(0, body.length / 2));
  if (fault?.kind === 'cut') {
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroy());
    return;
  }
  response.end(body);
}
