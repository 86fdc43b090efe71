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

/** The folder of the words. */
declare const KINORA_WORDS: string;

type WordLoader = () => Promise<{ default: object }>;

const loaders = new Map<string, WordLoader>();

/** Each file has an address by rule (vite-words.ts), and one loader, by which `loadPart` knows it again. */
function getLoader(lang: Lang, section: Section): WordLoader {
  const address = `${KINORA_WORDS}/${lang}/${section}.js`;
  const load: WordLoader =
    loaders.get(address) ?? (() => import(/* @vite-ignore */ address) as ReturnType<WordLoader>);
  loaders.set(address, load);
  return load;
}

/** Words by the first part of their ids. */
type Loaded = [name: string, words: object];

/** Loads words of one language. Rejects when a file can't be fetched. */
export function loadMessages(lang: Lang, sections: readonly Section[]): Promise<Loaded[]> {
  const parts = sections.map(async (section): Promise<Loaded> => {
    const { default: words } = await loadPart(getLoader(lang, section));
    return [section.split('.')[0] ?? '', words];
  });
  return Promise.all(parts);
}

/** Messages with more words; several files may have some of a feature's. */
export function addWords(messages: Partial<Messages>, more: Loaded[]): Partial<Messages> {
  const all: Record<string, object | undefined> = { ...messages };
  for (const [name, words] of more) all[name] = { ...all[name], ...words };
  return all;
}
