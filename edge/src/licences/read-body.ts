import { finished } from 'node:stream';
import type { IncomingMessage } from 'node:http';

/** Reads a body, and not more of it than its reader takes. @throws when its sender goes away */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too_large'> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const take = (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes <= maxBytes) return;
      // Ended early, the request would take the connection with it, and the answer.
      request.off('data', take).pause();
      resolve('too_large');
    };
    request.on('data', take);
    finished(request, { writable: false }, (error) => {
      if (error) reject(error);
      else resolve(Buffer.concat(parts));
    });
  });
}
