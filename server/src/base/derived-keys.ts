import { createHmac } from 'node:crypto';

/** There are many purposes: each list of a team has one for its page tokens. */
const MAX_KEPT = 1000;
const kept = new Map<string, Buffer>();

/**
 * Derives a key per purpose, so that a leaked one says nothing about the others. The same buffer
 * comes each time, as caches are keyed by it, so callers must not write to it.
 */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  const name = `${purpose}\n${secretKey}`;
  const known = kept.get(name);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const key = createHmac('sha256', secretKey).update(purpose).digest();
  kept.set(name, key);
  return key;
}
