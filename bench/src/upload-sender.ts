// One upload from a client's process of its own, as it is in life: node upload-sender.ts <json>.
// Its parent gets the answer's status and address, and the seconds from first byte to answer.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

export type Sending = {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  sizeBytes: number;
};
export type Sent = { status: number; location: string; seconds: number };

const block = randomBytes(1024 * 1024);

/** One request over a connection of its own, with as little work on this side as can be. */
export async function send({ sizeBytes, headers, ...target }: Sending): Promise<Sent> {
  const startedAt = performance.now();
  const all = {
    connection: 'close',
    'tus-resumable': '1.0.0',
    'content-length': String(sizeBytes),
    ...headers,
  };
  const sending = request({ ...target, host: '127.0.0.1', headers: all });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  for (let left = sizeBytes; left > 0; left -= block.length) {
    if (!sending.write(left < block.length ? block.subarray(0, left) : block)) {
      await once(sending, 'drain');
    }
  }
  sending.end();
  const [answer] = await answered;
  answer.resume();
  const { pathname: location } = new URL(answer.headers.location ?? '/', 'http://x');
  const seconds = (performance.now() - startedAt) / 1000;
  return { status: answer.statusCode ?? 0, location, seconds };
}

if (import.meta.main) process.send?.(await send(JSON.parse(process.argv[2] ?? '') as Sending));
