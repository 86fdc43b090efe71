// Nothing here needs zod: the console's forms ask it.

/** URL would encode these, or drop them, so that what is checked is not what was typed. */
const CHANGED = /[\s"<>\\\p{Cc}\p{Cs}]/u;

/** Reads an address that is kept as it was typed. Null for what is none, or another one once it is parsed. */
export function parseTypedAddress(typed: string): URL | null {
  return CHANGED.test(typed) ? null : URL.parse(typed);
}
