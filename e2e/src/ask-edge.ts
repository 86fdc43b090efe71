import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Product } from './product.ts';

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Gets what is at an address of the edge; below localhost Node resolves no names. */
export async function getFromEdge(
  address: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const { host, port, pathname, search } = new URL(address);
  return await send(port, pathname + search, { ...headers, host });
}

/** Asks the edge like a client whose resolver gave its address for the host. */
export function openEdge({ edgeUrl }: Pick<Product, 'edgeUrl'>) {
  const { port } = new URL(edgeUrl);
  return async (host: string, path: string): Promise<{ status: number; reason: string }> => {
    const { status, headers } = await send(port, path, { host });
    const reason = headers['x-reason'];
    return { status, reason: typeof reason === 'string' ? reason : '' };
  };
}

async function send(port: string, path: string, headers: OutgoingHttpHeaders): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
    const { statusCode: status = 0, headers } = answer;
    text(answer).then((read) => resolve({ status, headers, text: read }), reject);
  });
  sent.on('error', reject).end();
  return await promise;
}
