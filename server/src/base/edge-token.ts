import { timingSafeEqual } from 'node:crypto';
import { derivedKey } from './derived-keys.ts';

/** What an edge proves itself with to the API: both know the master key, and nobody else does. */
export function edgeToken(secretKey: string): string {
  return derivedKey(secretKey, 'edge to api').toString('base64url');
}

/** Whether an `Authorization` header is an edge's. */
export function isEdge(authorization: string | undefined, secretKey: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${edgeToken(secretKey)}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
