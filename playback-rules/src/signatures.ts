import { timingSafeEqual } from 'node:crypto';
import type { RuleReason } from '@kinora/contract/published';
import { type Signature, writeSignature } from '@kinora/sign/signature-forms';
import type { Channel, Pass, Requested, Viewer } from './rule.ts';
import { createSignature, parseSignature, TEAM_KEY_ID } from './signature-forms.ts';

export type Checked =
  | { isValid: true; signature: Signature; pass: Pass; isFromQuery: boolean }
  | { isValid: false; reason: Extract<RuleReason, `signature_${string}`> };

type Viewing = Pick<Viewer, 'atMs' | 'address' | 'userAgent' | 'cookie'>;

/**
 * Checks the signature of a request: the one of its address, else the one that an earlier answer has
 * left with a player that drops queries.
 *
 * @param secrets by key id
 */
export function checkSignature(
  secrets: { get: (keyId: string) => Uint8Array | undefined },
  { signedUrl: { acceptsArkV2 } }: Pick<Channel, 'signedUrl'>,
  requested: Requested,
  viewer: Viewing,
): Checked {
  const inQuery = parseSignature(requested.query, acceptsArkV2);
  const isFromQuery = inQuery !== 'missing' || viewer.cookie === null;
  const found = isFromQuery ? inQuery : parseSignature(viewer.cookie ?? '', acceptsArkV2);
  if (found === 'missing') return { isValid: false, reason: 'signature_missing' };
  if (found === 'malformed') return { isValid: false, reason: 'signature_invalid' };
  const secret = secrets.get(found.keyId);
  const facts = {
    ...{ host: requested.host, path: requested.path },
    ...{ clientAddress: viewer.address, userAgent: viewer.userAgent },
  };
  if (
    !secret ||
    !isSame(createSignature(secret, { ...found, ...facts }), found.signature) ||
    !covers(found, requested)
  ) {
    return { isValid: false, reason: 'signature_invalid' };
  }
  const expiresAtMs = Number(found.expires) * 1000;
  if (viewer.atMs >= expiresAtMs) return { isValid: false, reason: 'signature_expired' };
  // A signature of one address lets in all that it loads, and nothing else of the channel.
  const pathPrefix = requested.videoPath;
  const carried =
    found.pathPrefix === pathPrefix
      ? found
      : {
          ...{ ...found, pathPrefix },
          signature: createSignature(secret, { ...found, ...facts, pathPrefix }),
        };
  const isOfTeam = found.keyId === TEAM_KEY_ID;
  const leftSec = Math.floor((expiresAtMs - viewer.atMs) / 1000);
  const pass = { suffix: writeSignature(carried), leftSec, isOfTeam };
  return { isValid: true, signature: found, pass, isFromQuery };
}

/** A prefix of a stream covers its pages too: they show nothing else. */
function covers({ pathPrefix }: Signature, { path, videoPath, isPage }: Requested): boolean {
  // Without a prefix the path itself was signed.
  if (pathPrefix === null || path.startsWith(pathPrefix)) return true;
  return isPage && pathPrefix === videoPath;
}

/** Both are of one spelling, so that the bytes of the texts are compared. */
function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
