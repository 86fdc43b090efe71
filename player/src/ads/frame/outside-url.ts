import { isOutsideAddress } from '@kinora/contract/ad-tag';

/**
 * Returns an address of an ad server if it is one of the open net. Those that are still written with
 * `http:` are asked by `https:`, as browsers do for pictures in such pages.
 */
export function toOutsideUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text.trim(), base);
  if (!url) return null;
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  return isOutsideAddress(url) ? url : null;
}
