import { connect, type AddressInfo, type Socket } from 'node:net';
import { TUS_PATH } from '@kinora/contract/uploads';
import type { FastifyInstance } from 'fastify';
import type { Log } from './base/log.ts';
import { startTestApp, type Json, type TestApp } from './test-app.ts';
import { addTestOwner, addTestVideo, type TestOwner } from './test-owner.ts';

export type TusAnswer = { status: number; headers: Record<string, string>; body: Json | null };

export type TusCall = {
  as?: { token: string } | null;
  path?: string;
  headers?: Record<string, string | null>;
  body?: Uint8Array;
};

/** A request that is sent piece by piece, and can be cut off at any byte. */
export type OpenCall = {
  socket: Socket;
  write: (bytes: Uint8Array | string) => Promise<void>;
  /** Rejects when the connection ends without an answer. */
  answer: Promise<TusAnswer>;
};

/**
 * Sends a request over a connection of its own, byte by byte as the test says: no client library between
 * the test and the protocol. `Tus-Resumable` is sent unless it is null.
 */
export function openCall(port: number, method: string, call: TusCall = {}): OpenCall {
  const { as, path = TUS_PATH, headers = {}, body } = call;
  const all: Record<string, string | null> = {
    host: 'kinora.test',
    connection: 'close',
    'accept-language': 'en',
    'tus-resumable': '1.0.0',
    ...(as ? { authorization: `Bearer ${as.token}` } : {}),
    ...(body ? { 'content-length': String(body.length) } : {}),
    ...(body && method !== 'HEAD' ? { 'content-type': 'application/offset+octet-stream' } : {}),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  );
  const socket = connect(port, '127.0.0.1');
  const answer = readAnswer(socket, method);
  // A client that cuts the connection does not wait for an answer.
  answer.catch(() => undefined);
  const write = (bytes: Uint8Array | string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (body) socket.write(body);
  return { socket, write, answer };
}

async function readAnswer(socket: Socket, method: string): Promise<TusAnswer> {
  const parts: Buffer[] = [];
  for await (const part of socket) {
    parts.push(part as Buffer);
    const parsed = parseAnswer(Buffer.concat(parts).toString('latin1'), method);
    if (!parsed) continue;
    socket.destroy();
    const { status, headers } = parsed;
    const text = Buffer.from(parsed.text, 'latin1').toString('utf8');
    return { status, headers, body: text === '' ? null : (JSON.parse(text) as Json) };
  }
  throw new Error('the connection ended without an answer');
}

function parseAnswer(received: string, method: string) {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const status = Number(first.split(' ')[1]);
  const text = received.slice(end + 4);
  const length = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
  return text.length < length ? null : { status, headers, text };
}

export type TestUploads = TestOwner & {
  app: TestApp;
  port: number;
  call: (method: string, call?: TusCall) => Promise<TusAnswer>;
  open: (method: string, call?: TusCall) => OpenCall;
  /** A video of the project that waits for a source of this size. */
  addVideo: (sizeBytes: number) => Promise<string>;
  /** A video and an upload for it; answers the upload's path. */
  addUpload: (sizeBytes: number) => Promise<{ videoKey: string; path: string }>;
  /** The source as storage has it once the upload is complete; null before. */
  source: (videoKey: string, maxBytes?: number) => Promise<Buffer | null>;
  close: () => Promise<void>;
};

/** The API on a port of its own, with a team, its admin and a project. */
export async function startTestUploads(
  env: Record<string, string> = {},
  log?: Log,
): Promise<TestUploads> {
  const app = await startTestApp(env, log);
  const port = await listen(app.http);
  const owner = await addTestOwner(app, 'films');
  const { admin } = owner;
  const call: TestUploads['call'] = (method, one = {}) =>
    openCall(port, method, { as: admin, ...one }).answer;

  const addVideo = async (sizeBytes: number) =>
    (await addTestVideo(app, owner, { sizeBytes })).videoKey;
  return {
    ...owner,
    app,
    port,
    call,
    open: (method, one = {}) => openCall(port, method, { as: admin, ...one }),
    addVideo,
    async addUpload(sizeBytes) {
      const videoKey = await addVideo(sizeBytes);
      const created = await call('POST', { headers: creation(videoKey, sizeBytes) });
      return { videoKey, path: String(created.headers['location']) };
    },
    async source(videoKey, maxBytes = 128 * 1024 * 1024) {
      const { db, storage } = app.context;
      const row = await db
        .selectFrom('uploads')
        .select('storage_key')
        .where('video_key', '=', videoKey)
        .executeTakeFirstOrThrow();
      return storage.read(row.storage_key, maxBytes);
    },
    close: () => app.close(),
  };
}

export async function listen(http: FastifyInstance): Promise<number> {
  await http.listen({ host: '127.0.0.1', port: 0 });
  return (http.server.address() as AddressInfo).port;
}

/** Headers of a creation. */
export function creation(videoKey: string, sizeBytes: number): Record<string, string> {
  return { 'upload-length': String(sizeBytes), 'upload-metadata': metadata({ videoKey }) };
}

export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}
