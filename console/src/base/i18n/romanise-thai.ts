// Follows the Royal Thai General System by letters, not syllables: readable, and easily corrected by hand.
// Vowels that Thai doesn't write are missing.

const CONSONANTS: readonly [letters: string, latin: string][] = [
  ['ก', 'k'],
  ['ขฃคฅฆ', 'kh'],
  ['ง', 'ng'],
  ['จฉชฌ', 'ch'],
  ['ซศษส', 's'],
  ['ญย', 'y'],
  ['ฎด', 'd'],
  ['ฏต', 't'],
  ['ฐฑฒถทธ', 'th'],
  ['ณน', 'n'],
  ['บ', 'b'],
  ['ป', 'p'],
  ['ผพภ', 'ph'],
  ['ฝฟ', 'f'],
  ['ม', 'm'],
  ['ร', 'r'],
  ['ลฬ', 'l'],
  ['ว', 'w'],
  ['หฮ', 'h'],
];

const LATIN = new Map(
  CONSONANTS.flatMap(([letters, latin]) => letters.split('').map((letter) => [letter, latin])),
);

/** In this order: a longer vowel holds a shorter one. */
const VOWELS: readonly [written: RegExp, latin: string][] = [
  [/เียะ?/g, 'ia'],
  [/เือะ?/g, 'uea'],
  [/เาะ/g, 'o'],
  [/เา/g, 'ao'],
  [/เอะ?|เิ/g, 'oe'],
  [/ัวะ?/g, 'ua'],
  [/รร(?=[ก-ฮ])/g, 'a'],
  [/รร/g, 'an'],
  [/าว(?![ะัาำิีึืุู])/g, 'ao'],
  [/าย(?![ะัาำิีึืุู])/g, 'ai'],
  [/ือ?|ึ/g, 'ue'],
  [/ำ/g, 'am'],
  [/[ะัา]/g, 'a'],
  [/[ิี]/g, 'i'],
  [/[ุู]/g, 'u'],
  [/เ/g, 'e'],
  [/แ/g, 'ae'],
  [/โ/g, 'o'],
  [/[ใไ]ย?/g, 'ai'],
  [/ฤๅ?/g, 'rue'],
];

const VOWEL_SIGN = '[ะัาำิีึืุูเแโใไ]';

/** Thai letters and digits as Latin ones; all else stays. */
export function romaniseThai(text: string): string {
  const spoken = text
    // A letter under the sign of silence goes with its own vowel; then go tones and the sign that shortens.
    .replaceAll(/[ก-ฮ][ิุ]?์/g, '')
    .replaceAll(/[็่้๊๋ๆฯ]/g, '')
    // A vowel that is written before its consonants is spoken after them.
    .replaceAll(/([เแโใไ])([กขคตปผพ][รลว]|ห[งญนมยรลว]|[ก-ฮ])/g, '$2$1')
    // This letter is silent and only sets the tone of the next consonant.
    .replaceAll(/ห(?=[งญนมยรลว])/g, '')
    // A carrier of vowels is silent itself, and a vowel where none follows.
    .replaceAll(new RegExp(`อ(?=${VOWEL_SIGN})`, 'g'), '');
  return VOWELS.reduce((before, [written, latin]) => before.replaceAll(written, latin), spoken)
    .replaceAll('อ', 'o')
    .replaceAll(/[ก-ฮ]/g, (letter) => LATIN.get(letter) ?? '')
    .replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));
}
