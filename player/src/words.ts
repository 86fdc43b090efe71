// The console checks these sources without this folder's tsconfig, and needs the declarations too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./words-modules.d.ts" />
import { player as en } from '../../i18n/en.json?player';
import { player as th } from '../../i18n/th.json?player';
import type { Language } from './language.ts';

export type Words = typeof en;

// Named imports let the bundler leave out every other part of the word files. The query keeps them
// apart from the console's own words, which its build compiles into another form; `exports` of a
// package can't take a query, hence the path.
const WORDS: Record<Language, Words> = { en, th };

export function wordsOf(language: Language): Words {
  return WORDS[language];
}

/** Puts values into `{name}` places of a message. */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
