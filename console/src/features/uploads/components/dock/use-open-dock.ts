import { useEffect, useState } from 'react';

/** The rows shrink after so long without a byte. */
const SHRINK_MS = 5000;

const isWide = () => matchMedia('(width >= 576px)').matches;

/**
 * Says whether the rows are shown. They come when bytes begin to move, on phones never by themselves, and go
 * a while after the last one, unless a person is needed or has chosen otherwise.
 */
export function useOpenDock(
  isMoving: boolean,
  needsPerson: boolean,
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => (isMoving || needsPerson) && isWide());
  const [wasMoving, setWasMoving] = useState(isMoving);
  const [isChosen, setChosen] = useState(false);
  if (isMoving !== wasMoving) {
    setWasMoving(isMoving);
    setChosen(false);
    if (isMoving && isWide()) setOpen(true);
  }
  const shrinks = isOpen && !isMoving && !needsPerson && !isChosen;
  useEffect(() => {
    if (!shrinks) return undefined;
    const timer = setTimeout(() => setOpen(false), SHRINK_MS);
    return () => clearTimeout(timer);
  }, [shrinks]);
  const choose = (next: boolean) => {
    setChosen(true);
    setOpen(next);
  };
  return [isOpen, choose];
}
