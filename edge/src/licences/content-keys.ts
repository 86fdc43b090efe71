import type { PublishedKeys } from '@kinora/contract/published';

/** Opens a key that was sealed for its place. @throws when another installation has sealed it */
export type OpenStreamKey = (
  place: { revisionKey: string; packaging: number; kind: string },
  sealed: Uint8Array,
) => Uint8Array;

/** The keys of a stream, by their ids in hexadecimal. */
export type StreamKeys = ReadonlyMap<string, Uint8Array>;

export function openStreamKeys(
  { revisionKey, packaging, keys }: PublishedKeys,
  openStreamKey: OpenStreamKey,
): StreamKeys {
  return new Map(
    keys.map(({ keyId, kind, sealedKey }) => {
      const sealed = Buffer.from(sealedKey, 'base64');
      return [keyId, openStreamKey({ revisionKey, packaging, kind }, sealed)];
    }),
  );
}
