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

function rangesOf(ranges: TimeRanges): [number, number][] {
  return Array.from({ length: ranges.length }, (_, i) => [ranges.start(i), ranges.end(i)]);
}

function read(video: HTMLVideoElement): Partial<PlayerState> {
  return {
    paused: video.paused,
    ended: video.ended,
    seeking: video.seeking,
    starved: !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    buffered: rangesOf(video.buffered),
    volume: video.volume,
    muted: video.muted,
    rate: video.playbackRate,
    pictureInPicture: document.pictureInPictureElement === video || isShadowPip(video),
  };
}

/** What was told of the video before it is loaded stands until the video itself tells it. */
function readTimes(video: HTMLVideoElement, { started }: PlayerState): Partial<PlayerState> {
  const { readyState, currentTime, duration } = video;
  const loaded = readyState >= HTMLMediaElement.HAVE_METADATA;
  const placed = started || readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  return {
    loaded,
    ...(loaded && { durationSec: duration }),
    ...(placed && { currentTimeSec: currentTime }),
  };
}

/** The document names the shadow host; the shadow root names the video itself. */
function isShadowPip(video: HTMLVideoElement): boolean {
  const root = video.getRootNode();
  return root instanceof ShadowRoot && root.pictureInPictureElement === video;
}

/** Copies what the media element does into the store until the signal ends it. */
export function followMedia(video: HTMLVideoElement, store: Store, signal: AbortSignal): void {
  const follow = (event: Event): void => {
    const change = { ...read(video), ...readTimes(video, store.get()) };
    const began = event.type === 'playing' || (event.type === 'timeupdate' && !video.paused);
    store.patch({
      ...change,
      ...(began && { started: true, playWanted: true }),
      ...(event.type === 'pause' && { playWanted: false }),
      ...(event.type === 'loadedmetadata' && { audioOnly: video.videoWidth === 0 }),
    });
  };
  for (const type of EVENTS) video.addEventListener(type, follow, { signal });
}
