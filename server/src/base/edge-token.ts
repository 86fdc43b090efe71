import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an edge proves itself with to the API: both know the master key, and nobody else does. */
export function edgeToken(secretKey: string): string {
  return createHmac('sha256', secretKey).update('edge to api').digest('base64url');
}

/** Whether an `Authorization` header is an edge's. */
export function isEdge(authorization: string | undefined, secretKey: string): boolean {
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${edgeToken(secretKey)}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
