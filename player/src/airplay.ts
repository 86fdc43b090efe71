import type { Store } from './store.ts';

type AirPlayVideo = HTMLVideoElement & {
  webkitCurrentPlaybackTargetIsWireless?: boolean;
  webkitShowPlaybackTargetPicker?: () => void;
};

/** Safari alone has it. */
export function hasAirPlay(): boolean {
  return 'WebKitPlaybackTargetAvailabilityEvent' in globalThis;
}

/** Follows whether there is a device, and whether the video plays there. */
export function followAirPlay(video: HTMLVideoElement, store: Store, signal: AbortSignal): void {
  if (!hasAirPlay()) return;
  video.addEventListener(
    'webkitplaybacktargetavailabilitychanged',
    (event) =>
      store.patch({ hasAirPlayDevice: Reflect.get(event, 'availability') === 'available' }),
    { signal },
  );
  onAirPlayTurn(video, (isOnDevice) => store.patch({ isOnAirPlayDevice: isOnDevice }), signal);
}

/** Calls when the video goes to a device, or comes back. */
export function onAirPlayTurn(
  video: AirPlayVideo,
  onTurn: (isOnDevice: boolean) => void,
  signal: AbortSignal,
): void {
  video.addEventListener(
    'webkitcurrentplaybacktargetiswirelesschanged',
    () => onTurn(video.webkitCurrentPlaybackTargetIsWireless === true),
    { signal },
  );
}

/** The system asks for the device. */
export function showAirPlayDevices(video: AirPlayVideo): void {
  video.webkitShowPlaybackTargetPicker?.();
}

/**
 * Gives Safari the address that it hands to a device, which can't play what a script feeds here.
 * https://webkit.org/blog/15036: a media source opens only with remote playback off, so this is
 * called once it is open.
 */
export function offerToAirPlay(video: HTMLVideoElement, url: string): void {
  if (!hasAirPlay()) return;
  const source = document.createElement('source');
  source.type = 'application/x-mpegURL';
  source.src = url;
  video.append(source);
  video.disableRemotePlayback = false;
}
