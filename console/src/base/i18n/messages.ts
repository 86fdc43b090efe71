import type { Words } from '@kinora/i18n/words';
import type { Messages } from 'use-intl';
import { loadPart } from '../new-version.ts';

export type Lang = 'th' | 'en';

/** The words of one file, without those that other apps say. */
export type Section = Exclude<
  keyof Words,
  'player' | 'problems' | 'mails' | 'samples' | 'systemNames'
>;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Lang;
    Messages: Pick<Words, Section>;
  }
}

let files: Record<string, () => Promise<unknown>> | undefined;

/** Each file has one loader, by which `loadPart` knows it again. */
function wordFiles() {
  files ??= import.meta.glob<unknown>(
    [
      '../../../../i18n/*/*.json',
      '!../../../../i18n/*/{player,problems,mails,samples,systemNames}.json',
    ],
    { import: 'default' },
  );
  return files;
}

/** Loads words of one language. Rejects when a file can't be fetched. */
export async function loadMessages(
  lang: Lang,
  sections: readonly Section[],
): Promise<Partial<Messages>> {
  const parts = sections.map(async (section) => {
    const load = wordFiles()[`../../../../i18n/${lang}/${section}.json`];
    return [section, load && (await loadPart(load))];
  });
  return Object.fromEntries(await Promise.all(parts)) as Partial<Messages>;
}
