type Urgency = { isExpress: boolean; /** True for express pieces too. */ isRequested: boolean };

/** `…NonRequested` leaves out pieces that a viewer waits for. */
export type Capacity = 'any' | 'express' | 'requested' | 'anyNonRequested' | 'expressNonRequested';

/**
 * Says which pieces a worker that runs `pieces` has room for. Beyond its slots it has as many again for
 * express pieces, and twice as many for viewers. Those never take more than half of the slots from others, so
 * that endless requests don't keep a team's pieces waiting.
 */
export function getCapacity(pieces: readonly Urgency[], slots: number): Capacity | null {
  const requested = pieces.filter(({ isRequested }) => isRequested).length;
  const express = pieces.filter(({ isExpress }) => isExpress).length - requested;
  const others = pieces.length - requested;
  const isFree = pieces.length < slots || others < slots / 2;
  const hasExpressRoom = express < slots && others < 2 * slots;
  const capacity = isFree ? 'any' : hasExpressRoom ? 'express' : null;
  if (requested < 2 * slots) return capacity ?? 'requested';
  return capacity && `${capacity}NonRequested`;
}

/** Lists the running pieces that have to be suspended, so that no more run than there are slots. */
export function listPreempted<T extends Urgency>(pieces: readonly T[], slots: number): T[] {
  const patient = pieces.filter(({ isExpress }) => !isExpress);
  const left = slots - (pieces.length - patient.length);
  return patient.slice(Math.max(0, left));
}
