import { useEffect, useState } from 'react';

/** Seconds left of a wait that `start` begins; 0 when there is none. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (endsAt === 0) return undefined;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [endsAt]);
  return [
    left,
    (seconds) => {
      setLeft(seconds);
      setEndsAt(performance.now() + seconds * 1000);
    },
  ];
}
