import { createHmac } from 'node:crypto';

/** Of purposes: each list of a team has pages of its own. */
const MAX_KEPT = 1000;
const kept = new Map<string, Buffer>();

/**
 * Each purpose has a key of its own, so that one that leaks gives nothing away of the others. The same
 * buffer comes each time, as what was made with a key is kept by it: nobody may write to it.
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
