import type englishWords from '@kinora/i18n/en';
import type { Messages } from 'use-intl';
import { loadPart } from '../new-version.ts';

export type Lang = 'th' | 'en';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Lang;
    Messages: typeof englishWords;
  }
}

// One chunk a language: a visitor loads only the words he reads.
const loaders: Record<Lang, () => Promise<{ default: Messages }>> = {
  th: () => import('@kinora/i18n/th'),
  en: () => import('@kinora/i18n/en'),
};

/** All words of one language. Rejects when the file can't be fetched. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  return (await loadPart(loaders[lang])).default;
}
