import type { Config } from './config.ts';

/** What a cookie holds: who is signed in, or that somebody was. */
export type CookiePurpose = 'session' | 'browser';

const prefixes: Record<CookiePurpose, string> = { session: 'knr_ses_', browser: 'knr_brw_' };

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

/** RFC 6265bis §4.1.3.2: no other host, and no page over http, can set a cookie of this prefix. */
export function cookieName(config: Config, purpose: CookiePurpose): string {
  return `${isHttps(config) ? '__Host-' : ''}kinora_${purpose}`;
}

export function cookiePrefix(purpose: CookiePurpose): string {
  return prefixes[purpose];
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
  const start = `${cookieName(config, purpose)}=${prefixes[purpose]}`;
  const tokens = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(part.indexOf('=') + 1));
  return [...new Set(tokens)];
}

/** A `Set-Cookie` that scripts can't read; of age 0 it removes the cookie. */
export function cookieOf(
  config: Config,
  purpose: CookiePurpose,
  token: string,
  maxAgeSeconds: number,
): string {
  const secure = isHttps(config) ? '; Secure' : '';
  const rest = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
  return `${cookieName(config, purpose)}=${token}; ${rest}`;
}
