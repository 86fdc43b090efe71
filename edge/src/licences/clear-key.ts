import { createRefusal, MALFORMED_REQUEST } from '../replies.ts';
import type { LicenceRequest, LicenceSystem } from './licence-system.ts';

const MAX_KEYS = 32;
/** 16 bytes in base64url without padding. */
const KEY_ID = /^[A-Za-z0-9_-]{21}[AQgw]$/;
const TYPES = ['temporary', 'persistent-license'] as const;

type Asked = {
  /** In hexadecimal, each once. */
  keyIds: string[];
  type: (typeof TYPES)[number];
};

/** Answers sessions of W3C's ClearKey, which needs no settings of the team. */
export const clearKey: LicenceSystem = {
  // A request of 32 keys has some 900.
  maxBytes: 4096,
  answer(request) {
    // ClearKey can't protect the output, so a token that demands this is refused.
    if (request.grant.hdcp !== 'HDCP_NONE') return createRefusal('output_not_protected');
    const asked = parseRequest(request.body);
    if (!asked) return MALFORMED_REQUEST;
    const given = chooseKeys(asked, request);
    if (given.length === 0) return createRefusal('license_not_covered');
    const licence = JSON.stringify({ keys: given, type: asked.type });
    return { contentType: 'application/json', body: Buffer.from(licence) };
  },
};

/** Parses the message of a ClearKey session (W3C EME §9.1.3). Null for anything else. */
function parseRequest(body: Buffer): Asked | null {
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

/** The keys of a request that a viewer may have (W3C EME §9.1.4: JWK Set). */
function chooseKeys(
  { keyIds, type }: Asked,
  { keys, earlierKeys, grant }: LicenceRequest,
): { kty: 'oct'; kid: string; k: string }[] {
  if (type === 'persistent-license' && !grant.mayPersist) return [];
  const all = [...keys, ...earlierKeys];
  return keyIds.flatMap((keyId) => {
    const key = all.find((one) => one.keyId === keyId)?.key;
    if (!key) return [];
    const kid = Buffer.from(keyId, 'hex').toString('base64url');
    return { kty: 'oct' as const, kid, k: Buffer.from(key).toString('base64url') };
  });
}
