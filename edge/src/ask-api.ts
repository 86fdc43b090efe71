import type { AskForSegment } from './segment-waits.ts';

const TIMEOUT_MS = 3000;

/**
 * Asks the API at an origin, with the token that proves to it that an edge is asking. Rejects when
 * it does not answer in time, or not with success.
 */
export function askApi(apiUrl: string, token: string): AskForSegment {
  const address = new URL('/internal/segments/ask', apiUrl);
  return async (segment) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(segment),
      // Where it is configured to be and nowhere else: the token goes with the request.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the API answered ${response.status}`);
  };
}
