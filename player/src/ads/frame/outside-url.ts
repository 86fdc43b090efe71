import { isOutsideAddress } from '@kinora/contract/ad-tag';

/**
 * Returns an ad server's address if it is on the public internet. Addresses with `http:` are requested by
 * `https:`, as browsers do for pictures in such pages.
 */
export function toOutsideUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text.trim(), base);
  if (!url) return null;
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return isOutsideAddress(url) ? url : null;
}
