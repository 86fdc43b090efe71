/** `A=1,B="x"` (RFC 8216 §4.2), without the attributes that are undefined. */
export function formatAttributes(attributes: Record<string, string | number | undefined>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

/**
 * A quoted-string. RFC 8216 §4.2 has no escape: a line feed, carriage return or double quote
 * can't be in one, and §4.1 forbids control characters and byte order marks anywhere and asks
 * for NFC. `{$` would begin a variable reference for players of later versions.
 */
export function quote(text: string): string {
  const safe = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g, ' ')
    .replaceAll('"', "'")
    .replaceAll('{$', '($');
  return `"${safe}"`;
}
