/**
 * Copies a part of a request's head, to be kept. V8 takes a part of a text as a view of the whole, so that an
 * address of 15 letters would keep all 16 KB which its sender wrote around it.
 *
 * @param part of letters up to U+00FF, as all that Node reads of a head
 */
export function copyText(part: string): string {
  return Buffer.from(part, 'latin1').toString('latin1');
}
