export const LANGUAGES = ['th', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `?lang=` before `Accept-Language` (RFC 9110 §12.5.4) before Thai. */
export function chooseLanguage(asked: string | null, accepted: string | undefined): Language {
  const exact = LANGUAGES.find((language) => language === asked);
  if (exact) return exact;
  let best: { language: Language; quality: number } | null = null;
  for (const item of (accepted ?? '').split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const language = LANGUAGES.find((known) => range === known || range.startsWith(`${known}-`));
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    if (language && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language ?? 'th';
}
