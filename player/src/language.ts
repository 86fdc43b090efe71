export type Language = 'th' | 'en';

/**
 * The first of the wanted languages that the player speaks: `lang` of the element, then of the
 * page, then of the browser. Thai when it speaks none of them.
 */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const primary = tag?.trim().toLowerCase().split('-')[0];
    if (primary === 'th' || primary === 'en') return primary;
  }
  return 'th';
}
