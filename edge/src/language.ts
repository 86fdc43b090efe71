import { Language } from '@kinora/contract/fields';
import { acceptedLanguage } from '@kinora/contract/language';

/** `?lang=` before `Accept-Language`. */
export function chooseLanguage(asked: string | null, accepted: string | undefined): Language {
  return Language.safeParse(asked).data ?? acceptedLanguage(accepted);
}
