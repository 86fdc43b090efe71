import { createHmac } from 'node:crypto';
import type { KeySource } from '@kinora/media/protect/aes-128';
import { deriveKey } from '../../../base/derived-keys.ts';

export type StreamKey = { key: Buffer; uri: string };

/** There is no key for a stream that must not be stored without. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
  /** No other attempt would end otherwise. */
  isFinal: boolean;
  constructor(message: string, options: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isFinal = options.isFinal;
  }
}

/** Keys of streams that are encrypted whole, in this process's memory and nowhere else. */
export type StreamKeys = {
  /**
   * Asked for once; another worker that asks gets the same.
   *
   * @throws KeyUnavailable
   */
  of(revisionKey: string): Promise<StreamKey>;
  /** Has the server asked anew: what it gave is not what the stream is encrypted with. */
  forget(revisionKey: string): void;
};

/** More streams than a worker has pieces of at once. */
const MOST_KEPT = 64;

/** A server that hangs must not hold a worker's pieces. */
const TIMEOUT_MS = 10_000;

/** One key for all renditions of a revision, from `source`; null: there is none to ask. */
export function openStreamKeys(
  source: KeySource | null,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): StreamKeys {
  const kept = new Map<string, Promise<StreamKey>>();
  return {
    async of(revisionKey) {
      if (!source) throw new KeyUnavailable('there is no key server', { isFinal: true });
      const found = kept.get(revisionKey) ?? request(source, revisionKey, timeoutMs);
      kept.delete(revisionKey);
      kept.set(revisionKey, found);
      for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
      return found.catch((cause: unknown) => {
        if (kept.get(revisionKey) === found) kept.delete(revisionKey);
        throw new KeyUnavailable('the key server gave no key', { isFinal: false, cause });
      });
    },
    forget: (revisionKey) => void kept.delete(revisionKey),
  };
}

async function request(
  source: KeySource,
  contentId: string,
  timeoutMs: number,
): Promise<StreamKey> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  try {
    const asked = source.keyFor({ contentId, tech: 'aes128', definition: 'default' });
    const { key, uri } = await Promise.race([asked, silence]);
    if (key.length !== 16) throw new RangeError(`a key of ${key.length} bytes`);
    const { protocol, href } = new URL(uri);
    if (!/^https?:$/.test(protocol)) throw new RangeError(`a key at ${protocol}`);
    return { key, uri: href };
  } finally {
    clearTimeout(timer);
  }
}

/** Tells keys apart, and nothing about them to who has no secret of ours. */
export function keyMark(secretKey: string, { key }: StreamKey): string {
  return createHmac('sha256', deriveKey(secretKey, 'mark of a stream key'))
    .update(key)
    .digest('hex');
}
