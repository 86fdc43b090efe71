// The id of a refusal: 12 letters that can be read out and, after a dot, the sealed facts about it.

/** Crockford's Base32: without I, L, O and U, which are taken for others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const SPOKEN_LETTERS = 12;
const SPOKEN = /^[0-9A-HJKMNP-TV-Z]{12}(?=\.|$)/;

/** @param bytes random ones: a letter for each */
export function toSpokenLetters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** The form of an id for people: `K7QM-2X9D-PT4A`. Other forms, such as nginx's own, are kept. */
export function toSpokenId(requestId: string): string {
  const [letters] = SPOKEN.exec(requestId) ?? [];
  return letters?.replaceAll(/.{4}(?=.)/g, '$&-') ?? requestId;
}

/** The sealed part of an id, also of one from before there were letters. */
export function getSealedPart(requestId: string): string {
  const [letters] = SPOKEN.exec(requestId) ?? [];
  return letters === undefined ? requestId : requestId.slice(letters.length + 1);
}

/** True when only the spoken letters of an id were typed. */
export function isSpokenAlone(typed: string): boolean {
  return /^[0-9A-Z]{12}$/i.test(typed.replaceAll(/[\s-]/g, ''));
}
