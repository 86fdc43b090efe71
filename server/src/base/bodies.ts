import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { CallMeta } from '@kinora/contract/call';
import { getSite } from '@kinora/contract/network';
import { createNote } from '@kinora/contract/note';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BodyRoom, createBodyRoom, type Holder } from './body-room.ts';
import { AppError } from './errors.ts';
import { readForm } from './forms.ts';
import type { HttpLimits } from './http-limits.ts';
import { hasModestStructure } from './json-structure.ts';
import { getHeader } from './request-headers.ts';

// Bodies are gathered whole before a route sees them, so their total size is bounded here, and each client's
// share of it. Uploads are not gathered: they parse no body and may last as long as needed.

/** The body that a caller may send to the call that he makes. */
type Allowed = Pick<CallMeta, 'maxFormBytes'> & {
  /** The body counts for this account or upload form as well as for its network. */
  callerId: string;
};
const allowedBodies = createNote<FastifyRequest, Allowed>('allowed body');

/** Lets a request send what callers may; until then, and without it, it is a stranger's. */
export function allowBody(request: FastifyRequest, allowed: Allowed): void {
  allowedBodies.set(request, allowed);
}

/** Parses JSON, and forms with a file for the calls that take one; no other type. */
export function acceptBodies(
  http: FastifyInstance,
  limits: HttpLimits,
  getNetwork: (request: FastifyRequest) => string,
): void {
  const strangers = createBodyRoom(limits.strangersBodiesBytes, {
    network: limits.strangersShareBytes,
    caller: 0,
  });
  const callers = createBodyRoom(limits.callersBodiesBytes, {
    network: limits.networkShareBytes,
    caller: limits.callersShareBytes,
  });
  const parseJson = jsonParser(http);
  drainUnread(http, limits);
  releaseAtEnd(http, [strangers, callers]);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
      const isKnown = allowedBodies.find(request) !== undefined;
      const chunks: Buffer[] = [];
      for await (const chunk of readBody(request, payload, {
        ...limits,
        holders: listHolders(request, getNetwork(request)),
        room: isKnown ? callers : strangers,
        maxBytes: isKnown ? limits.callersBodyBytes : limits.strangersBodyBytes,
      })) {
        chunks.push(chunk);
      }
      const body = Buffer.concat(chunks);
      // Many clients send the type with an empty body, which is none.
      if (body.length === 0) return {};
      // RFC 8259 §8.1: UTF-8 and nothing else. §9: a parser may set limits of depth and more.
      if (!isUtf8(body) || !hasModestStructure(body)) throw new AppError('malformed_request');
      return parseJson(request, body.toString());
    },
  );
  http.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const maxBytes = allowedBodies.find(request)?.maxFormBytes;
      if (maxBytes === undefined) throw new AppError('unsupported_media_type');
      const holders = listHolders(request, getNetwork(request));
      const bytes = readBody(request, payload, {
        ...limits,
        holders,
        room: callers,
        maxBytes,
      });
      return readForm(getHeader(request, 'content-type') ?? '', bytes);
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

function releaseAtEnd(http: FastifyInstance, rooms: BodyRoom[]): void {
  const release = (request: FastifyRequest) => rooms.forEach((room) => room.release(request));
  http.addHook('preParsing', async (request, reply) => {
    reply.raw.once('close', () => release(request));
  });
  // The answer may wait, but the body is read on.
  http.addHook('onSend', async (request) => {
    request.body = undefined;
    release(request);
  });
}

type Bounds = Pick<HttpLimits, 'bodyGraceMs' | 'bodyCreditMs' | 'bodyBytesPerSecond'> & {
  room: BodyRoom;
  /** The account and the network that the bytes are counted for. */
  holders: readonly Holder[];
  maxBytes: number;
};

/** A piece of one byte takes two hundred of memory, so that so many are made one before they are kept. */
const MAX_PIECES = 256;
/** A form is refused after it was parsed. */
const MAX_JOINED_BYTES = 64 * 1024;

/**
 * The bytes of a body as they come.
 *
 * @throws AppError payload_too_large; unavailable when too much is being gathered already, by all or by
 *   this client; request_timeout when it stalls or comes too slowly; malformed_request when it breaks off
 */
async function* readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  bounds: Bounds,
): AsyncGenerator<Buffer, void> {
  const { room, holders, maxBytes } = bounds;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    throw new AppError('payload_too_large');
  }
  let size = 0;
  const pace = watchPace(bounds);
  const chunks: AsyncIterator<Buffer, undefined> = payload.iterator({ destroyOnReturn: false });
  let joined: Buffer[] = [];
  let joinedBytes = 0;
  try {
    for (;;) {
      const { value, done } = await pace.orLate(chunks.next());
      if (done) break;
      size += value.length;
      pace.count(value.length);
      if (size > maxBytes) throw new AppError('payload_too_large');
      if (!room.take(request, value.length, holders)) {
        throw new AppError('unavailable', { retryAfterSeconds: 1 });
      }
      joined.push(value);
      joinedBytes += value.length;
      if (joined.length < MAX_PIECES && joinedBytes < MAX_JOINED_BYTES) continue;
      yield Buffer.concat(joined);
      joined = [];
      joinedBytes = 0;
    }
    if (joined.length > 0) yield Buffer.concat(joined);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // The client has left, which is no fault of ours and none of the database's.
    throw new AppError('malformed_request', {}, { cause });
  } finally {
    pace.end();
    void chunks.return?.().catch(() => undefined);
  }
}

/** One person has several connections, one subscriber many networks, and one of those several accounts. */
function listHolders(request: FastifyRequest, network: string): Holder[] {
  const { callerId } = allowedBodies.find(request) ?? {};
  const ofNetwork: Holder = { kind: 'network', name: getSite(network) };
  return callerId === undefined ? [ofNetwork] : [ofNetwork, { kind: 'caller', name: callerId }];
}

/**
 * Finds a body that stalls, or comes so slowly that it only holds its room. There is no other limit: at the
 * lowest pace a body lasts as long as its largest size takes.
 *
 * @returns `orLate` waits for a piece of it, and rejects with AppError request_timeout when it is late
 */
function watchPace({ bodyGraceMs, bodyCreditMs, bodyBytesPerSecond }: Bounds): {
  count: (bytes: number) => void;
  orLate: <Piece>(piece: Promise<Piece>) => Promise<Piece>;
  end: () => void;
} {
  let deadlineMs = performance.now() + bodyGraceMs;
  // Each piece has a promise of its own: one for all of a body would keep what waits for it.
  let isLate = false;
  let tellLate = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const leftMs = deadlineMs - performance.now();
    if (leftMs > 0) {
      timer = setTimeout(check, Math.ceil(leftMs));
      return;
    }
    isLate = true;
    tellLate();
  };
  check();
  return {
    count: (bytes) => {
      const paidMs = deadlineMs + (bytes / bodyBytesPerSecond) * 1000;
      // A client that sends most of a body at once must not earn a silence as long as all of it would take.
      deadlineMs = Math.min(paidMs, performance.now() + bodyCreditMs);
    },
    orLate: (piece) =>
      new Promise((resolve, reject) => {
        // RFC 9110 §15.5.9: the connection is of no more use.
        tellLate = () =>
          reject(new AppError('request_timeout', { headers: { connection: 'close' } }));
        if (isLate) tellLate();
        piece.then(resolve, reject);
      }),
    end: () => clearTimeout(timer),
  };
}

/**
 * A client that is still sending when it is refused reads the answer only if its bytes are taken,
 * so they are read and dropped, for a while.
 */
function drainUnread(http: FastifyInstance, { drainMs }: HttpLimits): void {
  http.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), drainMs).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.resume();
  });
}
