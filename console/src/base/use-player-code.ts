import { useEffect, useState } from 'react';
import { runAtRest } from './at-rest.ts';
import { loadPart } from './new-version.ts';

/**
 * Loads the player of the embed page once the page around it stands, or at once when it was asked for.
 * Until `isReady`, `<kinora-player>` is nothing.
 */
export function usePlayerCode({ isAskedFor }: { isAskedFor: boolean }) {
  const [failure, setFailure] = useState<unknown>();
  const [isReady, setReady] = useState(() => customElements.get('kinora-player') !== undefined);

  useEffect(() => {
    if (isReady || failure !== undefined) return undefined;
    let isGone = false;
    const begin = isAskedFor ? (task: () => void) => task() : runAtRest;
    begin(() => {
      if (isGone) return;
      loadPart(() => import('@kinora/player/kinora-player')).then(
        () => !isGone && setReady(true),
        (error: unknown) => !isGone && setFailure(error),
      );
    });
    return () => {
      isGone = true;
    };
  }, [isReady, failure, isAskedFor]);

  return { isReady, failure, retry: () => setFailure(undefined) };
}
