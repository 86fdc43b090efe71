import type { PublishedChannel } from '@kinora/contract/published';
import type { Channel } from './rule.ts';

/** Opens the secret of a URL signing key. @throws when it was sealed by another installation */
export type OpenSecret = (keyId: string, sealed: Uint8Array) => Uint8Array;

/** Opens the keys of a channel. One that can't be opened signs nothing, and keeps no other from it. */
export function openChannel(
  { signedUrl: { keys, ...signedUrl }, ...channel }: PublishedChannel,
  openSecret: OpenSecret,
  onFault: (error: unknown, keyId: string) => void,
): Channel {
  const secrets = new Map<string, Uint8Array>();
  for (const { keyId, sealedSecret } of keys) {
    try {
      secrets.set(keyId, openSecret(keyId, Buffer.from(sealedSecret, 'base64')));
    } catch (error) {
      onFault(error, keyId);
    }
  }
  return { ...channel, signedUrl: { ...signedUrl, secrets } };
}
