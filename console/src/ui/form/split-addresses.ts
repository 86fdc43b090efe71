/**
 * Finds the mail addresses in typed or pasted text, in lower case as the API has them. `Malee <malee@a.co>`,
 * as mail programs copy it, is one (RFC 5322 §3.4).
 */
export function splitAddresses(text: string): string[] {
  // A quoted name may hold a comma.
  const unquoted = text.replaceAll(/"[^"]*"\s*(?=<)/g, '');
  return unquoted.split(/[,;\n]/).flatMap((part) => {
    const named = /<([^<>]*)>\s*$/.exec(part)?.[1];
    const words = (named ?? part).split(/\s+/);
    return words.filter((word) => word !== '').map((word) => word.toLowerCase());
  });
}
