import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import type { Words as Messages } from '@kinora/i18n/words';
import { createTranslator } from 'use-intl/core';

export type Lang = 'th' | 'en';

const i18n = join(import.meta.dirname, '../../i18n');

type Files = Record<string, object>;

/** The server says the others, as they are written. */
const isBuilt = (file: string) => !/^(problems|mails|samples|systemNames|watch)\.json$/.test(file);

function readFiles(lang: Lang): Files {
  const read = (file: string) => {
    const written = readFileSync(join(i18n, lang, file), 'utf8');
    return JSON.parse(isBuilt(file) ? joinLoanwords(written) : written) as object;
  };
  const files = readdirSync(join(i18n, lang));
  return Object.fromEntries(files.map((file) => [basename(file, '.json'), read(file)]));
}

function messagesOf(files: Files): Messages {
  const messages: Files = {};
  for (const [file, words] of Object.entries(files)) {
    const [name = ''] = file.split('.');
    messages[name] = { ...messages[name], ...words };
  }
  return messages as Messages;
}

/** As screens and answers show them, by the names of their files. */
export const wordFiles: Record<Lang, Files> = { en: readFiles('en'), th: readFiles('th') };

/** By the first part of their ids. */
export const messages: Record<Lang, Messages> = {
  en: messagesOf(wordFiles.en),
  th: messagesOf(wordFiles.th),
};

/** The words that the screens use, so that a test finds things by what a person reads. */
export function wordsOf(lang: Lang) {
  return createTranslator({ locale: lang, messages: messages[lang] });
}

export type Words = ReturnType<typeof wordsOf>;

export const otherLang = (lang: Lang): Lang => (lang === 'en' ? 'th' : 'en');

export const LANG_NAMES: Record<Lang, string> = { th: 'ไทย', en: 'English' };
