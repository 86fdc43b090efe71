// Nothing here needs zod: the console's forms ask it.

/** RFC 4648 §4: the last letter before the padding has bits that are 0. */
const BASE64 = {
  16: /^[A-Za-z0-9+/]{21}[AQgw](?:==)?$/,
  32: /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/,
};
const HEX = { 16: /^[0-9a-f]{32}$/i, 32: /^[0-9a-f]{64}$/i };

/** Says whether a trimmed text holds so many bytes, in hexadecimal or base64. */
export function holdsBytes(text: string, count: 16 | 32): boolean {
  return HEX[count].test(text) || BASE64[count].test(text);
}

/** The application secret key of FairPlay, as Apple shows it: 16 bytes in hexadecimal. */
export const isFairplayAsk = (text: string): boolean => HEX[16].test(text);
