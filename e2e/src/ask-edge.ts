import { request } from 'node:http';
import type { Product } from './product.ts';

type Answer = { status: number; reason: string };

/** Asks the edge as one would whom a resolver had led there: Node resolves no names below localhost. */
export function openEdge({ edgeUrl }: Pick<Product, 'edgeUrl'>) {
  const { hostname, port } = new URL(edgeUrl);
  return (host: string, path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: hostname, port, path, headers: { host } }, (answer) => {
        answer.resume();
        const reason = answer.headers['x-reason'];
        resolve({
          status: answer.statusCode ?? 0,
          reason: typeof reason === 'string' ? reason : '',
        });
      });
      sent.on('error', reject).end();
    });
}
