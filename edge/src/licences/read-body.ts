import type { IncomingMessage } from 'node:http';

/** Reads a body, and not more of it than its reader takes. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too_large'> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Ended early, it would take the connection with it, and the answer.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const part of read) {
    bytes += part.length;
    if (bytes > maxBytes) return 'too_large';
    parts.push(part);
  }
  return Buffer.concat(parts);
}
