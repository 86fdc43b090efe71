import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-keys.ts';

const MAC_BYTES = 16;

/** An opaque token for a place in a list: only we can make one, and only for that list. */
export function createPageToken(secretKey: string, list: string, place: readonly string[]): string {
  const text = Buffer.from(JSON.stringify(place));
  const key = deriveKey(secretKey, `pages of ${list}`);
  const mac = createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES);
  return Buffer.concat([mac, text]).toString('base64url');
}

/** The place that `createPageToken` was given; null for any other text. */
export function readPageToken(secretKey: string, list: string, token: string): string[] | null {
  const text = Buffer.from(token, 'base64url').subarray(MAC_BYTES).toString();
  let place: unknown;
  try {
    place = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isPlace(place)) return null;
  // The token is made again and compared whole, as base64 spells the same bytes in several ways.
  const made = Buffer.from(createPageToken(secretKey, list, place));
  const given = Buffer.from(token);
  return made.length === given.length && timingSafeEqual(made, given) ? place : null;
}

function isPlace(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}
