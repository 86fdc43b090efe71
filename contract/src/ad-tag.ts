import { MAX_AD_TAG_LETTERS } from './bounds.ts';
import { normaliseDomain } from './domain-names.ts';
import { parseTypedAddress } from './typed-address.ts';

// Nothing here needs zod: the console's form asks it, and the frame that plays the ads.

/** RFC 6761 and RFC 6762: names that lead to the viewer's own machine or network. RFC 8375 has the last. */
const INSIDE = /\.(?:localhost|local|internal|home\.arpa)$/;

/**
 * Says whether an address is `https:` at a host with a name: never one of the viewer's own network by an IP
 * address or by a name that is only known there.
 */
export function isOutsideAddress(url: URL): boolean {
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  // A dot at its end makes no other name of it.
  const name = hostname.replace(/\.$/, '');
  return normaliseDomain(name) === name && !INSIDE.test(name);
}

export type AdTagProblem = 'required' | 'too_long' | 'invalid_ad_tag';

/** Finds the problem of a trimmed ad tag. It may have macros, such as `[CACHEBUSTING]`. */
export function checkAdTag(
  text: string,
  { isRequired }: { isRequired: boolean },
): AdTagProblem | null {
  if (text === '') return isRequired ? 'required' : null;
  if (text.length > MAX_AD_TAG_LETTERS) return 'too_long';
  const url = parseTypedAddress(text);
  return url && isOutsideAddress(url) ? null : 'invalid_ad_tag';
}
