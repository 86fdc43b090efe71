import { hasAirPlay } from './airplay.ts';
import { followMedia } from './media-events.ts';
import type { Store } from './store.ts';

export type Cast = {
  /** The address that a device could play; null where none may. */
  offer(url: string | null): void;
  /** The browser asks for the device. */
  showDevices(): void;
  /** The playback on the device; null while the page plays by itself. */
  element(): HTMLVideoElement | null;
  close(): void;
};

/**
 * Plays on a device of the network, as Chromium offers it (https://www.w3.org/TR/remote-playback). A media
 * source has no address that a device could request, so an element of its own holds the stream's address and
 * loads nothing here. Devices are searched for once the video plays.
 */
export function createCast(video: HTMLVideoElement, store: Store): Cast {
  const isSupported = 'remote' in video && !hasAirPlay();
  let offered: { element: HTMLVideoElement; lifetime: AbortController } | null = null;
  let url: string | null = null;

  const watch = (): void => {
    if (!isSupported || url === null || offered) return;
    const element = document.createElement('video');
    const lifetime = new AbortController();
    const { signal } = lifetime;
    offered = { element, lifetime };
    element.preload = 'none';
    element.src = url;
    const { remote } = element;
    followMedia(element, store, { signal, isShown: () => store.get().isCasting });
    remote.addEventListener('connect', () => goThere(element), { signal });
    remote.addEventListener('disconnect', () => comeBack(element), { signal });
    // A browser that can't look for devices without being asked has no button.
    remote
      .watchAvailability((hasCastDevice) => !signal.aborted && store.patch({ hasCastDevice }))
      .catch(() => {});
  };

  const goThere = (element: HTMLVideoElement): void => {
    const { playWanted } = store.get();
    const { currentTime, playbackRate } = video;
    store.patch({ isCasting: true });
    video.pause();
    element.currentTime = currentTime;
    element.playbackRate = playbackRate;
    if (playWanted) element.play().catch(() => {});
  };

  const comeBack = (element: HTMLVideoElement): void => {
    if (!store.get().isCasting) return;
    const { playWanted } = store.get();
    const { currentTime } = element;
    store.patch({ isCasting: false });
    element.pause();
    video.currentTime = currentTime;
    if (playWanted) video.play().catch(() => {});
  };

  const withdraw = (): void => {
    offered?.lifetime.abort();
    // A device lets go of what its element no longer has.
    offered?.element.removeAttribute('src');
    offered?.element.load();
    offered = null;
    store.patch({ hasCastDevice: false, isCasting: false });
  };

  const leave = store.subscribe((state, former) => {
    if (state.started && !former.started) watch();
  });

  return {
    offer(next) {
      withdraw();
      url = next;
    },
    showDevices: () => void offered?.element.remote.prompt().catch(() => {}),
    element: () => (store.get().isCasting ? (offered?.element ?? null) : null),
    close() {
      leave();
      withdraw();
    },
  };
}
