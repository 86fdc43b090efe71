import { timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-keys.ts';

/** An edge proves itself to the API with this token, as only these two know the master key. */
export function deriveEdgeToken(secretKey: string): string {
  return deriveKey(secretKey, 'edge to api').toString('base64url');
}

/** Says whether an `Authorization` header is an edge's. */
export function isEdge(authorization: string | undefined, secretKey: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${deriveEdgeToken(secretKey)}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
