type Urgency = { isExpress: boolean; /** Is express too. */ isAsked: boolean };

/** `…Other`: nothing that a viewer waits for. */
export type Room = 'any' | 'express' | 'asked' | 'anyOther' | 'expressOther';

/**
 * What a worker that runs `pieces` has room for. Beyond its slots there is as much room again for
 * haste, and twice as much for viewers, who never have more than half of the slots from the others:
 * somebody who asks without end does not keep a team's work waiting without end.
 */
export function roomFor(pieces: readonly Urgency[], slots: number): Room | null {
  const asked = pieces.filter(({ isAsked }) => isAsked).length;
  const express = pieces.filter(({ isExpress }) => isExpress).length - asked;
  const others = pieces.length - asked;
  const isFree = pieces.length < slots || others < slots / 2;
  const hasHaste = express < slots && others < 2 * slots;
  const room = isFree ? 'any' : hasHaste ? 'express' : null;
  if (asked < 2 * slots) return room ?? 'asked';
  return room && `${room}Other`;
}

/** Of the pieces that run those that have to halt, so that no more work than there are slots. */
export function tooMany<T extends Urgency>(pieces: readonly T[], slots: number): T[] {
  const patient = pieces.filter(({ isExpress }) => !isExpress);
  const left = slots - (pieces.length - patient.length);
  return patient.slice(Math.max(0, left));
}
