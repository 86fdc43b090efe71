import assert from 'node:assert/strict';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person, TestApp } from './test-app.ts';

export type KeyClaims = { content_id: string; tech: string; definition: string };

export type TestKeyServer = {
  encodingEndpoint: string;
  playbackEndpoint: string;
  encoderSecret: string;
  tokenSecret: string;
  /** method and claims of each request that was answered with a key, in order */
  answered: { method: string; claims: KeyClaims }[];
  /** Answers so from now on in place of the key; null: well again. */
  misbehave: (answer: Misbehaviour | null) => void;
  close: () => Promise<void>;
};

export type Misbehaviour = (
  response: ServerResponse,
  key: Buffer,
  request: IncomingMessage,
  claims: KeyClaims,
) => void;

/** The headers of a right answer. */
export const KEY_HEADERS = {
  'content-type': 'application/octet-stream',
  'cache-control': 'private, no-cache, no-store',
  'access-control-allow-origin': '*',
};

const SECRET_HEADER = 'x-key-server-secret';

/** A customer's key server on loopback: it finds or creates keys, and gives them to requests with a token. */
export async function startTestKeyServer(): Promise<TestKeyServer> {
  const [encoderSecret, tokenSecret] = [randomBytes(16), randomBytes(16)].map((bytes) =>
    bytes.toString('hex'),
  ) as [string, string];
  const keys = new Map<string, Buffer>();
  const answered: TestKeyServer['answered'] = [];
  let bad: Misbehaviour | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const claims = readKeyToken(tokenSecret, url.searchParams.get('token') ?? '');
    if (!claims) return refuse(response, 401);
    const name = JSON.stringify([claims.content_id, claims.tech, claims.definition]);
    if (url.pathname === '/encoding' && request.method === 'POST') {
      if (!hasSecret(request, encoderSecret)) return refuse(response, 403);
      if (!keys.has(name)) keys.set(name, randomBytes(16));
    } else if (url.pathname !== '/playback' || request.method !== 'GET')
      return refuse(response, 404);
    const key = keys.get(name);
    if (!key) return refuse(response, 404);
    answered.push({ method: request.method ?? '', claims });
    if (bad) return bad(response, key, request, claims);
    response.writeHead(200, KEY_HEADERS).end(key);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoints = {
    encodingEndpoint: `${origin}/encoding`,
    playbackEndpoint: `${origin}/playback`,
  };
  return {
    ...endpoints,
    encoderSecret,
    tokenSecret,
    answered,
    misbehave: (answer) => void (bad = answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Adds a key server to a team, tested and active. @returns its id */
export async function addKeyServer(
  app: TestApp,
  admin: Person,
  server: TestKeyServer,
  name = 'Ours',
): Promise<string> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v1/key-server${path}`, { as: admin, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  const { encodingEndpoint, playbackEndpoint, encoderSecret, tokenSecret } = server;
  const made = await ask('POST', '', {
    name,
    encoderSecret,
    tokenSecret,
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: encodingEndpoint,
      playbackEncryptionKeyRequestApiEndpoint: playbackEndpoint,
    },
  });
  const id = String(made['id']);
  await ask('POST', `/${id}/test`);
  await ask('PUT', `/${id}/active`);
  return id;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

function hasSecret({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(String(headers[SECRET_HEADER] ?? ''));
  const wanted = Buffer.from(secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A JWT by HS256 (RFC 7519, RFC 7515). */
export function signKeyToken(secret: string, claims: KeyClaims): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${signature(secret, text)}`;
}

function signature(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function readKeyToken(secret: string, token: string): KeyClaims | null {
  const [header, body, signed, ...more] = token.split('.');
  if (!header || !body || !signed || more.length > 0) return null;
  if (signed !== signature(secret, `${header}.${body}`)) return null;
  const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  return isClaims(claims) ? claims : null;
}

function isClaims(value: unknown): value is KeyClaims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Record<string, unknown>;
  return ['content_id', 'tech', 'definition'].every((name) => typeof claims[name] === 'string');
}
