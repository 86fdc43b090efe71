import { followAirPlay, showAirPlayDevices } from './airplay.ts';
import { createCast } from './cast.ts';
import type { Cast } from './cast.ts';
import { followMedia } from './media-events.ts';
import { getSteppedRate, OF_ADS } from './requests.ts';
import type { PlayerRequest } from './requests.ts';
import { createSource } from './source.ts';
import type { OpenOptions, Source } from './source.ts';
import { keepCaptionsChoice } from './captions-choice.ts';
import { createStore, getPlays, getToggledCaptions, isAdOn } from './store.ts';
import type { PlayerState, Store } from './store.ts';

/** The player without controls: requests in, state out. */
export type Playback = {
  readonly store: Store;
  request(request: PlayerRequest): void;
  open(url: string | null, options: OpenOptions): void;
  /** Goes on after ads. */
  resume(): void;
  /** Called when a press on play is likely. */
  prepare(): void;
  close(): void;
};

type WebkitVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Phones alone can; elsewhere, and where the page may not, nothing changes. */
function turnScreen({ videoWidth, videoHeight }: HTMLVideoElement): void {
  const orientation: Partial<ScreenOrientation> = screen.orientation;
  const way = videoHeight > videoWidth ? 'portrait' : 'landscape';
  orientation.lock?.(way).catch(() => {});
}

function toggleFullscreen(video: WebkitVideo, frame: HTMLElement, turns: boolean): void {
  const root = frame.getRootNode();
  const current = root instanceof ShadowRoot ? root.fullscreenElement : document.fullscreenElement;
  // After a refusal (no permission in the iframe, no gesture) nothing changes.
  if (current === frame) document.exitFullscreen().catch(() => {});
  else if ('requestFullscreen' in frame) {
    const entered = frame.requestFullscreen();
    entered.then(() => turns && turnScreen(video)).catch(() => {});
  } else video.webkitEnterFullscreen?.();
}

function togglePictureInPicture(video: HTMLVideoElement, active: boolean): void {
  if (!document.pictureInPictureEnabled) return;
  const done = active ? document.exitPictureInPicture() : video.requestPictureInPicture();
  done.catch(() => {});
}

/** Returns the position: the media element is exact, but before the start only the store has one. */
function getPosition(video: HTMLVideoElement, state: PlayerState): number {
  return state.started ? video.currentTime : state.currentTimeSec;
}

/** Seeks; before media is loaded, only the start position can be set. */
function seek({ store, source, cast }: Parts, timeSec: number): void {
  const { durationSec } = store.get();
  if (!Number.isFinite(durationSec) || !Number.isFinite(timeSec)) return;
  const currentTimeSec = clamp(timeSec, 0, durationSec);
  const device = cast.element();
  if (device) device.currentTime = currentTimeSec;
  else source.seek(currentTimeSec);
  store.patch({ currentTimeSec });
}

/** Sets the volume, and says so at once: the element itself does a little later. */
function setVolume(video: HTMLVideoElement, store: Store, wanted: number): void {
  // The volume is rounded to whole percents, so that steps of 5 % never leave 0.35000000000000003.
  const volume = clamp(Math.round(wanted * 100) / 100, 0, 1);
  video.volume = volume;
  video.muted = volume === 0;
  store.patch({ volume, muted: video.muted, ...(volume > 0 && { heardVolume: volume }) });
}

/** Mutes, or comes back to the volume that was heard last. */
function setMuted(video: HTMLVideoElement, store: Store, muted: boolean): void {
  if (!muted && video.volume === 0) return setVolume(video, store, store.get().heardVolume);
  video.muted = muted;
  store.patch({ volume: video.volume, muted });
}

function changeVolume(video: HTMLVideoElement, store: Store, delta: number): void {
  const isSilent = video.muted || video.volume === 0;
  if (!isSilent) setVolume(video, store, video.volume + delta);
  else if (delta > 0) setMuted(video, store, false);
}

/** Shows the frame after or before the one that is shown. */
function stepFrame(parts: Parts, direction: 1 | -1): void {
  const { video, store, source } = parts;
  const frameRate = source.engine()?.frameRate() ?? COMMON_FRAME_RATE;
  const frame = Math.floor(getPosition(video, store.get()) * frameRate + 0.001);
  // In the middle of its time no rounding shows its neighbour.
  seek(parts, (frame + direction + 0.5) / frameRate);
}

/** Where a playlist doesn't state one. */
const COMMON_FRAME_RATE = 25;

function setRate(video: HTMLVideoElement, rate: number): void {
  // Loading a source, even the same one again, resets the speed to the default.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
  // Shaka Player sets the speed that it knows of whenever it waits or plays on. The browser tells it
  // of this one a little later, and it would be lost by then.
  video.dispatchEvent(new Event('ratechange'));
}

/**
 * Creates a playback. `frame` goes full screen: the element with video and controls. Where
 * `turnsScreen` says so, a phone then turns as the video lies.
 */
export function createPlayback(
  video: HTMLVideoElement,
  frame: HTMLElement,
  turnsScreen: () => boolean,
): Playback {
  const store = createStore();
  const source = createSource(video, store);
  const lifetime = new AbortController();
  const cast = createCast(video, store);
  followMedia(video, store, { signal: lifetime.signal, isShown: () => !store.get().isCasting });
  followAirPlay(video, store, lifetime.signal);
  const followFullscreen = (): void => {
    const root = frame.getRootNode();
    const element = root instanceof ShadowRoot ? root.fullscreenElement : null;
    store.patch({ fullscreen: (element ?? document.fullscreenElement) === frame });
  };
  document.addEventListener('fullscreenchange', followFullscreen, { signal: lifetime.signal });

  const parts = { video, frame, store, source, cast, turnsScreen };
  return {
    store,
    request: (request) => performRequest(request, parts),
    open(url, options) {
      cast.offer(options.isProtected ? null : url);
      source.open(url, options);
    },
    resume: () => source.play(),
    prepare: () => source.prepare(),
    close() {
      lifetime.abort();
      cast.close();
      source.close();
    },
  };
}

function play(video: HTMLVideoElement, store: Store, source: Source): void {
  // WebKit lets an element play with audio once it was touched within a gesture, and the media
  // comes later than that. Without a source this loads nothing.
  if (!source.engine()) video.load();
  store.patch({ playWanted: true });
  // Before the engine exists, the request is kept and performed later.
  if (store.get().phase !== 'ready' || store.get().adBreak !== null) return;
  video.play().catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'NotAllowedError') {
      store.patch({ playWanted: false });
    }
  });
}

type Parts = {
  video: HTMLVideoElement;
  frame: HTMLElement;
  store: Store;
  source: Source;
  cast: Cast;
  turnsScreen: () => boolean;
};

function performRequest(request: PlayerRequest, parts: Parts): void {
  const { frame, store, source, cast } = parts;
  const video = cast.element() ?? parts.video;
  const state = store.get();
  if (isAdOn(state) && !OF_ADS.has(request.type)) return;
  switch (request.type) {
    case 'play':
      return play(video, store, source);
    case 'pause':
      store.patch({ playWanted: false });
      return video.pause();
    case 'togglePlay':
      return performRequest({ type: getPlays(state) ? 'pause' : 'play' }, parts);
    case 'seekTo':
      return seek(parts, request.timeSec);
    case 'seekBy':
      return seek(parts, getPosition(video, state) + request.deltaSec);
    case 'seekToFraction':
      return seek(parts, state.durationSec * request.fraction);
    case 'setVolume':
      return setVolume(video, store, request.volume);
    case 'changeVolume':
      return changeVolume(video, store, request.delta);
    case 'toggleMute':
      return setMuted(video, store, !(video.muted || video.volume === 0));
    case 'setRate':
      return setRate(video, request.rate);
    case 'stepRate':
      return setRate(video, getSteppedRate(video.playbackRate, request.direction));
    case 'stepFrame':
      return video.paused ? stepFrame(parts, request.direction) : undefined;
    case 'setLevel':
      source.engine()?.setLevel(request.id);
      return store.patch({ chosenLevelId: request.id });
    case 'setAudioTrack':
      return source.engine()?.setAudioTrack(request.id);
    case 'setCaptions':
      if (state.captions.length === 0) return;
      keepCaptionsChoice(state.captions.find(({ id }) => id === request.id) ?? null);
      source.engine()?.setCaptions(request.id);
      return store.patch({ captionsId: request.id });
    case 'toggleCaptions':
      return performRequest({ type: 'setCaptions', id: getToggledCaptions(state) }, parts);
    case 'toggleFullscreen':
      return toggleFullscreen(parts.video, frame, parts.turnsScreen());
    case 'togglePictureInPicture':
      return togglePictureInPicture(parts.video, state.pictureInPicture);
    case 'showAirPlayDevices':
      return showAirPlayDevices(parts.video);
    case 'showCastDevices':
      return cast.showDevices();
    case 'retry':
      return source.retry();
  }
}
