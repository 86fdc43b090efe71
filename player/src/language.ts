export type Language = 'th' | 'en';

/**
 * Chooses the first of the wanted languages that the player speaks: `lang` of the element, then of
 * the page, then of the browser. English when it speaks none of them, Thai when none is given.
 */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Language {
  const primaries = wanted.map((tag) => tag?.trim().toLowerCase().split('-')[0]).filter(Boolean);
  for (const primary of primaries) if (primary === 'th' || primary === 'en') return primary;
  return primaries.length > 0 ? 'en' : 'th';
}
