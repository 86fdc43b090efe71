import type { IncomingMessage } from 'node:http';

/** A request of 32 keys has some 900 bytes. */
const MAX_BYTES = 4096;
const MAX_KEYS = 32;
/** 16 bytes in base64url without padding. */
const KEY_ID = /^[A-Za-z0-9_-]{21}[AQgw]$/;
const TYPES = ['temporary', 'persistent-license'] as const;

export type LicenceRequest = {
  /** In hexadecimal, each once. */
  keyIds: string[];
  type: (typeof TYPES)[number];
};

/** Reads a body, and not more of it than a request has. */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too_large'> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Ended early, it would take the connection with it, and the answer.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const part of read) {
    bytes += part.length;
    if (bytes > MAX_BYTES) return 'too_large';
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Parses the message of a ClearKey session (W3C EME §9.1.3). Null for anything else. */
export function parseLicenceRequest(body: Buffer): LicenceRequest | null {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null || !('kids' in parsed)) return null;
  const { kids } = parsed;
  if (!Array.isArray(kids) || kids.length === 0 || kids.length > MAX_KEYS) return null;
  const given = 'type' in parsed ? parsed.type : 'temporary';
  const type = TYPES.find((one) => one === given);
  if (!type || !kids.every((kid) => typeof kid === 'string' && KEY_ID.test(kid))) return null;
  const ids = kids.map((kid) => Buffer.from(String(kid), 'base64url').toString('hex'));
  return { keyIds: [...new Set(ids)], type };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
