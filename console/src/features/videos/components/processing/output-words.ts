import type { Output } from '@kinora/contract/videos/outputs';
import { useLocale, useTranslations } from 'use-intl';

/** `1080p`, `เสียง ไทย`. */
export function useOutputName(): (output: Output) => string {
  const t = useTranslations('videos.encoding');
  const lang = useLocale();
  return (output) => {
    if (output.type === 'video') return output.name;
    const { languageCode } = output;
    if (languageCode === null || languageCode === 'und') return output.name || t('audio');
    return t('audioIn', { language: nameLanguage(languageCode, lang) });
  };
}

function nameLanguage(code: string, lang: string): string {
  try {
    return new Intl.DisplayNames(lang, { type: 'language' }).of(code) ?? code;
  } catch {
    // Not a code of BCP 47; it tells more than nothing.
    return code;
  }
}
