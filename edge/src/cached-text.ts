import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { end, matchesEtag, sendNotModified } from './replies.ts';

/** A frequent body, kept ready to send. */
export type CachedText = {
  plain: Buffer;
  /** Smallest first; none where compression brings nothing. */
  coded: readonly CodedText[];
  /** The closing quote is left out, as each encoding is another representation. */
  etagStem: string;
};

export type CodedText = {
  coding: 'br' | 'gzip';
  bytes: Buffer;
};

/** @param coded forms that the build made; without any, `isCompressible` text is gzipped here */
export async function cacheText(
  plain: Buffer,
  isCompressible: boolean,
  coded: readonly CodedText[] = [],
): Promise<CachedText> {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const etagStem = `"${hash}`;
  if (coded.length > 0 || !isCompressible) return { plain, coded, etagStem };
  return { plain, coded: [{ coding: 'gzip', bytes: await promisify(gzip)(plain) }], etagStem };
}

const ETAG_SUFFIXES = { br: '-br', gzip: '-gz' } as const;

/** Sends the smallest form that the client accepts, or 304. `headers` has type and caching. */
export function sendCachedText(
  request: IncomingMessage,
  response: ServerResponse,
  text: CachedText,
  headers: string[],
): void {
  const accepted = request.headers['accept-encoding'];
  const coded = text.coded.find(({ coding }) => accepts(accepted, coding));
  const etag = `${text.etagStem}${coded ? ETAG_SUFFIXES[coded.coding] : ''}"`;
  const all = ['Vary', 'Accept-Encoding', ...headers, 'ETag', etag];
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    sendNotModified(response, all);
    return;
  }
  if (coded) all.push('Content-Encoding', coded.coding);
  end(response, 200, all, coded?.bytes ?? text.plain);
}

/** RFC 9110 §12.5.3, without weights: a client gets the smallest form that it accepts. */
function accepts(header: string | undefined, wanted: CodedText['coding']): boolean {
  return (header ?? '').split(',').some((item) => {
    const [coding, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return coding === wanted && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
