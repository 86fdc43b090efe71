import { timingSafeEqual } from 'node:crypto';
import type { RuleReason } from '@kinora/contract/published';
import { type Signature, type Signed, writeSignature } from '@kinora/sign/signature-forms';
import { LRUCache } from 'lru-cache';
import { copyText } from './copy-text.ts';
import type { Channel, Pass, Requested, Viewer } from './rule.ts';
import { createSignature, parseSignature, TEAM_KEY_ID } from './signature-forms.ts';

export type Checked =
  | {
      isValid: true;
      signature: Signature;
      pass: Pass;
      expiresAtMs: number;
      isFromQuery: boolean;
    }
  | { isValid: false; reason: Extract<RuleReason, `signature_${string}`> };

type Viewing = Pick<Viewer, 'atMs' | 'address' | 'userAgent' | 'cookie'>;
type Secrets = { get: (keyId: string) => Uint8Array | undefined };

/** A signature that its key has made, and what addresses in the answer carry on of it. */
type Right = { signature: Signature; suffix: string; isOfStream: boolean };

/**
 * Checks the signature of a request: the one of its address, else the one that an earlier answer has
 * left with a player that drops queries.
 *
 * @param secrets by key id; the same object as long as they stay as they are
 */
export function checkSignature(
  secrets: Secrets,
  { signedUrl: { acceptsArkV2 } }: Pick<Channel, 'signedUrl'>,
  requested: Requested,
  viewer: Viewing,
): Checked {
  const verify = (query: string) => verifyOnce({ secrets, acceptsArkV2, query }, requested, viewer);
  const inQuery = verify(requested.query);
  const isFromQuery = inQuery !== 'missing' || viewer.cookie === null;
  const found = isFromQuery ? inQuery : verify(viewer.cookie ?? '');
  if (found === 'missing') return { isValid: false, reason: 'signature_missing' };
  if (found === 'invalid') return { isValid: false, reason: 'signature_invalid' };
  const { signature, suffix, isOfStream } = found;
  const expiresAtMs = Number(signature.expires) * 1000;
  if (viewer.atMs >= expiresAtMs) return { isValid: false, reason: 'signature_expired' };
  const leftSec = Math.floor((expiresAtMs - viewer.atMs) / 1000);
  const pass = { suffix, leftSec, isOfTeam: signature.keyId === TEAM_KEY_ID, isOfStream };
  return { isValid: true, signature, pass, expiresAtMs, isFromQuery };
}

type Given = { secrets: Secrets; acceptsArkV2: boolean; query: string };

/** Room for some 10,000 viewers with usual signatures; each is kept as its key and in parts. */
const MAX_RIGHT_LETTERS = 10_000_000;
const MAX_KEY_LENGTH = 2000;
/**
 * A viewer sends the same signature with each segment, and its validity depends only on the parts of the key.
 */
const right = new LRUCache<string, Right>({
  maxSize: MAX_RIGHT_LETTERS,
  sizeCalculation: (_right, key) => 2 * key.length + 200,
});
const ids = new WeakMap<Secrets, number>();
let lastId = 0;

function verifyOnce(
  given: Given,
  requested: Requested,
  viewer: Viewing,
): Right | 'missing' | 'invalid' {
  if (!given.query.includes('x_')) return 'missing';
  const { address, userAgent } = viewer;
  let id = ids.get(given.secrets);
  if (id === undefined) ids.set(given.secrets, (id = lastId += 1));
  const { host, videoPath } = requested;
  const parts = [id, given.acceptsArkV2, host, videoPath, address, userAgent, given.query];
  const key = parts.join('\n');
  const known = right.get(key);
  if (known && covers(known.signature, requested)) return known;
  const found = verify({ ...given, query: copyText(given.query) }, requested, viewer);
  const isOfPrefix = typeof found !== 'string' && found.signature.pathPrefix !== null;
  if (isOfPrefix && key.length <= MAX_KEY_LENGTH) right.set(key, found);
  return found;
}

function verify(
  { secrets, acceptsArkV2, query }: Given,
  requested: Requested,
  viewer: Viewing,
): Right | 'missing' | 'invalid' {
  const found = parseSignature(query, acceptsArkV2);
  if (found === 'missing') return 'missing';
  if (found === 'malformed') return 'invalid';
  const secret = secrets.get(found.keyId);
  if (!secret) return 'invalid';
  const { host, path, listedBy, videoPath } = requested;
  const signAt = (over: Pick<Signed, 'path' | 'pathPrefix'>) =>
    createSignature(secret, {
      ...found,
      ...over,
      host,
      clientAddress: viewer.address,
      userAgent: viewer.userAgent,
    });
  const { pathPrefix, signature } = found;
  // The signature of a list also covers the files that it lists.
  const paths = pathPrefix === null ? [path, ...listedBy] : [path];
  const isSigned = paths.some((one) => isSame(signAt({ path: one, pathPrefix }), signature));
  if (!isSigned || !covers(found, requested)) return 'invalid';
  if (isNarrow(found, requested)) {
    const isOfStream = pathPrefix === videoPath;
    return { signature: found, suffix: writeSignature(found), isOfStream };
  }
  const ofStream = { path, pathPrefix: videoPath };
  const carried = { ...found, pathPrefix: videoPath, signature: signAt(ofStream) };
  return { signature: found, suffix: writeSignature(carried), isOfStream: true };
}

/**
 * A signature that covers no more than the stream is carried as it is, and a wider one is narrowed to it.
 * One address alone opens all of the stream where it leads to all of it.
 */
function isNarrow({ pathPrefix }: Signature, { isMain, videoPath }: Requested): boolean {
  return pathPrefix === null ? !isMain : pathPrefix.startsWith(videoPath);
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
