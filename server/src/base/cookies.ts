import type { Config } from './config.ts';

/** How tokens of cookies begin: one proves a session, the other that this browser was signed in before. */
export const COOKIE_PREFIXES = { session: 'knr_ses_', browser: 'knr_brw_' } as const;
export type CookiePurpose = keyof typeof COOKIE_PREFIXES;

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

/** RFC 6265bis §4.1.3.2: no other host, and no page over http, can set a cookie of this prefix. */
export function getCookieName(config: Config, purpose: CookiePurpose): string {
  return `${isHttps(config) ? '__Host-' : ''}kinora_${purpose}`;
}

/**
 * All tokens of that purpose, in their order: over http another host or path can put a cookie of
 * the same name in front of ours.
 */
export function readCookies(
  config: Config,
  header: string | null,
  purpose: CookiePurpose,
): string[] {
  const start = `${getCookieName(config, purpose)}=${COOKIE_PREFIXES[purpose]}`;
  const tokens = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(part.indexOf('=') + 1));
  return [...new Set(tokens)];
}

/** A `Set-Cookie` that scripts can't read; of age 0 it removes the cookie. */
export function formatCookie(
  config: Config,
  purpose: CookiePurpose,
  token: string,
  maxAgeSeconds: number,
): string {
  const secure = isHttps(config) ? '; Secure' : '';
  const rest = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
  return `${getCookieName(config, purpose)}=${token}; ${rest}`;
}
