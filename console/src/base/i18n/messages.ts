import type { WordFile, Words } from '@kinora/i18n/words';
import type { Messages } from 'use-intl';
import { loadPart } from '../new-version.ts';

export type Lang = 'th' | 'en';

type OfOthers = 'player' | 'problems' | 'mails' | 'samples' | 'systemNames' | 'watch';

/** The words of one file, without those that other apps say. */
export type Section = Exclude<WordFile, OfOthers>;

declare module 'use-intl' {
  interface AppConfig {
    Locale: Lang;
    Messages: Omit<Words, OfOthers>;
  }
}

let files: Record<string, () => Promise<object>> | undefined;

/** Each file has one loader, by which `loadPart` knows it again. */
function listWordFiles() {
  files ??= import.meta.glob<object>(
    [
      '../../../../i18n/*/*.json',
      '!../../../../i18n/*/{player,problems,mails,samples,systemNames,watch}.json',
    ],
    { import: 'default' },
  );
  return files;
}

/** Words by the first part of their ids. */
type Loaded = [name: string, words: object | undefined];

/** Loads words of one language. Rejects when a file can't be fetched. */
export function loadMessages(lang: Lang, sections: readonly Section[]): Promise<Loaded[]> {
  const parts = sections.map(async (section): Promise<Loaded> => {
    const load = listWordFiles()[`../../../../i18n/${lang}/${section}.json`];
    return [section.split('.')[0] ?? '', load && (await loadPart(load))];
  });
  return Promise.all(parts);
}

/** Messages with more words; several files may have some of a feature's. */
export function addWords(messages: Partial<Messages>, more: Loaded[]): Partial<Messages> {
  const all: Record<string, object | undefined> = { ...messages };
  for (const [name, words] of more) all[name] = { ...all[name], ...words };
  return all;
}
