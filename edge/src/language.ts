import { Language } from '@kinora/contract/fields';
import { parseAcceptedLanguage } from '@kinora/contract/language';

/** `?lang=` before `Accept-Language`. */
export function chooseLanguage(requested: string | null, accepted: string | undefined): Language {
  return Language.safeParse(requested).data ?? parseAcceptedLanguage(accepted);
}
