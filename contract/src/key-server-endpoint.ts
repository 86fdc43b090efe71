import { MAX_ENDPOINT_LETTERS } from './bounds.ts';
import { parseTypedAddress } from './typed-address.ts';

// Nothing here needs zod: the console's form asks it.

/** Finds the problem of a trimmed endpoint: a request token is added to its query. */
export function checkEndpoint(typed: string): 'too_long' | 'invalid_endpoint' | null {
  if (typed.length > MAX_ENDPOINT_LETTERS) return 'too_long';
  const url = parseTypedAddress(typed);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'invalid_endpoint';
  const { username, password, hash, searchParams } = url;
  const isPlain = username === '' && password === '' && hash === '' && !searchParams.has('token');
  return isPlain ? null : 'invalid_endpoint';
}
