type Urgency = { isExpress: boolean; /** Is express too. */ isAsked: boolean };

export type Room = 'any' | 'express' | 'asked';

/**
 * What a worker that runs `pieces` has room for. Beyond its slots there is as much room again for
 * haste, and twice as much for viewers.
 */
export function roomFor(pieces: readonly Urgency[], slots: number): Room | null {
  if (pieces.length < slots) return 'any';
  const asked = pieces.filter(({ isAsked }) => isAsked).length;
  const express = pieces.filter(({ isExpress }) => isExpress).length - asked;
  if (express < slots && pieces.length - asked < 2 * slots) return 'express';
  return asked < 2 * slots ? 'asked' : null;
}

/** Of the pieces that run those that have to halt, so that no more work than there are slots. */
export function tooMany<T extends Urgency>(pieces: readonly T[], slots: number): T[] {
  const patient = pieces.filter(({ isExpress }) => !isExpress);
  const left = slots - (pieces.length - patient.length);
  return patient.slice(Math.max(0, left));
}
