import type { Store } from './store.ts';

/** Describes to the system's media controls (lock screen, headset, keyboard) what plays. */
export function describeToSystem(
  store: Store,
  signal: AbortSignal,
  describe: () => { title: string; posterUrl: string | null },
): void {
  if (!('mediaSession' in navigator)) return;
  const unsubscribe = store.subscribe((state, former) => {
    if (!state.started || former.started) return;
    const { title, posterUrl } = describe();
    const artwork = posterUrl ? [{ src: new URL(posterUrl, location.href).href }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artwork });
  });
  signal.addEventListener('abort', unsubscribe);
}
