import type { RequestSegment } from './segment-waits.ts';

const TIMEOUT_MS = 3000;

/**
 * Requests segments from the API at an origin, with the token that proves the edge to it. A request
 * rejects when the API does not answer in time, or not with success.
 */
export function createSegmentRequests(apiUrl: string, token: string): RequestSegment {
  const address = new URL('/internal/segments/request', apiUrl);
  return async (segment) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(segment),
      // A redirect could send the token to an address that the operator did not configure.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
  };
}
