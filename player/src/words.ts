// oxlint-disable-next-line typescript/triple-slash-reference -- the console checks these sources without this folder's tsconfig
/// <reference path="./words-modules.d.ts" />
// vite-plugin.ts answers `?player` with the player's words alone: the rest stays out of the bundle,
// and the console's build, which compiles its words into another form, leaves these alone.
import { player as en } from '../../i18n/en.json?player';
import { player as th } from '../../i18n/th.json?player';
import type words from '@kinora/i18n/en';
import type { Language } from './language.ts';

export type Words = (typeof words)['player'];

const WORDS: Record<Language, Words> = { en, th };

export function wordsOf(language: Language): Words {
  return WORDS[language];
}
