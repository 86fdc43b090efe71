/** Words for why an endpoint of a key server gave no answer that could be looked at. */
export const KEY_SERVER_FAILURES = [
  'refused',
  'redirects',
  'too_large',
  'timeout',
  'dns',
  'connection_refused',
  'tls',
  'unreachable',
] as const;

export type KeyServerFailure = (typeof KEY_SERVER_FAILURES)[number];
