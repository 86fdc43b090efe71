import { createNote } from '@kinora/contract/note';
import type { FastifyRequest } from 'fastify';

/** The network that sends bytes, or the caller from whom they come. */
export type Holder = { kind: 'network' | 'caller'; name: string };

/** Counts what the bodies of a kind of clients hold in memory, until their answers are sent. */
export type BodyRoom = {
  /**
   * False when so many more bytes do not fit, in total or for one of the holders.
   *
   * @param holders the account and network that the bytes are counted for
   */
  take: (request: FastifyRequest, bytes: number, holders: readonly Holder[]) => boolean;
  release: (request: FastifyRequest) => void;
};

type Taken = { bytes: number; holders: readonly Holder[] };

/** @param shareBytes the most that one holder may take of it, so that others find room */
export function createBodyRoom(
  maxBytes: number,
  shareBytes: Readonly<Record<Holder['kind'], number>>,
): BodyRoom {
  const takenBy = createNote<FastifyRequest, Taken | null>('taken bytes');
  const shares = new Map<string, number>();
  let sum = 0;
  const nameOf = ({ kind, name }: Holder) => `${kind} ${name}`;
  const held = (holder: Holder) => shares.get(nameOf(holder)) ?? 0;
  const count = (holder: Holder, bytes: number) => {
    const now = held(holder) + bytes;
    if (now > 0) shares.set(nameOf(holder), now);
    else shares.delete(nameOf(holder));
  };
  return {
    take(request, bytes, holders) {
      const hasShare = holders.every((one) => held(one) + bytes <= shareBytes[one.kind]);
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
