import type { Words } from '@kinora/i18n/words';
import type { Messages } from 'use-intl';
import { loadPart } from '../new-version.ts';

export type Lang = 'th' | 'en';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Lang;
    Messages: Words;
  }
}

/** One chunk a file, without the words that other apps read. */
function filesOf(lang: Lang): [string, () => Promise<unknown>][] {
  const files = import.meta.glob(
    [
      '../../../../i18n/*/*.json',
      '!../../../../i18n/*/{player,problems,mails,samples,systemNames}.json',
    ],
    { import: 'default' },
  );
  return Object.entries(files).filter(([path]) => path.includes(`/${lang}/`));
}

/** All words of one language. Rejects when a file can't be fetched. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  const parts = filesOf(lang).map(async ([path, load]) => [
    path.replace(/^.*\/|\.json$/g, ''),
    await loadPart(load),
  ]);
  return Object.fromEntries(await Promise.all(parts)) as Messages;
}
