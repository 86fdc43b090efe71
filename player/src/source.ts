import type { PlayerOptions } from '@kinora/contract/player-options';
import { findChosenCaptions, readCaptionsChoice } from './captions-choice.ts';
import { createEarlyPlaylist } from './early-playlist.ts';
import type { DrmOptions, Engine, EngineEvent, LoadedPlaylist } from './engine.ts';
import { canOpenEarly, createEngine, preloadEngine } from './pick-engine.ts';
import { createLease } from './lease.ts';
import type { LicenceTokens } from './licence-request.ts';
import { isTransient, toProblem, getRetryDelayMs } from './problems.ts';
import type { Problem } from './problems.ts';
import { INITIAL_STATE } from './store.ts';
import type { Store } from './store.ts';

export type OpenOptions = {
  readonly startSec: number;
  /** Shown until the media states it; NaN when it is unknown. */
  readonly durationSec: number;
  readonly autoplay: PlayerOptions['autoplayMode'];
  /** `none` requests neither playlist nor engine nor media before a press on play is likely. */
  readonly preload: PlayerOptions['preload'];
  readonly drm: DrmOptions | null;
  /** Known before the playlist is. */
  readonly isProtected: boolean;
  readonly tokens: LicenceTokens;
  /** The video waits for ads when it is asked to play. */
  readonly hasAds: boolean;
};

export type Source = {
  /** Opens a playlist, or empties the player. */
  open(url: string | null, options: OpenOptions): void;
  /** Called when a press on play is likely: requests engine and playlists, but no media. */
  prepare(): void;
  /** Seeks, or sets where playing begins as long as no media is loaded. */
  seek(timeSec: number): void;
  /** Tries again at once. */
  retry(): void;
  /** Plays the loaded video, or will once it is loaded; without sound where only that is allowed. */
  play(): void;
  engine(): Engine | null;
  close(): void;
};

/**
 * Loads a playlist into the video element and keeps it there, from the edge alone. Each failure
 * requests the playlist again, which names the exact cause or proves that the edge is back;
 * playback then resumes where it stopped.
 */
export function createSource(video: HTMLVideoElement, store: Store): Source {
  let url: string | null = null;
  let startSec = 0;
  let preload: OpenOptions['preload'] = 'auto';
  /** Where the browser refuses to begin with sound, playing begins without it. */
  let mayMute = false;
  let drm: DrmOptions | null = null;
  let isProtected = false;
  let tokens: LicenceTokens = { get: () => Promise.resolve(null) };
  const lease = createLease();
  let engine: Engine | null = null;
  /** Set when the engine has opened the playlist before playback was requested. */
  let early: LoadedPlaylist | null = null;
  let engineLife = new AbortController();
  let expectPlay = Promise.withResolvers<void>();
  const playlists = createEarlyPlaylist();
  let run = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** Resuming would request the same lost segment again. */
  let areSegmentsGone = false;
  /** The captions are as the viewer had them last. */
  let hasChosenCaptions = false;

  const abortRun = (): void => {
    run.abort();
    clearTimeout(timer);
    run = new AbortController();
  };

  const discardEngine = (): void => {
    engineLife.abort();
    engine?.destroy();
    engine = null;
    early = null;
    store.patch({ isDelayed: false });
  };

  /** The next engine begins where this one stopped. */
  const leaveEngine = (): void => {
    if (video.currentTime > 0) startSec = video.currentTime;
    discardEngine();
  };

  const report = (problem: Problem): void => {
    const isPreparing = problem.kind === 'notReady';
    store.patch({ problem, ...(isPreparing && { phase: 'preparing' }) });
    if (!isTransient(problem)) return;
    attempt += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void request(), getRetryDelayMs(problem, attempt, Math.random()));
  };

  const chooseCaptions = (): void => {
    const chosen = findChosenCaptions(readCaptionsChoice(), store.get().captions);
    if (chosen === undefined) return;
    engine?.setCaptions(chosen);
    store.patch({ captionsId: chosen, ...(chosen !== null && { lastCaptionsId: chosen }) });
  };

  const onEngineEvent = (event: EngineEvent): void => {
    if (event.type === 'tracks') {
      const { levels, audioTracks, captions } = event;
      store.patch({ levels, audioTracks, captions });
      if (captions.length === 0 || hasChosenCaptions) return;
      hasChosenCaptions = true;
      // After reporting its tracks, an engine may choose by itself right away.
      queueMicrotask(chooseCaptions);
    } else if (event.type === 'level') store.patch({ playingLevelId: event.id });
    else if (event.type === 'audioTrack') store.patch({ audioTrackId: event.id });
    else if (event.type === 'captions') {
      store.patch({ captionsId: event.id, ...(event.id !== null && { lastCaptionsId: event.id }) });
    } else if (event.type === 'delayed') store.patch({ isDelayed: event.isDelayed });
    else if (event.type === 'progress') {
      attempt = 0;
      if (store.get().problem) store.patch({ problem: null });
    } else if (event.type === 'licenceFailure') {
      // The loaded media can't be shown; with another token, loading restarts at the same place.
      leaveEngine();
      report(event.problem);
    } else if (event.type === 'mediaFailure') {
      store.patch({ problem: { kind: 'unplayable', status: null } });
    } else {
      areSegmentsGone = event.status === 404 || event.status === 410;
      // So far only the failure is known; the playlist request finds its cause.
      if (event.status === 503) report(toProblem(503, null));
      else report({ kind: 'network', status: event.status });
    }
  };

  const load = (by: Engine, playlist: LoadedPlaylist): void => {
    const isEarly = preload !== 'auto' && !store.get().playWanted;
    early = isEarly ? playlist : null;
    const wanted = isEarly ? waitForPlay(store, engineLife.signal) : Promise.resolve();
    void wanted.then(() => {
      if (early === playlist) early = null;
    });
    by.load(playlist, startSec, wanted);
  };

  const start = async (playlist: LoadedPlaylist, signal: AbortSignal): Promise<void> => {
    const created = await createEngine(video, playlist, drm, { tokens, lease }).catch(
      (): 'offline' => 'offline',
    );
    if (signal.aborted) return created === 'offline' ? undefined : created?.destroy();
    if (created === 'offline') return report(toProblem(null, null));
    if (!created) return store.patch({ problem: { kind: 'unplayable', status: null } });
    const waited = store.get().phase === 'preparing' && document.visibilityState === 'visible';
    engine = created;
    hasChosenCaptions = false;
    engine.on(onEngineEvent);
    await created.attach(video);
    if (signal.aborted || engine !== created) return;
    engineLife = new AbortController();
    load(created, playlist);
    store.patch({ phase: 'ready', problem: null });
    if (store.get().playWanted || waited) play();
  };

  /** Resumes after a break with the same engine, or reloads the source at the same position. */
  const resumePlayback = (playlist: LoadedPlaylist, sameEngine: Engine): void => {
    if (areSegmentsGone || store.get().problem?.kind === 'unplayable') {
      areSegmentsGone = false;
      const position = video.currentTime;
      discardEngine();
      startSec = position;
      void start(playlist, run.signal);
    } else sameEngine.resume();
  };

  const play = (): void => {
    // With ads, the first break starts once playback is requested.
    store.patch({ playWanted: true });
    if (store.get().adBreak !== null || store.get().phase !== 'ready') return;
    video.play().catch((reason: unknown) => {
      // The browser requires a click first; an AbortError only means that a newer load replaced
      // this one.
      if (!(reason instanceof DOMException) || reason.name !== 'NotAllowedError') return;
      if (!mayMute) return store.patch({ playWanted: false });
      mayMute = false;
      video.muted = true;
      play();
    });
  };

  const waitToPlay = async (at: string, signal: AbortSignal): Promise<void> => {
    if (preload === 'metadata' && !store.get().playWanted) {
      preloadEngine(video, at, isProtected);
      const outcome = await playlists.request(at, signal);
      // The player shows early why nothing will play, before play is pressed.
      if (!signal.aborted && !outcome.ok) report(outcome.problem);
    }
    if (signal.aborted) return;
    const played = waitForPlay(store, signal);
    await Promise.race([played, expectPlay.promise]);
    if (signal.aborted || store.get().playWanted) return;
    preloadEngine(video, at, isProtected);
    const outcome = await playlists.request(at, signal);
    if (!(outcome.ok && canOpenEarly(video, outcome.playlist, drm))) await played;
  };

  const request = async (): Promise<void> => {
    if (url === null) return;
    abortRun();
    const { signal } = run;
    if (preload !== 'auto' && !engine) await waitToPlay(url, signal);
    if (signal.aborted) return;
    // The viewer waits, so the engine downloads in parallel with the playlist: the choice is all but certain.
    if (!engine && store.get().playWanted) preloadEngine(video, url, isProtected);
    const outcome = await playlists.take(url, signal);
    if (signal.aborted) return;
    if (!outcome.ok) report(outcome.problem);
    else if (engine) resumePlayback(outcome.playlist, engine);
    else await start(outcome.playlist, signal);
  };

  const retry = (): void => {
    attempt = 0;
    void request();
  };
  const onOnline = (): void => {
    const { problem } = store.get();
    if (problem && isTransient(problem)) retry();
  };
  addEventListener('online', onOnline);
  // A page that a browser keeps for the way back needs another licence when it comes back.
  let isAway = false;
  const onPageHide = (): void => {
    isAway = lease.leftMs() > 0;
    lease.release();
  };
  const onPageShow = (): void => {
    if (!isAway) return;
    isAway = false;
    leaveEngine();
    retry();
  };
  addEventListener('pagehide', onPageHide);
  addEventListener('pageshow', onPageShow);

  return {
    open(nextUrl, options) {
      abortRun();
      discardEngine();
      lease.release();
      url = nextUrl;
      startSec = options.startSec;
      preload = options.preload;
      expectPlay = Promise.withResolvers();
      mayMute = options.autoplay === 'any';
      if (options.autoplay === 'muted') video.muted = true;
      ({ drm, isProtected, tokens } = options);
      attempt = 0;
      areSegmentsGone = false;
      const { volume, muted, rate, fullscreen, pictureInPicture } = store.get();
      const { hasAirPlayDevice, isOnAirPlayDevice } = store.get();
      store.patch({
        ...INITIAL_STATE,
        volume,
        muted,
        rate,
        fullscreen,
        pictureInPicture,
        hasAirPlayDevice,
        isOnAirPlayDevice,
        currentTimeSec: options.startSec,
        durationSec: options.durationSec,
        adBreak: url !== null && options.hasAds ? 'awaited' : null,
        playWanted: url !== null && options.autoplay !== 'off',
        phase: url === null ? 'empty' : 'loading',
      });
      void request();
    },
    prepare: () => expectPlay.resolve(),
    seek(timeSec) {
      if (engine && !early) video.currentTime = timeSec;
      else startSec = timeSec;
      if (engine && early) load(engine, early);
    },
    retry,
    play,
    engine: () => engine,
    close() {
      abortRun();
      discardEngine();
      lease.release();
      removeEventListener('online', onOnline);
      removeEventListener('pagehide', onPageHide);
      removeEventListener('pageshow', onPageShow);
    },
  };
}

/** Resolves when playing is requested, or the signal aborts. */
function waitForPlay(store: Store, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const checkPlay = (): void => {
      if (!store.get().playWanted && !signal.aborted) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(checkPlay);
    signal.addEventListener('abort', checkPlay, { once: true });
    checkPlay();
  });
}
