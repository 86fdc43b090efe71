// Nothing here needs zod: the console's forms ask it.

/** URL would encode or drop these, so that the checked address would differ from the typed one. */
const CHANGED = /[\s"<>\\\p{Cc}\p{Cs}]/u;

/** Reads an address that is kept as typed. Null when it is invalid, or changes by parsing. */
export function parseTypedAddress(typed: string): URL | null {
  return CHANGED.test(typed) ? null : URL.parse(typed);
}
