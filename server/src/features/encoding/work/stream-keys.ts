import { createHmac } from 'node:crypto';
import type { KeySource } from '@kinora/media/protect/aes-128';
import { deriveKey } from '../../../base/derived-keys.ts';

export type StreamKey = { key: Buffer; uri: string };

/** There is no key for a stream that must not be stored without. */
export class KeyUnavailableError extends Error {
  override name = 'KeyUnavailableError';
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
   * Requested once; another worker that requests it gets the same.
   *
   * @throws KeyUnavailableError
   */
  of(revisionKey: string): Promise<StreamKey>;
  /** Has the key requested anew: the server's is not the one that the stream is encrypted with. */
  forget(revisionKey: string): void;
};

/** More streams than a worker has pieces of at once. */
const MAX_KEPT = 64;

/** A server that hangs must not stop a worker's pieces. */
const TIMEOUT_MS = 10_000;

/** One key for all renditions of a revision, from `source`; null: there is no key server. */
export function openStreamKeys(
  source: KeySource | null,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): StreamKeys {
  const kept = new Map<string, Promise<StreamKey>>();
  return {
    async of(revisionKey) {
      if (!source) throw new KeyUnavailableError('there is no key server', { isFinal: true });
      const found = kept.get(revisionKey) ?? requestKey(source, revisionKey, timeoutMs);
      kept.delete(revisionKey);
      kept.set(revisionKey, found);
      for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
      return found.catch((cause: unknown) => {
        if (kept.get(revisionKey) === found) kept.delete(revisionKey);
        throw new KeyUnavailableError('the key server gave no key', { isFinal: false, cause });
      });
    },
    forget: (revisionKey) => void kept.delete(revisionKey),
  };
}

async function requestKey(
  source: KeySource,
  contentId: string,
  timeoutMs: number,
): Promise<StreamKey> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  try {
    const requested = source.keyFor({ contentId, tech: 'aes128', definition: 'default' });
    const { key, uri } = await Promise.race([requested, silence]);
    if (key.length !== 16) throw new RangeError(`a key of ${key.length} bytes`);
    const { protocol, href } = new URL(uri);
    if (!/^https?:$/.test(protocol)) throw new RangeError(`a key at ${protocol}`);
    return { key, uri: href };
  } finally {
    clearTimeout(timer);
  }
}

/** A mark by which keys differ, and which shows nothing of them without our secret. */
export function createKeyMark(secretKey: string, { key }: StreamKey): string {
  return createHmac('sha256', deriveKey(secretKey, 'mark of a stream key'))
    .update(key)
    .digest('hex');
}
