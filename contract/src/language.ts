import { Language } from './fields.ts';

/** No browser sends longer lists, and each item costs time. */
const MAX_HEADER_LENGTH = 500;

/**
 * Chooses the language for an `Accept-Language` header (RFC 9110 §12.5.4): the one of ours with the
 * greatest weight, English if it names only others, and Thai if it names none.
 */
export function parseAcceptedLanguage(header: string | null | undefined): Language {
  let best: { language: Language; weight: number } | null = null;
  let namesOther = false;
  for (const item of (header ?? '').slice(0, MAX_HEADER_LENGTH).split(',')) {
    const match = /^\s*([a-z]{1,8})(?:-[a-z\d-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(item);
    const weight = match?.[2] === undefined ? 1 : Number(match[2]);
    if (!match || !(weight > 0)) continue;
    const { data: language } = Language.safeParse(match[1]?.toLowerCase());
    if (!language) namesOther = true;
    else if (weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? (namesOther ? 'en' : 'th');
}
