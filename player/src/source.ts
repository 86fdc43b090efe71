import { createEngine, preloadEngine } from './pick-engine.ts';
import type { DrmOptions, Engine, EngineEvent, LoadedPlaylist } from './engine.ts';
import { requestPlaylist } from './playlist-request.ts';
import { mendsItself, problemOf, retryDelayMs } from './problems.ts';
import type { Problem } from './problems.ts';
import { INITIAL_STATE } from './store.ts';
import type { Store } from './store.ts';

export interface OpenOptions {
  readonly startSec: number;
  /** What is shown until the media tells it; NaN when nobody knows. */
  readonly durationSec: number;
  readonly autoplay: boolean;
  /** Asks for nothing, neither playlist nor engine nor media, before somebody wants to play. */
  readonly waits: boolean;
  readonly drm: DrmOptions | null;
}

export interface Source {
  /** Opens a playlist, or empties the player. */
  open(url: string | null, options: OpenOptions): void;
  /** Somebody is about to press play: downloads the engine, and nothing of the video. */
  prepare(): void;
  /** Where playing begins, as long as there is no engine to seek. */
  startAt(timeSec: number): void;
  /** Tries again at once. */
  retry(): void;
  engine(): Engine | null;
  close(): void;
}

/**
 * Brings a playlist into the video element and keeps it there. Talks to the edge alone. Each
 * failure asks for the playlist again, which names the exact cause or proves that the edge is back;
 * playback then goes on where it stood.
 */
export function createSource(video: HTMLVideoElement, store: Store): Source {
  let url: string | null = null;
  let startSec = 0;
  let waits = false;
  let drm: DrmOptions | null = null;
  let engine: Engine | null = null;
  let run = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** Resuming would ask for the same lost segment again. */
  let segmentsGone = false;

  const halt = (): void => {
    run.abort();
    clearTimeout(timer);
    run = new AbortController();
  };

  const discardEngine = (): void => {
    engine?.destroy();
    engine = null;
    store.patch({ held: false });
  };

  const report = (problem: Problem): void => {
    const waits = problem.kind === 'notReady';
    store.patch({ problem, ...(waits && { phase: 'preparing' }) });
    if (!mendsItself(problem)) return;
    attempt += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void request(), retryDelayMs(problem, attempt, Math.random()));
  };

  const onEngine = (event: EngineEvent): void => {
    if (event.type === 'levels') {
      store.patch({ levels: event.levels, audioTracks: event.audioTracks });
    } else if (event.type === 'level') store.patch({ playingLevelId: event.id });
    else if (event.type === 'audioTrack') store.patch({ audioTrackId: event.id });
    else if (event.type === 'held') store.patch({ held: event.held });
    else if (event.type === 'progress') {
      attempt = 0;
      if (store.get().problem) store.patch({ problem: null });
    } else if (event.type === 'mediaFailure') {
      store.patch({ problem: { kind: 'unplayable', status: null } });
    } else {
      segmentsGone = event.status === 404 || event.status === 410;
      // What is known yet is only that something failed; the playlist request tells what.
      if (event.status === 503) report(problemOf(503, null));
      else report({ kind: 'network', status: event.status });
    }
  };

  const start = async (playlist: LoadedPlaylist, signal: AbortSignal): Promise<void> => {
    const made = await createEngine(video, playlist.format, drm).catch((): 'offline' => 'offline');
    if (signal.aborted) return made === 'offline' ? undefined : made?.destroy();
    if (made === 'offline') return report(problemOf(null, null));
    if (!made) return store.patch({ problem: { kind: 'unplayable', status: null } });
    const waited = store.get().phase === 'preparing' && document.visibilityState === 'visible';
    engine = made;
    engine.on(onEngine);
    await made.attach(video);
    if (signal.aborted || engine !== made) return;
    made.load(playlist, startSec);
    store.patch({ phase: 'ready', problem: null });
    if (store.get().playWanted || waited) play();
  };

  /** After a break: the same engine goes on, or loads the source anew at the same position. */
  const goOn = (playlist: LoadedPlaylist, lasting: Engine): void => {
    if (segmentsGone || store.get().problem?.kind === 'unplayable') {
      segmentsGone = false;
      const position = video.currentTime;
      discardEngine();
      startSec = position;
      void start(playlist, run.signal);
    } else lasting.resume();
  };

  const play = (): void => {
    video.play().catch((reason: unknown) => {
      // The browser wants a click first; an AbortError only means that a newer load took over.
      if (reason instanceof DOMException && reason.name === 'NotAllowedError') {
        store.patch({ playWanted: false });
      }
    });
  };

  const request = async (): Promise<void> => {
    if (url === null) return;
    halt();
    const { signal } = run;
    if (waits && !engine) await playWanted(store, signal);
    if (signal.aborted) return;
    // Somebody waits, so the engine comes beside the playlist: which one is all but certain.
    if (!engine && store.get().playWanted) preloadEngine(video, url, drm);
    const outcome = await requestPlaylist(url, signal);
    if (signal.aborted) return;
    if (!outcome.ok) report(outcome.problem);
    else if (engine) goOn(outcome.playlist, engine);
    else await start(outcome.playlist, signal);
  };

  const retry = (): void => {
    attempt = 0;
    void request();
  };
  const backOnline = (): void => {
    const { problem } = store.get();
    if (problem && mendsItself(problem)) retry();
  };
  addEventListener('online', backOnline);

  return {
    open(nextUrl, options) {
      halt();
      discardEngine();
      url = nextUrl;
      startSec = options.startSec;
      waits = options.waits;
      drm = options.drm;
      attempt = 0;
      segmentsGone = false;
      const { volume, muted, rate, fullscreen, pictureInPicture } = store.get();
      store.patch({
        ...INITIAL_STATE,
        volume,
        muted,
        rate,
        fullscreen,
        pictureInPicture,
        currentTimeSec: options.startSec,
        durationSec: options.durationSec,
        playWanted: url !== null && options.autoplay,
        phase: url === null ? 'empty' : 'loading',
      });
      void request();
    },
    prepare() {
      if (url !== null && !engine) preloadEngine(video, url, drm);
    },
    startAt(timeSec) {
      startSec = timeSec;
    },
    retry,
    engine: () => engine,
    close() {
      halt();
      discardEngine();
      removeEventListener('online', backOnline);
    },
  };
}

/** Resolves when somebody asks for playing, or the wait is pointless. */
function playWanted(store: Store, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!store.get().playWanted && !signal.aborted) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
