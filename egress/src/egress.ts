import { lookup as systemLookup } from 'node:dns/promises';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { openAddressCheck } from './egress-addresses.ts';

export type EgressRequest = {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** A longer answer breaks off, and one that says so at its beginning is not read at all. */
  maxBytes: number;
  /** Covers all of it: names, connections, redirects and the body. */
  timeoutMs: number;
  /** The other side may be silent for so long, 10 s by default. */
  silenceMs?: number;
  /** 3 by default; with 0 a redirect is a failure, of a write too. */
  maxRedirects?: number;
  signal?: AbortSignal;
};

export type EgressResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The address that answered, after redirects. */
  url: string;
  /** The caller reads or destroys it; its errors are EgressErrors. */
  body: Readable;
};

/** Sends one request to an address given from outside. @throws EgressError */
export type Egress = (request: EgressRequest) => Promise<EgressResponse>;

/**
 * `refused`: the address is not allowed; `aborted`: by the caller's signal; `dns`: the name has no address;
 * `connection_refused`: the port is closed; `tls`: no secure connection, as with an untrusted certificate;
 * `unreachable`: the connection failed otherwise.
 */
export type EgressReason =
  | 'refused'
  | 'redirects'
  | 'too_large'
  | 'timeout'
  | 'dns'
  | 'connection_refused'
  | 'tls'
  | 'unreachable'
  | 'aborted';

export class EgressError extends Error {
  override name = 'EgressError';
  reason: EgressReason;
  constructor(reason: EgressReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type ResolveName = (name: string) => Promise<{ address: string; family: number }[]>;

export type EgressOptions = {
  /** CIDR ranges of private addresses that may be reached. */
  allowPrivateNetworks: readonly string[];
  /** Looks up the addresses of a name; the system's resolver by default. */
  resolveName?: ResolveName;
};

const MAX_REDIRECTS = 3;
const SILENCE_MS = 10_000;
/** Web servers and object stores listen here; inside the allowed private networks any port goes. */
const PORTS = new Set(['', '80', '443', '8000', '8080', '8443', '9000']);
/** Headers that may follow a redirect to another origin, as they authenticate no one. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'range', 'user-agent']);

/**
 * The only way out for requests to addresses from outside. At each redirect too, a name is resolved once, all
 * of its addresses are checked, and the connection uses the checked ones. Plain `http:` and unusual ports are
 * only for the allowed private networks.
 */
export function openEgress(options: EgressOptions): Egress {
  const isAllowed = openAddressCheck(options.allowPrivateNetworks);
  const isPublic = openAddressCheck([]);
  const resolveName = options.resolveName ?? ((name) => systemLookup(name, { all: true }));
  return async (request) => {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    let { url, headers = {} } = request;
    for (let hops = 0; ; hops += 1) {
      const target = parseTarget(url);
      const sent = { ...request, headers, signal, caller: request.signal };
      const addresses = await withinTime(checkTarget(target), sent);
      const response = await send(target, addresses, sent);
      const next = findRedirect(response, target, request);
      if (!next) return { ...describeResponse(response, target), body: limitBody(response, sent) };
      response.destroy();
      if (hops === (request.maxRedirects ?? MAX_REDIRECTS))
        throw new EgressError('redirects', 'too many redirects');
      if (next.origin !== target.origin) headers = keepHarmless(headers);
      url = next.href;
    }
  };

  async function checkTarget(target: URL): Promise<Address[]> {
    const addresses = await resolveAddresses(target.hostname, resolveName);
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
      throw new EgressError('refused', 'the address is not public');
    }
    const isInside = addresses.every(({ address }) => !isPublic(address));
    if (!isInside && (target.protocol !== 'https:' || !PORTS.has(target.port))) {
      throw new EgressError('refused', 'only https: on the usual ports is allowed');
    }
    return addresses;
  }
}

type Address = { address: string; family: number };

function parseTarget(url: string): URL {
  // WHATWG URL knows every spelling of an IPv4 address and writes it one way.
  if (!URL.canParse(url)) throw new EgressError('refused', 'not an address');
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new EgressError('refused', 'only http: and https: are called');
  }
  if (target.username || target.password) {
    throw new EgressError('refused', 'the address holds a user');
  }
  return target;
}

async function resolveAddresses(hostname: string, resolveName: ResolveName): Promise<Address[]> {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const family = isIP(literal);
  if (family !== 0) return [{ address: literal, family }];
  try {
    return await resolveName(hostname);
  } catch (cause) {
    throw new EgressError('dns', 'the name is not known', { cause });
  }
}

/** A request of one hop; `signal` also ends it when its time is over. */
type Sent = EgressRequest & {
  headers: Record<string, string>;
  signal: AbortSignal;
  caller: AbortSignal | undefined;
};

function send(target: URL, addresses: Address[], sent: Sent): Promise<IncomingMessage> {
  const start = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = start(target, {
    method: sent.method ?? 'GET',
    headers: { 'accept-encoding': 'identity', ...sent.headers },
    agent: false,
    lookup: createLookup(addresses),
    signal: sent.signal,
    timeout: sent.silenceMs ?? SILENCE_MS,
  });
  const isTlsFailure = watchTls(request);
  request.on('error', (error) => {
    const failed = toEgressError(error, sent);
    if (failed.reason !== 'unreachable' || !isTlsFailure()) return reject(failed);
    reject(new EgressError('tls', 'the secure connection failed', { cause: error }));
  });
  let answer: IncomingMessage | null = null;
  request.on('response', (response) => {
    answer = response;
    // Its reader meets the error; without one it must not end the process.
    response.on('error', () => undefined);
    resolve(response);
  });
  request.on('timeout', () => {
    const error = new EgressError('timeout', 'the other side fell silent');
    if (answer) answer.destroy(error);
    else request.destroy(error);
  });
  request.end(sent.body);
  return promise;
}

/** @returns whether the other side was reached and the secure connection is not there, whatever the code of its error */
function watchTls(request: ClientRequest): () => boolean {
  let isHandshake = false;
  request.on('socket', (socket) => {
    if (!(socket instanceof TLSSocket)) return;
    socket.once('connect', () => (isHandshake = true));
    socket.once('secureConnect', () => (isHandshake = false));
  });
  return () => isHandshake;
}

/** Names are not looked up again: the connection goes to the addresses that were checked. */
function createLookup(addresses: Address[]): LookupFunction {
  return (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** @returns where a reading request has to go on; null for an answer, and for a write */
function findRedirect(
  { statusCode, headers }: IncomingMessage,
  target: URL,
  { method = 'GET', maxRedirects }: EgressRequest,
) {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode ?? 0);
  if (!isRedirect || !headers.location) return null;
  // RFC 9110 §15.4: a write is not repeated elsewhere without asking.
  if (!['GET', 'HEAD'].includes(method) && maxRedirects !== 0) return null;
  if (!URL.canParse(headers.location, target.href)) return null;
  const next = new URL(headers.location, target);
  if (target.protocol === 'https:' && next.protocol !== 'https:') {
    throw new EgressError('refused', 'a redirect leaves https:');
  }
  return next;
}

function keepHarmless(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase()));
  return Object.fromEntries(kept);
}

function describeResponse({ statusCode, headers }: IncomingMessage, { href }: URL) {
  return { status: statusCode ?? 0, headers, url: href };
}

/** The body as it comes, broken off at the limits. */
function limitBody(response: IncomingMessage, sent: Sent): Readable {
  const { maxBytes } = sent;
  const tooLarge = () => new EgressError('too_large', `more than ${maxBytes} bytes came`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes && sent.method !== 'HEAD') {
    response.destroy();
    throw tooLarge();
  }
  async function* limited(): AsyncGenerator<Buffer> {
    let received = 0;
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (received > maxBytes) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw toEgressError(error, sent);
    }
  }
  const body = Readable.from(limited(), { objectMode: false });
  body.on('close', () => response.destroy());
  return body;
}

function toEgressError(error: unknown, { signal, caller }: Sent): EgressError {
  if (error instanceof EgressError) return error;
  if (caller?.aborted) return new EgressError('aborted', 'the caller gave up', { cause: error });
  if (signal.aborted) return new EgressError('timeout', 'the time was over', { cause: error });
  const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  const reason = isRefused ? 'connection_refused' : 'unreachable';
  return new EgressError(reason, 'the connection failed', { cause: error });
}

/** Looking a name up can't be broken off; its answer then counts for nothing. */
async function withinTime<T>(work: Promise<T>, sent: Sent): Promise<T> {
  const { signal } = sent;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(toEgressError(signal.reason, sent));
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
