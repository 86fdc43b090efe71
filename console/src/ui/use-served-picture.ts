import { useEffect, useState } from 'react';

/** The first seconds are an edge's, which hears of a new cover after the API; then it is a fault. */
const DELAYS_MS = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];

/**
 * A picture that may not be served yet. While it fails there is no address of it to draw, and it is
 * asked for again until it comes.
 */
export function useServedPicture(src: string | null | undefined) {
  const [failed, setFailed] = useState<string>();
  const wanted = src ?? undefined;
  const isFailed = wanted !== undefined && wanted === failed;
  useEffect(() => {
    if (!isFailed) return undefined;
    return askAgain(wanted, () => setFailed(undefined));
  }, [wanted, isFailed]);
  return { src: isFailed ? undefined : wanted, onError: () => setFailed(wanted) };
}

/** Returns what stops it. The picture on the page is left alone, so that nothing flickers. */
function askAgain(src: string, onLoad: () => void): () => void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const wait = () => {
    timer = setTimeout(load, DELAYS_MS[Math.min(attempt, DELAYS_MS.length - 1)]);
    attempt += 1;
  };
  const load = () => {
    const image = new Image();
    image.addEventListener('load', () => !isStopped && onLoad());
    image.addEventListener('error', () => !isStopped && wait());
    image.src = src;
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
