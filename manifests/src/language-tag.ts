/** RFC 5646 asks for the shortest code: `tha` → `th`. Null when the language is not known. */
export function findLanguageTag(code: string): string | null {
  if (code === 'und') return null;
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}
