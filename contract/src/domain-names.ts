// Domains as people type them. Nothing here needs zod, which no page of the console loads.

/** RFC 1035 §2.3.4 */
const MAX_LETTERS = 253;
// RFC 1123 §2.1; the last label is no number, or the whole might be an address.
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Brings a domain into its one spelling: lower case, punycode, no dot at the end. Null: it is no domain,
 * such as an IP address, a name of one label, an address with a path or a port.
 */
export function normaliseDomain(typed: string): string | null {
  const text = typed.trim().replace(/\.$/, '');
  // The parser of addresses would take these as another part, or drop them.
  if (text === '' || text.length > 4 * MAX_LETTERS || /[\s/\\?#@:%[\]<>^|]/.test(text)) return null;
  const host = URL.parse(`http://${text}/`)?.hostname ?? '';
  return host.length <= MAX_LETTERS && NAME.test(host) ? host : null;
}

/** As `normaliseDomain`, with `*.example.com` for all names below one, and `localhost`. */
export function normaliseWebsite(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (text === 'localhost') return text;
  if (!text.startsWith('*.')) return normaliseDomain(text);
  const below = normaliseDomain(text.slice(2));
  return below === null ? null : `*.${below}`;
}
