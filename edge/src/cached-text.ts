import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { end, matchesEtag, notModified } from './replies.ts';

/** A body that is sent often, kept ready to send. */
export interface CachedText {
  plain: Buffer;
  /** Null where compression brings nothing. */
  zipped: Buffer | null;
  /** Without its closing quote: the zipped form is another representation. */
  etagStem: string;
}

export async function cacheText(plain: Buffer, zip: boolean): Promise<CachedText> {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const zipped = zip ? await promisify(gzip)(plain) : null;
  return { plain, zipped, etagStem: `"${hash}` };
}

/** Sends it as the client can read it, or 304. `headers` has type and caching. */
export function sendCachedText(
  request: IncomingMessage,
  response: ServerResponse,
  text: CachedText,
  headers: string[],
): void {
  const zipped = acceptsGzip(request.headers['accept-encoding']) ? text.zipped : null;
  const etag = `${text.etagStem}${zipped ? '-gz' : ''}"`;
  const all = [...headers, 'ETag', etag, 'Vary', 'Accept-Encoding'];
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    notModified(response, all);
    return;
  }
  if (zipped) all.push('Content-Encoding', 'gzip');
  end(response, 200, all, zipped ?? text.plain);
}

/** RFC 9110 §12.5.3, for the one coding we have. */
function acceptsGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some((item) => {
    const [coding, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
