import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { CallMeta } from '@kinora/contract/call';
import { createNote } from '@kinora/contract/note';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { HttpLimits } from './http-limits.ts';
import { getHeader } from './request-headers.ts';

// Bodies are gathered whole before a route sees them, so what they take together is bounded here.
// Uploads gather none: they parse no body, and last as long as they take.

/** The body that a signed-in caller may send to the call that he makes. */
type Allowed = Pick<CallMeta, 'maxFormBytes'>;
const allowedBodies = new WeakMap<FastifyRequest, Allowed>();

/** Lets a request send what callers may; until then, and without it, it is a stranger's. */
export function allowBody(request: FastifyRequest, allowed: Allowed): void {
  allowedBodies.set(request, allowed);
}

/** Parses JSON, and forms with a file for the calls that take one; no other type. */
export function acceptBodies(http: FastifyInstance, limits: HttpLimits): void {
  const strangers = createRoom(limits.strangersBodiesBytes);
  const callers = createRoom(limits.callersBodiesBytes);
  const parseJson = jsonParser(http);
  drainUnread(http, limits);
  releaseAtEnd(http, [strangers, callers]);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
      const isKnown = allowedBodies.has(request);
      const body = await gatherBody(request, payload, {
        room: isKnown ? callers : strangers,
        maxBytes: isKnown ? limits.callersBodyBytes : limits.strangersBodyBytes,
        maxMs: limits.bodyMs,
      });
      // Many clients send the type with an empty body, which is none.
      if (body.length === 0) return {};
      // RFC 8259 §8.1: UTF-8 and nothing else.
      if (!isUtf8(body)) throw new AppError('malformed_request');
      return parseJson(request, body.toString());
    },
  );
  http.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const maxBytes = allowedBodies.get(request)?.maxFormBytes;
      if (maxBytes === undefined) throw new AppError('unsupported_media_type');
      const maxMs = 2 * limits.bodyMs;
      const body = await gatherBody(request, payload, { room: callers, maxBytes, maxMs });
      return readForm(body, getHeader(request, 'content-type') ?? '');
    },
  );
}

/** Fastify's, which refuses keys that would change prototypes. */
function jsonParser(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, text: string) =>
    new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, value: unknown) =>
        error ? reject(error) : resolve(value),
      );
    });
}

async function readForm(body: Buffer, type: string): Promise<FormData> {
  try {
    const headers = { 'content-type': type };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch (cause) {
    throw new AppError('malformed_request', {}, { cause });
  }
}

/** Counts what the bodies of a kind of clients hold in memory, until their answers are sent. */
type Room = {
  /** False when there is no place for so many bytes more. */
  take: (request: FastifyRequest, bytes: number) => boolean;
  release: (request: FastifyRequest) => void;
};

function createRoom(maxBytes: number): Room {
  const takenBytes = createNote<FastifyRequest, number>('taken bytes');
  let sum = 0;
  return {
    take(request, bytes) {
      if (sum + bytes > maxBytes) return false;
      sum += bytes;
      takenBytes.set(request, (takenBytes.find(request) ?? 0) + bytes);
      return true;
    },
    release(request) {
      sum -= takenBytes.find(request) ?? 0;
      takenBytes.set(request, 0);
    },
  };
}

function releaseAtEnd(http: FastifyInstance, rooms: Room[]): void {
  const release = (request: FastifyRequest) => rooms.forEach((room) => room.release(request));
  http.addHook('preParsing', async (request, reply) => {
    reply.raw.once('close', () => release(request));
  });
  // An answer may wait; what it answers is read.
  http.addHook('onSend', async (request) => {
    request.body = undefined;
    release(request);
  });
}

type Bounds = { room: Room; maxBytes: number; maxMs: number };

/**
 * The whole body.
 *
 * @throws AppError payload_too_large; unavailable when too much is being gathered already;
 *   malformed_request when the body breaks off
 */
async function gatherBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  { room, maxBytes, maxMs }: Bounds,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    throw new AppError('payload_too_large');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Abort requests whose body stalls.
  const timer = setTimeout(() => request.raw.destroy(), maxMs);
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxBytes) throw new AppError('payload_too_large');
      if (!room.take(request, bytes.length)) {
        throw new AppError('unavailable', { retryAfterSeconds: 1 });
      }
      chunks.push(bytes);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // The client has left, which is no fault of ours and none of the database's.
    throw new AppError('malformed_request', {}, { cause });
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/**
 * A client that is still sending when it is refused reads the answer only if its bytes are taken,
 * so they are read and dropped, for a while.
 */
function drainUnread(http: FastifyInstance, { bodyMs }: HttpLimits): void {
  http.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), bodyMs).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.resume();
  });
}
