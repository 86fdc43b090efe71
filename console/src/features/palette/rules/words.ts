import type { Messages } from 'use-intl';
import type { Lang } from '../../../base/i18n/messages.ts';
import type { Entry } from './entry.ts';

/** The words by which screens and actions are found, in both languages. */
export type BothWords = Record<Lang, Pick<Messages, 'nav' | 'palette'>>;

type Read = (words: BothWords[Lang]) => string;

/** Names an entry in a language, so that it is found in either, by its synonyms as well. */
export function toNamed(
  words: BothWords,
  lang: Lang,
  { id, read }: { id: string; read: Read },
): Pick<Entry, 'title' | 'names' | 'synonyms'> {
  const other = lang === 'th' ? 'en' : 'th';
  return {
    title: read(words[lang]),
    names: [read(words[other])],
    synonyms: [...listSynonyms(words[lang], id), ...listSynonyms(words[other], id)],
  };
}

/** A page without synonyms is found by its titles. */
function listSynonyms({ palette }: BothWords[Lang], id: string): string[] {
  const all: Record<string, string | undefined> = palette.synonyms;
  return all[id]?.split(/,\s*/) ?? [];
}
