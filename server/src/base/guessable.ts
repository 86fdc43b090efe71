import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normaliseText } from '@kinora/contract/normalise-text';

/** Fewer different characters than this are tried out by any program within seconds. */
const MIN_DISTINCT = 5;
/** Characters around a common word that add little: `Summer2026!`, `123monkey`. */
const MAX_AROUND = 5;
const MIN_WORD_LENGTH = 4;
/** A repeated part has to be as long as a password of its own. */
const MIN_REPEATED = 8;

/** Lines of the keyboard, and what people count by: runs along them are one step, not many. */
const KEYBOARD_LINES = [
  '`1234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'abcdefghijklmnopqrstuvwxyz',
];
/** Runs, or single characters, that a secret has at least: `abcd1234` has two. */
const MIN_RUNS = 4;

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let commonPasswords: ReadonlySet<string> | null = null;

/**
 * Says whether a password or key is one of those that are tried first (OWASP ASVS 5.0 §6.2.4): a common
 * one, alone or with a year behind it, few characters, a run or a repetition, or the person's own
 * address.
 *
 * @param email of the account that the password is for
 */
export function isGuessable(secret: string, email = ''): boolean {
  const text = simplify(secret);
  const once = removeRepetition(text);
  if (new Set(once).size < MIN_DISTINCT || countRuns(once) < MIN_RUNS) return true;
  if (once !== text && once.length < MIN_REPEATED) return true;
  return isNearCommon(once) || isNearAddress(once, simplify(email));
}

function simplify(text: string): string {
  return normaliseText(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');
}

/** `abcabcabc` is `abc`. */
function removeRepetition(text: string): string {
  const period = (text + text).indexOf(text, 1);
  return text.slice(0, period);
}

function isNearCommon(text: string): boolean {
  commonPasswords ??= readCommonPasswords();
  const letters = trimToLetters(text);
  const around = text.length - letters.length;
  const words = around <= MAX_AROUND ? [text, letters] : [text];
  return words.some(
    (word) => commonPasswords?.has(word) || commonPasswords?.has(replaceLookalikes(word)),
  );
}

/** `monkey` of `123monkey!`. */
function trimToLetters(text: string): string {
  const chars = Array.from(text);
  const isLetter = (char: string) => /\p{L}/u.test(char);
  return chars.slice(chars.findIndex(isLetter), chars.findLastIndex(isLetter) + 1).join('');
}

/** `p4$$w0rd` is `password`. */
function replaceLookalikes(text: string): string {
  return text.replaceAll(/./gu, (char) => LOOKALIKES[char] ?? char);
}

/** The address, what stands before or behind its @, or a word of it, with little around. */
function isNearAddress(text: string, email: string): boolean {
  const words = [email, ...email.split('@'), ...email.split(/[^\p{L}\p{N}]+/u)];
  return words.some(
    (word) =>
      word.length >= MIN_WORD_LENGTH &&
      text.includes(word) &&
      text.length - word.length <= MAX_AROUND,
  );
}

/** Into how many steps the text falls, with characters that follow each other taken as one. */
function countRuns(text: string): number {
  const chars = Array.from(text);
  let runs = 0;
  let step: number | null = null;
  chars.forEach((char, at) => {
    const next = at === 0 ? null : stepBetween(chars[at - 1] ?? '', char);
    const goesOn = next !== null && (step === null || next === step);
    if (at === 0 || !goesOn) runs += 1;
    step = goesOn ? next : null;
  });
  return runs;
}

/** 0 for the same character again, 1 or -1 along a line, null for neither. */
function stepBetween(before: string, char: string): number | null {
  if (before === char) return 0;
  for (const line of KEYBOARD_LINES) {
    const at = line.indexOf(char);
    const step = at - line.indexOf(before);
    if (at !== -1 && line.includes(before) && Math.abs(step) === 1) return step;
  }
  return null;
}

function readCommonPasswords(): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}
