import { createNote } from '@kinora/contract/note';
import type { FastifyRequest } from 'fastify';

/** Counts what the bodies of a kind of clients hold in memory, until their answers are sent. */
export type BodyRoom = {
  /**
   * False when there is no place for so many bytes more, in all or for one of the holders.
   *
   * @param holders whom the bytes are counted for: the network that sends them, and the account
   */
  take: (request: FastifyRequest, bytes: number, holders: readonly string[]) => boolean;
  release: (request: FastifyRequest) => void;
};

type Taken = { bytes: number; holders: readonly string[] };

/** @param shareBytes what one holder may take of it, so that the others find room */
export function createBodyRoom(maxBytes: number, shareBytes: number): BodyRoom {
  const takenBy = createNote<FastifyRequest, Taken | null>('taken bytes');
  const shares = new Map<string, number>();
  let sum = 0;
  const count = (holder: string, bytes: number) => {
    const held = (shares.get(holder) ?? 0) + bytes;
    if (held > 0) shares.set(holder, held);
    else shares.delete(holder);
  };
  return {
    take(request, bytes, holders) {
      const hasShare = holders.every((one) => (shares.get(one) ?? 0) + bytes <= shareBytes);
      if (!hasShare || sum + bytes > maxBytes) return false;
      sum += bytes;
      for (const one of holders) count(one, bytes);
      takenBy.set(request, { bytes: (takenBy.find(request)?.bytes ?? 0) + bytes, holders });
      return true;
    },
    release(request) {
      const taken = takenBy.find(request);
      if (!taken) return;
      takenBy.set(request, null);
      sum -= taken.bytes;
      for (const one of taken.holders) count(one, -taken.bytes);
    },
  };
}
