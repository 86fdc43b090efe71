import { EgressError, openEgress } from '@kinora/egress/egress';
import { callEncodingEndpoint } from '../adapter.ts';
import { keyOf } from '../rules/checks.ts';
import { type KeyServerAccess, signKeyToken, toKeyUrl } from '../rules/requests.ts';

/** There is no key yet. The message says why, without anything of the request or answer. */
export class NoKeyError extends Error {
  override name = 'NoKeyError';
}

/** Tells the technical word for why a request had no key (`KeyProblem`); null for a fault of another kind. */
export function findKeyProblem(error: unknown): string | null {
  if (error instanceof EgressError) return error.reason;
  return error instanceof NoKeyError ? error.message : null;
}

/**
 * Has a key server find or create the key of a content.
 *
 * @returns its 16 bytes, and the address where players ask for it
 * @throws NoKeyError, EgressError
 */
export async function requestKey(
  config: { allowPrivateNetworks: readonly string[] },
  server: KeyServerAccess,
  contentId: string,
  signal: AbortSignal,
): Promise<{ key: Buffer; uri: string }> {
  const { isActive, encodingEndpoint, playbackEndpoint } = server;
  if (!isActive || encodingEndpoint === null || playbackEndpoint === null) {
    throw new NoKeyError('inactive');
  }
  const claims = { contentId, tech: 'aes128', definition: 'default' } as const;
  const egress = openEgress(config);
  const answer = await callEncodingEndpoint(
    egress,
    { ...server, encodingEndpoint },
    claims,
    signal,
  );
  const key = keyOf(answer);
  if (!key) throw new NoKeyError(`status ${answer.status}, ${answer.body.length} bytes`);
  return { key, uri: toKeyUrl(playbackEndpoint, signKeyToken(server.tokenSecret, claims)) };
}
