import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

// Services of teams on loopback, which check what an edge sends them by themselves.

export type Called = { headers: IncomingMessage['headers']; body: Buffer };
export type Service = {
  url: string;
  calls: Called[];
  /** How it answers from now on. */
  answer: (response: ServerResponse, called: Called) => void;
};

export async function startService(
  t: TestContext,
  answer: Service['answer'] = (response) => void response.end('a licence'),
): Promise<Service> {
  const calls: Called[] = [];
  const server = createServer();
  server.on('request', (request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service: Service = { url: `http://127.0.0.1:${port}/licence`, calls, answer };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const called = { headers: request.headers, body: Buffer.concat(parts) };
    calls.push(called);
    service.answer(response, called);
  };
  return service;
}

export const WIDEVINE = { provider: 'shop', key: randomBytes(32), iv: randomBytes(16) };

/** The message of a signed request. @throws where its signature isn't the provider's */
export function openSigned(body: Buffer): Record<string, unknown> {
  const sent = JSON.parse(body.toString()) as Record<string, string>;
  const message = Buffer.from(sent['request'] ?? '', 'base64');
  const cipher = createDecipheriv('aes-256-cbc', WIDEVINE.key, WIDEVINE.iv);
  cipher.setAutoPadding(false);
  const signature = Buffer.from(sent['signature'] ?? '', 'base64');
  const opened = Buffer.concat([cipher.update(signature), cipher.final()]).toString('hex');
  const hash = createHash('sha1').update(message).digest('hex');
  if (opened !== `${hash}${'0'.repeat(24)}` || sent['signer'] !== WIDEVINE.provider) {
    throw new Error('a wrong signature');
  }
  return JSON.parse(message.toString()) as Record<string, unknown>;
}

/** Every way in which a service may fail. */
export const FAILURES: Record<string, Service['answer']> = {
  'says nothing': () => undefined,
  drips: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  },
  redirects: (response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  },
  'answers too much': (response) => void response.end(Buffer.alloc(600_000)),
  refuses: (response) => void response.writeHead(403).end('no'),
  'breaks down': (response) => void response.writeHead(500).end(),
  'hangs up': (response) => void response.destroy(),
};
