import { isAdOn } from './store.ts';
import type { PlayerState, Store } from './store.ts';

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'timeupdate',
  'progress',
  'durationchange',
  'loadedmetadata',
  'volumechange',
  'ratechange',
  'emptied',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const;

function listRanges(ranges: TimeRanges): [number, number][] {
  return Array.from({ length: ranges.length }, (_, i) => [ranges.start(i), ranges.end(i)]);
}

function readState(video: HTMLVideoElement): Partial<PlayerState> {
  return {
    paused: video.paused,
    ended: video.ended,
    seeking: video.seeking,
    starved: !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    buffered: listRanges(video.buffered),
    volume: video.volume,
    muted: video.muted,
    rate: video.playbackRate,
    pictureInPicture: document.pictureInPictureElement === video || isShadowPip(video),
  };
}

/** Reads times; values that the page gave before the video is loaded stay until the video has its own. */
function readTimes(video: HTMLVideoElement, { started }: PlayerState): Partial<PlayerState> {
  const { readyState, currentTime, duration } = video;
  const isLoaded = readyState >= HTMLMediaElement.HAVE_METADATA;
  const hasPosition = started || readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  return {
    loaded: isLoaded,
    // A media source says Infinity until its own length is set.
    ...(isLoaded && Number.isFinite(duration) && { durationSec: duration }),
    ...(hasPosition && { currentTimeSec: currentTime }),
  };
}

/** The document names the shadow host; the shadow root names the video itself. */
function isShadowPip(video: HTMLVideoElement): boolean {
  const root = video.getRootNode();
  return root instanceof ShadowRoot && root.pictureInPictureElement === video;
}

type Following = {
  signal: AbortSignal;
  /** False while another element plays; its events are followed there. */
  isShown: () => boolean;
};

/** Copies the media element's state into the store until the signal ends it. */
export function followMedia(
  video: HTMLVideoElement,
  store: Store,
  { signal, isShown }: Following,
): void {
  const onEvent = (event: Event): void => {
    if (!isShown()) return;
    const change = { ...readState(video), ...readTimes(video, store.get()) };
    const hasBegun = event.type === 'playing' || (event.type === 'timeupdate' && !video.paused);
    store.patch({
      ...change,
      ...(hasBegun && { started: true, playWanted: true }),
      // An ad pauses the video, and not what the viewer wants.
      ...(event.type === 'pause' && !isAdOn(store.get()) && { playWanted: false }),
      ...(event.type === 'loadedmetadata' && { audioOnly: video.videoWidth === 0 }),
    });
  };
  for (const type of EVENTS) video.addEventListener(type, onEvent, { signal });
}
